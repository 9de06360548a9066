import { MAX_REPOSITORY_FILES } from '@atrium/contract/repositories'
import { describe, expect, test } from 'vitest'
import { transaction } from '../../../platform/database/transaction.ts'
import { ADD, useCoding } from '../test/coding-scene.ts'
import { heldSessionStore, MOST_TRIES } from './work/held-session-store.ts'

const scene = useCoding()
const { app, at, client, push, launch, drain, read, run, say, cancel, resume } = scene
const { typesOf, events, changed, repository, rowOf, bare } = scene
const HOUR_SECONDS = 3_600

const credits = async () => {
  const held = await app.sql`
    select from credit_holds h join coding_sessions s on s.id = h.key where s.app_id = ${at.app_id}`
  const spent = await app.sql`select from credit_uses where app_id = ${at.app_id} and kind = 'coding_session'`
  return { held: held.length, spent: spent.length }
}
const reaches = (id: string, state: string) =>
  expect.poll(async () => (await rowOf(id)).state, { timeout: 30_000 }).toBe(state)
const countOf = async (id: string, type: string) => (await typesOf(id)).filter((one) => one === type).length

describe('a session', () => {
  test('opens a pull request with its work in one commit', async () => {
    const session = await run(`${ADD}\nAdd a file more.txt with "More".`, { pull_request_body: 'Closes 7.' })
    const branch = session.branch_name ?? ''
    expect(session).toMatchObject({
      ...{ state: 'completed', outcome: 'pull_request', error_code: null },
      branch_name: expect.stringMatching(/^session\/.{8}-take-notes$/),
      session_url: `${app.baseUrl}/apps/${at.app_id}/code/sessions/${session.id}`,
      pull_request: { number: 1, state: 'open', title: 'Take notes', commits: 1, changed_files: 2 },
    })
    expect(await changed(branch)).toEqual(['added more.txt', 'added notes.txt'])
    expect(await countOf(session.id, 'commit')).toBe(2)
    const { body } = await client().pull_requests.read({ app_id: at.app_id, number: 1 })
    expect(body).toMatch(/Closes 7\.\n\n\[Coding session\]/)
    expect(await credits()).toEqual({ held: 0, spent: 1 })
    expect(await rowOf(session.id)).toMatchObject({ worker: null, leased_until: null, pushing_commit: null })
  })

  test('that changes nothing ends with an answer', async () => {
    expect(await run('[no-change]')).toMatchObject({
      ...{ state: 'completed', outcome: 'answer', pull_request: null, summary: expect.any(String) },
    })
  })

  test('goes on with a message, on its branch and with its pull request', { tags: 'slow' }, async () => {
    const { id, branch_name, pull_request } = await run(ADD)
    await say(id, { text: 'Add a file later.txt with "Later".' })
    await drain()
    const session = await read(id)
    expect(session).toMatchObject({
      ...{ state: 'completed', branch_name, pull_request: { number: pull_request?.number, commits: 2 } },
    })
    expect(await changed(branch_name ?? '')).toEqual(['added later.txt', 'added notes.txt'])
    expect(await countOf(id, 'pull_request')).toBe(1)
    const happened = await events(id)
    const prompt = happened.find(({ type }) => type === 'message')
    expect(session.message_id).toBe(prompt?.data.message_id)
    const commits = happened.filter(({ type }) => type === 'commit')
    expect(commits.map(({ data }) => data.files)).toMatchObject([
      [{ path: 'notes.txt' }],
      [{ path: 'later.txt' }],
    ])
    expect(await credits()).toEqual({ held: 0, spent: 2 })
  })

  test('works on a branch that is there', async () => {
    await push('topic', { 'topic.txt': 'Topic\n' }, 'main')
    const session = await run(ADD, { existing_branch: 'topic' })
    expect(session).toMatchObject({ state: 'completed', branch_name: 'topic' })
    expect(await changed('topic')).toEqual(['added notes.txt', 'added topic.txt'])
  })

  test('a session for the base branch leaves it and opens a pull request', async () => {
    const before = await repository().resolve('main')
    const session = await run(ADD, { existing_branch: 'main', source_ref: 'nowhere' })
    expect(session).toMatchObject({
      ...{ state: 'completed', outcome: 'pull_request' },
      branch_name: expect.stringMatching(/^session\//),
      pull_request: { base_branch: 'main', state: 'open' },
    })
    expect(await repository().resolve('main')).toBe(before)
    expect(await changed(session.branch_name ?? '')).toEqual(['added notes.txt'])
  })
})

describe('a session fails', () => {
  test.each([
    ['branch_not_found', { existing_branch: 'nowhere' }],
    ['source_ref_not_found', { source_ref: 'nowhere' }],
  ])('with %s', async (error_code, fields) => {
    expect(await run(ADD, fields)).toMatchObject({
      ...{ state: 'failed', error_code, error_message: expect.stringContaining('nowhere') },
    })
    expect(await credits()).toEqual({ held: 0, spent: 0 })
  })

  test('when the repository is another one by now, or none', async () => {
    const other = await launch(ADD)
    await app.sql`update repositories set full_name = 'acme/other' where app_id = ${at.app_id}`
    await drain()
    expect(await read(other.id)).toMatchObject({ state: 'failed', error_code: 'repository_mismatch' })
    await app.sql`update repositories set full_name = ${other.repository_full_name} where app_id = ${at.app_id}`
    const none = await launch(ADD)
    await app.sql`delete from repositories where app_id = ${at.app_id}`
    await drain()
    expect(await read(none.id)).toMatchObject({ state: 'failed', error_code: 'repository_not_connected' })
  })

  test('when another one works on its branch', async () => {
    await push('topic', { 'topic.txt': 'Topic\n' }, 'main')
    const first = await run(`[ask] ${ADD}`, { existing_branch: 'topic' })
    expect(first.state).toBe('needs_input')
    expect(await run(ADD, { existing_branch: 'topic' })).toMatchObject({ error_code: 'branch_busy' })
  })

  test('when the model does, and goes on with a message', async () => {
    const failed = await run('[fail]')
    expect(failed).toMatchObject({ state: 'failed', error_code: 'model_unavailable' })
    await say(failed.id, { text: ADD })
    await drain()
    expect(await read(failed.id)).toMatchObject({ state: 'completed', error_code: null })
  })

  test('when the repository has more files than can be worked on', async () => {
    const names = Array.from({ length: MAX_REPOSITORY_FILES + 1 }, (_, at) => `many/${at}.txt`)
    await bare().commit('many', Object.fromEntries(names.map((name) => [name, 'x'])), 'main')
    expect(await run(ADD, { source_ref: 'many' })).toMatchObject({
      ...{ state: 'failed', error_code: 'provisioning_failed', pull_request: null },
      error_message: expect.stringContaining('larger than'),
    })
    expect(await credits()).toEqual({ held: 0, spent: 0 })
  })

  test('when its time is over', async () => {
    const { id } = await run(`[ask] ${ADD}`)
    await say(id, { text: 'Yes' })
    await app.sql`update coding_sessions set pass_started_at = now() - interval '46 minutes' where id = ${id}`
    await drain()
    expect(await read(id)).toMatchObject({ state: 'failed', error_code: 'timeout' })
  })
})

describe('a question', () => {
  test('waits without a worker, and its answer lets the session go on', { tags: 'slow' }, async () => {
    const asked = await run(`[ask] ${ADD}`)
    expect(asked).toMatchObject({ state: 'needs_input', input_request_id: expect.any(String) })
    expect(await rowOf(asked.id)).toMatchObject({ worker: null, leased_until: null })
    const { input_request } = await client().coding.input_request({ app_id: at.app_id, session_id: asked.id })
    expect(input_request).toMatchObject({ id: asked.input_request_id, kind: 'question' })
    await say(asked.id, { text: 'Yes' })
    await drain()
    expect(await read(asked.id)).toMatchObject({ state: 'completed', outcome: 'pull_request' })
  })

  test('that nobody answers ends the session', async () => {
    const { id } = await run(`[ask] ${ADD}`)
    app.clock.move(71 * HOUR_SECONDS)
    await resume()
    expect((await read(id)).state).toBe('needs_input')
    app.clock.move(2 * HOUR_SECONDS)
    await resume()
    expect(await read(id)).toMatchObject({ state: 'failed', error_code: 'input_timeout' })
  })
})

describe('others who push to the branch', () => {
  const asked = async (fields: object) => {
    await push('topic', { 'topic.txt': 'Topic\n' }, 'main')
    return run(`Add a file notes.txt with "One note".\n${'[ask]'}`, { existing_branch: 'topic', ...fields })
  }

  test('keep their work, and so does the session', async () => {
    const { id } = await asked({})
    await push('topic', { 'other.txt': 'Other\n' })
    await say(id, { text: 'Yes' })
    await drain()
    expect(await read(id)).toMatchObject({ state: 'completed', branch_name: 'topic' })
    expect(await changed('topic')).toEqual(['added notes.txt', 'added other.txt', 'added topic.txt'])
  })
})

describe('a cancel', () => {
  test('stops a session that runs', async () => {
    const { id } = await launch(`[slow] ${ADD}`)
    const drained = drain()
    await reaches(id, 'running')
    expect((await cancel(id)).state).toBe('cancelling')
    await drained
    expect(await read(id)).toMatchObject({ state: 'cancelled', error_code: null })
    expect(await credits()).toEqual({ held: 0, spent: 0 })
  })

  test('whose worker was lost is settled; a pull request that is there counts', async () => {
    const { id } = await launch(`[slow] ${ADD}`)
    await lose(id)
    await app.sql`update coding_sessions set state = 'running' where id = ${id}`
    await cancel(id)
    app.clock.move(120)
    await resume()
    expect((await read(id)).state).toBe('cancelled')
    const done = await run(ADD)
    await app.sql`
      update coding_sessions set state = 'opening_pull_request', completed_at = null, worker = 'worker_gone',
             leased_until = ${app.clock.now()}, pull_request = null, outcome = null where id = ${done.id}`
    expect((await cancel(done.id)).state).toBe('cancelling')
    app.clock.move(120)
    await resume()
    expect(await read(done.id)).toMatchObject({ state: 'completed', pull_request: { number: 1 } })
  })
})

/** A worker took it and is gone. */
async function lose(id: string): Promise<void> {
  const claim = (now: Date) =>
    transaction(app.atrium.db, (tx) => heldSessionStore(tx).claimOldest('worker_gone', now))
  expect((await claim(app.clock.now()))?.id).toBe(id)
}

describe('a worker that is lost', () => {
  test('too often without getting further fails the session', async () => {
    const { id } = await launch(ADD)
    for (let tries = 1; tries <= MOST_TRIES; tries++) {
      await lose(id)
      app.clock.move(61)
    }
    await resume()
    expect(await read(id)).toMatchObject({ state: 'failed', error_code: 'internal_error' })
  })

  test('leaves the session to the next once its lease is over', async () => {
    const { id } = await launch(ADD)
    await lose(id)
    await drain()
    expect((await rowOf(id)).worker).toBe('worker_gone')
    app.clock.move(61)
    await resume()
    expect((await read(id)).state).toBe('completed')
  })

  test('counts against the three that an app may have running', { tags: 'slow' }, async () => {
    const sessions = [await launch(ADD), await launch(ADD), await launch(ADD), await launch(ADD)]
    for (const { id } of sessions.slice(0, 3)) await lose(id)
    await drain()
    expect((await rowOf(sessions[3]?.id ?? '')).worker).toBe(null)
    app.clock.move(61)
    await resume()
    for (const { id } of sessions) expect((await read(id)).state).toBe('completed')
  })
})
