/** What an Idempotency-Key promises, rule by rule. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { transaction } from '../src/platform/database/transaction.ts'
import { purgeKeys } from '../src/platform/idempotency/purge-keys.ts'
import { createTestApp } from './app.ts'
import type { Person } from './make.ts'
import { useApp } from './use-app.ts'
import { useTeam } from './use-team.ts'

const app = useApp({ rate_limits: 'off' })
const { owner, editor, viewer } = useTeam(app)
let app_id: string
let open_id: string
beforeAll(async () => {
  app_id = (await app.make.app(owner)).id
  open_id = (await app.make.app(owner, { public_settings: 'public_without_login' })).id
  for (const id of [app_id, open_id])
    await app
      .as(owner)
      .schemas.set({ app_id: id, name: 'Item' }, { properties: { name: { type: 'string' } } })
})

let keys = 0
const newKey = () => `key-${++keys}-of-this-file-alone`

interface Sent {
  who?: Person | string | null
  path?: string
  body?: unknown
  baseUrl?: string
}

async function post(key: string | null, { who = owner, path, body = { name: 'A' }, baseUrl }: Sent = {}) {
  const token = who && (typeof who === 'string' ? who : who.token)
  const response = await fetch(`${baseUrl ?? app.baseUrl}${path ?? items()}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(key !== null && { 'idempotency-key': key }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  const answer = JSON.parse(text)
  const isReplayed = response.headers.get('idempotency-replayed') === 'true'
  return { status: response.status, headers: response.headers, text, answer, code: answer.code, isReplayed }
}

const items = (id = app_id) => `/api/apps/${id}/entities/Item`
const FOLDERS = '/api/app-folders'
const FOLDER = { name: 'F', scope: 'workspace' }
const idOf = (space: string, key: string) =>
  createHash('sha256')
    .update(JSON.stringify([space, key]))
    .digest('base64url')
const spaceOf = ({ id, workspace_id }: Person) => JSON.stringify([id, workspace_id, null, null])
const rowOf = async (who: Person, key: string) => {
  const id = idOf(spaceOf(who), key)
  return (await app.sql<{ answer: string | null }>`select * from idempotency_keys where id = ${id}`)[0]
}
const countItems = async (id = app_id) =>
  (await app.sql<{ n: number }>`select count(*)::int as n from records where app_id = ${id}`)[0]?.n

describe('refused is', () => {
  test.each([
    ['an empty key', ''],
    ['a key with a blank', 'a b'],
    ['a key with a quote', '"a"'],
    ['a key of 201 characters', 'a'.repeat(201)],
  ])('%s', async (_, key) => {
    const before = await countItems()
    const { status, answer } = await post(key)
    expect([status, answer.detail[0].loc]).toEqual([422, ['header', 'idempotency-key']])
    expect(await countItems()).toBe(before)
  })

  test('a short key of somebody without a credential: another person may have the same idea', async () => {
    const { status, answer } = await post('a'.repeat(21), { who: null, path: items(open_id) })
    expect([status, answer.detail[0].type]).toEqual([422, 'string_too_short'])
  })

  test('another body, address or operation under the same key', async () => {
    const key = newKey()
    await post(key)
    const others = [
      { body: { name: 'B' } },
      { path: items(open_id) },
      { path: `${items()}?x=1` },
      { path: FOLDERS, body: FOLDER },
    ]
    for (const other of others)
      expect(await post(key, other)).toMatchObject({ status: 409, code: 'idempotency_conflict' })
  })

  test('a repeat while the first is being carried out, with a time to wait', async () => {
    const key = newKey()
    const held = Promise.withResolvers<void>()
    const holding = Promise.withResolvers<void>()
    const lock = transaction(app.atrium.db, async (tx) => {
      await sql`lock table folders in exclusive mode`.execute(tx)
      holding.resolve()
      await held.promise
    })
    await holding.promise
    onTestFinished(() => held.resolve())
    const first = post(key, { path: FOLDERS, body: FOLDER })
    await expect.poll(() => app.sql`select from pg_locks where not granted`).toHaveLength(1)
    const { status, code, headers } = await post(key, { path: FOLDERS, body: FOLDER })
    expect([status, code, headers.get('retry-after')]).toEqual([409, 'idempotency_in_progress', '1'])
    held.resolve()
    await lock
    const made = await first
    expect(made).toMatchObject({ status: 201, isReplayed: false })
    expect(await post(key, { path: FOLDERS, body: FOLDER })).toMatchObject({
      text: made.text,
      isReplayed: true,
    })
  })

  test('a repeat by somebody who is not let in any more', async () => {
    const workspace = { id: owner.workspace_id }
    const leaving = await app.make.person('editor', workspace)
    const lowered = await app.make.person('editor', workspace)
    const [a, b] = [newKey(), newKey()]
    const folder = { path: FOLDERS, body: FOLDER }
    await post(a, { who: leaving })
    await post(b, { who: lowered, ...folder })
    await app.as(owner).members.remove({ email: leaving.email })
    await app.as(owner).members.set_role({ email: lowered.email }, { role: 'viewer' })
    expect((await post(a, { who: leaving })).answer).not.toHaveProperty('name')
    expect(await post(b, { who: lowered, ...folder })).toMatchObject({ status: 403, code: 'editor_required' })
  })

  test('a repeat on an app that the caller does not reach any more', async () => {
    const key = newKey()
    const { id } = await app.make.app(owner)
    await app.as(owner).collaborators.set({ app_id: id, email: viewer.email }, { role: 'editor' })
    const flow = { who: viewer, path: `/api/apps/${id}/testing-agent/flows`, body: { name: 'F', goal: 'G' } }
    expect(await post(key, flow)).toMatchObject({ status: 201 })
    expect(await post(key, flow)).toMatchObject({ status: 201, isReplayed: true })
    await app.as(owner).collaborators.remove({ app_id: id, email: viewer.email })
    expect(await post(key, flow)).toMatchObject({ status: 403, code: 'editor_required' })
    await app.as(owner).apps.delete({ app_id: id })
    expect(await post(key, flow)).toMatchObject({ status: 404, code: 'app_not_found' })
  })
})

describe('the first answer', () => {
  test('comes again to the byte, says so, and nothing is done a second time', async () => {
    const key = newKey()
    const before = await countItems()
    const first = await post(key)
    expect(first).toMatchObject({ status: 200, isReplayed: false, answer: { name: 'A' } })
    const again = await post(key)
    expect(again).toMatchObject({ status: 200, isReplayed: true, text: first.text })
    expect(again.headers.get('content-type')).toBe(first.headers.get('content-type'))
    expect(await countItems()).toBe((before ?? 0) + 1)
  })

  test('has the status and the headers of its operation', async () => {
    const key = newKey()
    const path = `/api/apps/${app_id}/security/scan`
    const first = await post(key, { path, body: {} })
    expect(first.headers.get('x-scan-source')).toBe('async')
    const again = await post(key, { path, body: {} })
    expect([again.headers.get('x-scan-source'), again.text, again.isReplayed]).toEqual([
      'async',
      first.text,
      true,
    ])
  })

  test('is a list where the operation answers one', async () => {
    const key = newKey()
    const sent = { path: `${items()}/bulk`, body: [{ name: 'A' }, { name: 'B' }] }
    const first = await post(key, sent)
    expect(first.answer).toHaveLength(2)
    expect(await post(key, sent)).toMatchObject({ text: first.text, isReplayed: true })
  })

  test('comes from every node', async () => {
    const other = await createTestApp({ rate_limits: 'off', database_url: app.databaseUrl })
    onTestFinished(() => other.stop())
    const key = newKey()
    const first = await post(key)
    expect(await post(key, { baseUrl: other.baseUrl })).toMatchObject({ text: first.text, isReplayed: true })
  })

  test('is for its caller alone: others have the same key for themselves', async () => {
    const key = newKey()
    const elsewhere = await app.make.person('owner')
    const limited = await app.make.token(owner, { app_ids: [app_id] })
    const ids = new Set<string>()
    for (const who of [owner, editor, limited, await app.make.session(owner)])
      ids.add((await post(key, { who })).answer.id)
    expect(ids.size).toBe(4)
    // Another token of the same reach is the same caller.
    expect(await post(key, { who: await app.make.token(owner) })).toMatchObject({ isReplayed: true })
    expect(await post(key, { who: elsewhere })).toMatchObject({ status: 404 })
  })

  test('is for visitors by where they come from', async () => {
    const key = newKey().padEnd(22, 'x')
    const sent = { who: null, path: items(open_id) }
    const first = await post(key, sent)
    expect(first).toMatchObject({ status: 200, isReplayed: false })
    expect(await post(key, sent)).toMatchObject({ text: first.text, isReplayed: true })
    expect(await post(key, { path: items(open_id) })).toMatchObject({ isReplayed: false })
  })

  test('is kept sealed: a token stands nowhere in the table', async () => {
    const key = newKey()
    const sent = { path: '/api/workspace/access-tokens', body: { name: 'T', permission: 'read_only' } }
    const { answer } = await post(key, sent)
    const row = await rowOf(owner, key)
    expect(row?.answer).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
    expect(JSON.stringify(row)).not.toContain(answer.token)
    expect((await post(key, sent)).answer.token).toBe(answer.token)
    await app.as(answer.token as string).apps.list()
  })

  test('is forgotten after a day, and the key may be used again', { tags: 'slow' }, async () => {
    const key = newKey()
    const first = await post(key)
    app.clock.move(24 * 3600 - 60)
    expect(await post(key)).toMatchObject({ text: first.text, isReplayed: true })
    app.clock.move(61)
    const later = await post(key, { body: { name: 'other' } })
    expect(later).toMatchObject({ status: 200, isReplayed: false })
    expect(await post(key, { body: { name: 'other' } })).toMatchObject({ text: later.text, isReplayed: true })
    app.clock.move(24 * 3600 + 1)
    await app.atrium.jobs.send(app.atrium.db, purgeKeys, {})
    await app.atrium.jobs.drain()
    expect(await app.sql`select from idempotency_keys`).toEqual([])
  })

  test('is no refusal: after it was repaired the same key works', async () => {
    const key = newKey()
    const inviting = (email: string) =>
      post(key, { path: '/api/workspace/invitations/invite', body: { email, role: 'viewer' } })
    expect(await inviting(editor.email)).toMatchObject({ status: 409, code: 'already_member' })
    expect(await rowOf(owner, key)).toBeUndefined()
    expect(await inviting('new@example.com')).toMatchObject({ status: 201, isReplayed: false })
  })

  test('of many at once is that of those which could be done', async () => {
    const key = newKey()
    const sent = {
      path: '/api/workspace/invitations/bulk-invite',
      body: {
        items: [editor.email, 'p@example.com', 'q@example.com'].map((email) => ({ email, role: 'viewer' })),
      },
    }
    const first = await post(key, sent)
    expect(first.answer).toMatchObject({
      invited: [{ email: 'p@example.com' }, {}],
      failed: [{ email: editor.email }],
    })
    expect(await post(key, sent)).toMatchObject({ text: first.text, isReplayed: true })
  })

  test('that is too large is not kept, but nothing is done twice', { tags: 'slow' }, async () => {
    const path = items()
    const large = 'x'.repeat(700_000)
    const key = newKey()
    for (const name of ['u1', 'u2', 'u3']) {
      await app
        .as(owner)
        .schemas.set(
          { app_id, name: 'Big' },
          { properties: { k: { type: 'string' }, v: { type: 'string' } } },
        )
      await post(null, { path: path.replace('Item', 'Big'), body: { k: name, v: large } })
    }
    const sent = {
      path: `${path.replace('Item', 'Big')}/upsert`,
      body: { key: 'k', records: [{ k: 'u1' }, { k: 'u2' }, { k: 'u3' }, { k: 'u4' }] },
    }
    expect(await post(key, sent)).toMatchObject({ status: 200, answer: { created: 1, updated: 3 } })
    expect(await post(key, sent)).toMatchObject({
      status: 409,
      code: 'idempotency_conflict',
      answer: { message: expect.stringMatching(/too large/) },
    })
  })
})

test('a hundred at once make one record, and all are answered alike', { tags: 'slow' }, async () => {
  const key = newKey()
  const before = await countItems()
  const answers = await Promise.all(
    Array.from({ length: 100 }, () => post(key, { body: { name: 'hundred' } })),
  )
  expect(await countItems()).toBe((before ?? 0) + 1)
  const done = answers.filter(({ status }) => status === 200)
  expect(new Set(done.map(({ text }) => text)).size).toBe(1)
  expect(done.filter(({ isReplayed }) => !isReplayed)).toHaveLength(1)
  expect(answers.every(({ status, code }) => status === 200 || code === 'idempotency_in_progress')).toBe(true)
})

describe('what reaches outside', () => {
  const call = async () => {
    const agent = await app.make.app(owner, { kind: 'agent' })
    const { id } = await app
      .as(owner)
      .webhooks.create(
        { agent_id: agent.id },
        { target_url: 'https://example.com/x', events: ['message.created'] },
      )
    return { path: `/api/agents/${agent.id}/webhooks/${id}/test`, body: {} }
  }

  test('is done once, and a repeat gets what came of it', async () => {
    const key = newKey()
    const sent = await call()
    const first = await post(key, sent)
    expect(first).toMatchObject({ status: 200, isReplayed: false, answer: { ok: false } })
    expect(await post(key, sent)).toMatchObject({ text: first.text, isReplayed: true })
  })

  test('is refused while somebody does it, and done again when their time is over', async () => {
    const key = newKey()
    const sent = await call()
    await post(key, sent)
    // As it is after a crash.
    await app.sql`update idempotency_keys set answer = null, lease_until = ${new Date(app.clock.now().getTime() + 30_000)}
      where id = ${idOf(spaceOf(owner), key)}`
    const refused = await post(key, sent)
    expect(refused).toMatchObject({ status: 409, code: 'idempotency_in_progress' })
    expect(refused.headers.get('retry-after')).toBe('1')
    app.clock.move(31)
    const again = await post(key, sent)
    expect(again).toMatchObject({ status: 200, isReplayed: false })
  })

  test('leaves no key when it is refused', async () => {
    const key = newKey()
    const { path } = await call()
    expect(await post(key, { path: path.replace(/whk_\w+/, 'whk_none'), body: {} })).toMatchObject({
      status: 404,
    })
    expect(await rowOf(owner, key)).toBeUndefined()
    expect(await post(key, { path, body: {} })).toMatchObject({ status: 200 })
  })
})
