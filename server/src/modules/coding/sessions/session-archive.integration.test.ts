import { expect, test } from 'vitest'
import { GROUND, groundApp, NOW, useArchive } from '../../../../test/use-archive.ts'
import { hashInputs, launchInputs } from './launch-inputs.ts'
import { sessionArchive } from './session-archive.ts'

const { bring, bringBack, take, empty, database } = useArchive(sessionArchive)
const session = (fields: object = {}) => ({
  ...{ id: 'cod_1', app_id: 'app_1', user_id: 'usr_a', state: 'completed' },
  ...{ repository_full_name: 'acme/shop' },
  ...fields,
})
const ground = (coding_sessions: object[]) => ({ ...GROUND, apps: [groundApp('app_1')], coding_sessions })
const rowsOf = async (text: string) => (await database.pool.query(text)).rows

const PULL_REQUEST = {
  ...{ number: 7, url: 'https://git.example.com/7', title: 'It', state: 'open', provider: 'local' },
  ...{
    base_branch: 'main',
    head_branch: 'session/it',
    head_sha: 'abc',
    created_at: '2026-11-14T09:00:00.000Z',
  },
  ...{ commits: 1, changed_files: 1, additions: 1, deletions: 0 },
}

test('sessions go out and come back the same', async () => {
  const whole = ground([
    session({
      ...{
        launch_key: 'key',
        client_reference: 'ticket:1',
        title: 'It',
        prompt: 'Do it',
        outcome: 'pull_request',
      },
      ...{ existing_branch: 'x', source_ref: 'y', pull_request_body: 'z', commit_message: 'c' },
      ...{ pull_request: PULL_REQUEST, summary: 'Done.', plan: [{ text: 'Do it', status: 'done' }] },
      ...{ input_tokens: 5, output_tokens: 6, cost_micros: 7, step_count: 3, branch_name: 'session/it' },
      ...{ created_date: '2026-11-14T08:00:00.000Z', completed_at: '2026-11-14T09:00:00.000Z' },
    }),
    session({ id: 'cod_2', state: 'failed', error_code: 'timeout', error_message: 'It took too long.' }),
  ])
  expect(await bring(whole)).toMatchObject({ coding_sessions: 2 })
  const first = await take(null)
  const [taken] = JSON.parse(first).coding_sessions
  expect(taken).toMatchObject({
    pull_request: PULL_REQUEST,
    launch_key: 'key',
    user_id: 'usr_a',
    cost_micros: 7,
  })
  for (const hidden of ['worker', 'input_hash', 'start_commit', 'last_seq', 'paid_by_id'])
    expect(taken).not.toHaveProperty(hidden)
  await empty()
  expect(await bringBack(first)).toMatchObject({ coding_sessions: 2 })
  expect(await take(null)).toBe(first)
  expect(await bringBack(first)).toMatchObject({ coding_sessions: 0 })
})

test('what was open is cancelled, and a retry of a launch finds its session', async () => {
  await bring(
    ground([
      session({ id: 'cod_open', state: 'needs_input', launch_key: 'key', prompt: 'Do it', title: 'It' }),
      session({ id: 'cod_bare', state: 'completed', created_date: '2026-11-01T00:00:00Z' }),
    ]),
  )
  const rows = await rowsOf('select id, state, completed_at, input_hash from coding_sessions order by id')
  expect(rows).toEqual([
    { id: 'cod_bare', state: 'completed', completed_at: new Date('2026-11-01T00:00:00Z'), input_hash: null },
    {
      ...{ id: 'cod_open', state: 'cancelled', completed_at: NOW },
      input_hash: hashInputs(launchInputs({ prompt: 'Do it', title: 'It' })),
    },
  ])
})

test('a row that does not fit is refused by its place', async () => {
  await expect(bring(ground([session({ app_id: 'app_none' })]))).rejects.toThrow('coding_sessions[0].app_id')
  await expect(bring(ground([session({ state: 'asleep' })]))).rejects.toThrow('coding_sessions[0].state')
})
