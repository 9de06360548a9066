import { MAX_OPEN_SESSIONS, MAX_PROMPT } from '@atrium/contract/coding-sessions'
import { describe, expect, test } from 'vitest'
import { invalidAt, refusal } from '../../../../test/refusal.ts'
import { useSessions } from '../test/session-scene.ts'

const scene = useSessions()
const { app, at, owner, editor, viewer, stranger, launch, rowOf } = scene

const path = () => `${app.baseUrl}/api/apps/${at.app_id}/imported/sessions`
const post = async (body: object, headers: Record<string, string>) => {
  const answer = await fetch(path(), {
    method: 'POST',
    headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  const { detail } = (await answer.json()) as { detail: { loc: string[]; type: string }[] }
  return { status: answer.status, rows: [detail].flat().map(({ loc, type }) => [...loc, type].join(' ')) }
}
const setLimit = (monthly_limit: number) =>
  app.sql`update workspaces set monthly_limit = ${monthly_limit} where id = ${owner.workspace_id}`
const countSessions = async () =>
  (await app.sql`select from coding_sessions where app_id = ${at.app_id}`).length

describe('coding.launch refuses', () => {
  test('those who cannot edit the app', async () => {
    await expect(launch({}, 'k', app.as(viewer))).rejects.toEqual(refusal(403, 'editor_required'))
    await expect(launch({}, 'k', app.as(stranger))).rejects.toEqual(refusal(404, 'app_not_found'))
    const other = await app.make.app(owner)
    const limited = app.as(await app.make.token(owner, { app_ids: [other.id] }))
    await expect(launch({}, 'k', limited)).rejects.toEqual(refusal(404, 'app_not_found'))
    const reading = app.as(await app.make.token(owner, { permission: 'read_only' }))
    await expect(launch({}, 'k', reading)).rejects.toEqual(
      refusal(403, 'read_only_credential_route_not_allowed'),
    )
    expect(await countSessions()).toBe(0)
  })

  test('a key that is missing or does not fit, and takes one of 200 characters', async () => {
    const body = { prompt: 'Do it', title: 'It' }
    expect(await post(body, {})).toEqual({ status: 422, rows: ['header idempotency-key missing'] })
    for (const [key, type] of [
      ['', 'string_too_short'],
      ['a b', 'string_pattern_mismatch'],
      ['ü', 'string_pattern_mismatch'],
      ['a/b', 'string_pattern_mismatch'],
      ['k'.repeat(201), 'string_too_long'],
    ] as const) {
      const { status, rows } = await post(body, { 'idempotency-key': key })
      expect([status, rows[0]]).toEqual([422, `header idempotency-key ${type}`])
    }
    expect((await launch({}, `A_z.9:-${'k'.repeat(193)}`)).state).toBe('queued')
    expect(await countSessions()).toBe(1)
  })

  test.each([
    ['prompt', 1, MAX_PROMPT],
    ['title', 1, 200],
    ['existing_branch', 1, 255],
    ['source_ref', 1, 255],
    ['pull_request_body', 0, 20_000],
    ['commit_message', 1, 2_000],
    ['client_reference', 1, 200],
  ] as const)('%s outside its bounds of %i to %i characters', async (field, least, most) => {
    if (least > 0) await expect(launch({ [field]: '' })).rejects.toMatchObject(invalidAt('body', field))
    await expect(launch({ [field]: 'x'.repeat(most + 1) })).rejects.toMatchObject(invalidAt('body', field))
    await expect(launch({ [field]: 7 as never })).rejects.toMatchObject(invalidAt('body', field))
    const { id } = await launch({ [field]: 'x'.repeat(most) })
    expect(String((await rowOf(id))[field]).length).toBe(most)
  })

  test('texts that do not match their pattern', async () => {
    for (const client_reference of ['a b', 'a/b', 'é'])
      await expect(launch({ client_reference })).rejects.toMatchObject(invalidAt('body', 'client_reference'))
    for (const name of ['shop', 'a/b/c', '/shop', 'acme/', 'a b/c', `${'a'.repeat(200)}/b`])
      await expect(launch({ expected_repository_full_name: name })).rejects.toMatchObject(
        invalidAt('body', 'expected_repository_full_name'),
      )
    expect(await post({}, { 'idempotency-key': 'k' })).toEqual({
      status: 422,
      rows: ['body prompt missing', 'body title missing'],
    })
  })

  test('without a repository, and with another than the expected one; nothing is begun', async () => {
    await expect(launch({ expected_repository_full_name: 'acme/other' })).rejects.toEqual(
      refusal(409, 'repository_mismatch'),
    )
    expect((await launch({ expected_repository_full_name: 'Acme/Shop' })).repository_full_name).toBe(
      'acme/shop',
    )
    await app.sql`delete from repositories where app_id = ${at.app_id}`
    await expect(launch()).rejects.toEqual(refusal(409, 'repository_not_connected'))
    expect(await countSessions()).toBe(1)
  })

  test('when credits are used up', async () => {
    await setLimit(0)
    await expect(launch()).rejects.toEqual(refusal(402, 'credits_exhausted'))
    expect([await countSessions(), await scene.holds()]).toEqual([0, 0])
  })

  test('when too many are open, also with two keys for the last place at once', async () => {
    for (let n = 1; n < MAX_OPEN_SESSIONS; n++) await launch()
    const both = await Promise.allSettled([launch(), launch()])
    expect(both.filter(({ status }) => status === 'fulfilled').length).toBe(1)
    expect(both.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))).toEqual([
      refusal(409, 'session_queue_full'),
    ])
    expect(await countSessions()).toBe(MAX_OPEN_SESSIONS)
  })
})

describe('coding.launch', () => {
  test('stores what was sent, and waits', async () => {
    const sent = { existing_branch: 'fix', source_ref: 'v1', pull_request_body: '', commit_message: 'Fix it' }
    const session = await launch({ ...sent, client_reference: 'ticket:1' }, 'first')
    expect(session).toMatchObject({
      state: 'queued',
      launch_key: 'first',
      client_reference: 'ticket:1',
      repository_full_name: 'acme/shop',
      launched_by: owner.email,
      ...{ message_id: null, branch_id: null, branch_name: null, session_url: null, pull_request: null },
      ...{ error_code: null, input_request_id: null, outcome: null, summary: null, plan: [] },
    })
    expect(await rowOf(session.id)).toMatchObject({ prompt: 'Do it', base_branch: 'main', ...sent })
    expect([await scene.jobs(session.id), await scene.holds()]).toEqual([1, 1])
    const { items } = await scene.client().audit.list({ app_id: at.app_id, action: 'coding.launch' })
    expect(items.map(({ target_id }) => target_id)).toEqual([session.id])
  })

  test('takes null for everything that may be left out', async () => {
    const nothing = { existing_branch: null, source_ref: null, pull_request_body: null, commit_message: null }
    const first = await launch(nothing, 'nothing')
    const other = { client_reference: null, expected_repository_full_name: null }
    expect((await launch(other, 'nothing')).id).toBe(first.id)
  })

  test('answers a retry with the same session in its present state', async () => {
    const first = await launch({ client_reference: 'a' }, 'again')
    await scene.start(first.id)
    expect(await launch({ client_reference: 'a' }, 'again')).toMatchObject({ id: first.id, state: 'running' })
    expect(await launch({}, 'again')).toMatchObject({ id: first.id, client_reference: 'a' })
    expect(await launch({ client_reference: null }, 'again')).toMatchObject({ id: first.id })
    expect([await countSessions(), await scene.jobs(first.id), await scene.holds()]).toEqual([1, 1, 1])
  })

  test('answers a retry also when nothing could be begun any more', async () => {
    const { id } = await launch({}, 'late')
    await app.sql`delete from repositories where app_id = ${at.app_id}`
    await setLimit(0)
    expect((await launch({}, 'late')).id).toBe(id)
    await expect(launch({ title: 'Other' }, 'late')).rejects.toEqual(refusal(409, 'idempotency_conflict'))
  })

  test.each([
    { prompt: 'Other' },
    { title: 'Other' },
    { existing_branch: 'x' },
    { source_ref: 'x' },
    { pull_request_body: '' },
    { commit_message: 'x' },
    { expected_repository_full_name: 'acme/shop' },
    { client_reference: 'other' },
  ])('refuses the same key with %o', async (changed) => {
    await launch({ client_reference: 'one' }, 'same')
    await expect(launch({ client_reference: 'one', ...changed }, 'same')).rejects.toEqual(
      refusal(409, 'idempotency_conflict'),
    )
    await launch({}, 'bare')
    await expect(launch({ client_reference: 'one' }, 'bare')).rejects.toEqual(
      refusal(409, 'idempotency_conflict'),
    )
  })

  test('keys belong to the person', async () => {
    const mine = await launch({}, 'shared')
    const theirs = await launch({ title: 'Theirs' }, 'shared', app.as(editor))
    expect(theirs.id).not.toBe(mine.id)
    const place = { app_id: at.app_id, launch_key: 'shared' }
    expect((await app.as(editor).coding.by_launch_key(place)).id).toBe(theirs.id)
    expect((await scene.client().coding.by_launch_key(place)).id).toBe(mine.id)
    await expect(app.as(viewer).coding.by_launch_key(place)).rejects.toEqual(
      refusal(404, 'coding_session_not_found'),
    )
  })

  test('makes one session of 100 launches at once with one key', async () => {
    const answers = await Promise.all(Array.from({ length: 100 }, () => launch({}, 'hundred')))
    const [first] = answers
    for (const answer of answers) expect(answer).toEqual(first)
    expect(await countSessions()).toBe(1)
    expect([await scene.jobs(first?.id ?? ''), await scene.holds()]).toEqual([1, 1])
    expect((await app.as(owner).audit.list({ app_id: at.app_id })).items.length).toBe(1)
  })
})
