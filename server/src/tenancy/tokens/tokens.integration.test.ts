import { createHash } from 'node:crypto'
import { iterate } from '@atrium/sdk'
import { describe, expect, test } from 'vitest'
import { holdClock } from '../../../test/hold-clock.ts'
import type { Person } from '../../../test/make.ts'
import { refusal } from '../../../test/refusal.ts'
import { startApp } from '../../../test/start-app.ts'
import { useApp } from '../../../test/use-app.ts'
import { useTeam } from '../../../test/use-team.ts'

const app = useApp({ rate_limits: 'off' })
const { owner, admin, editor, viewer, guest, stranger } = useTeam(app)

const FULL = { name: 'deploys', permission: 'full_access' as const }
const later = (seconds: number) => new Date(app.clock.now().getTime() + seconds * 1000).toISOString()

describe('tokens.create', () => {
  test('answers 201 with the whole token and its value, which works at once', { tags: 'slow' }, async () => {
    const target = await app.make.app(owner)
    const expires_at = later(3600)
    const made = await app.as(editor).tokens.create({ ...FULL, app_ids: [target.id, target.id], expires_at })
    expect(made).toEqual({
      id: expect.stringMatching(/^tok_/),
      name: 'deploys',
      permission: 'full_access',
      app_ids: [target.id],
      user_id: editor.id,
      user_email: editor.email,
      created_date: expect.any(String),
      expires_at,
      last_used_at: null,
      token: expect.stringMatching(/^pat_[\w-]{43}$/),
    })
    expect((await app.as(made.token).session.read()).id).toBe(editor.id)
    app.clock.move(3601)
    await expect(app.as(made.token).session.read()).rejects.toEqual(refusal(401, 'invalid_credentials'))
  })

  test('of the value only the hash is kept', async () => {
    const { id, token } = await app.as(owner).tokens.create(FULL)
    const stored = await app.sql<{ row: string; secret_hash: Buffer }>`
      select credentials::text as row, secret_hash from credentials where id = ${id}`
    expect(stored[0]?.row).not.toContain(token)
    expect(stored[0]?.secret_hash).toEqual(createHash('sha256').update(token).digest())
  })

  test('a read-only token reads and changes nothing', async () => {
    const { token } = await app.as(owner).tokens.create({ name: 'x', permission: 'read_only' })
    await app.as(token).apps.list()
    const readOnly = refusal(403, 'read_only_credential_route_not_allowed')
    await expect(app.as(token).apps.create({ name: 'x' })).rejects.toEqual(readOnly)
    await expect(app.as(token).tokens.create(FULL)).rejects.toEqual(readOnly)
  })

  test('a session or personal key makes one in the workspace it names', async () => {
    const session = app.as(await app.make.session(viewer))
    const { token } = await session.tokens.create(FULL, { query: { workspaceId: owner.workspace_id } })
    expect((await app.as(token).workspaces.list()).workspaces).toMatchObject([{ id: owner.workspace_id }])
    for (const workspaceId of [stranger.workspace_id, 'ws_nope'])
      for (const client of [session, app.as(viewer)])
        await expect(client.tokens.create(FULL, { query: { workspaceId } })).rejects.toEqual(
          refusal(404, 'workspace_not_found'),
        )
  })

  test('a limited token makes none that reaches further than itself', async () => {
    const [mine, other] = [await app.make.app(owner), await app.make.app(owner)]
    const limited = app.as(await app.make.token(owner, { app_ids: [mine.id] }))
    for (const body of [FULL, { ...FULL, app_ids: null }])
      await expect(limited.tokens.create(body)).rejects.toEqual(refusal(403, 'token_scope_exceeded'))
    await expect(limited.tokens.create({ ...FULL, app_ids: [mine.id, other.id] })).rejects.toEqual(
      refusal(404, 'app_not_found'),
    )
    const { token } = await limited.tokens.create({ ...FULL, app_ids: [mine.id] })
    expect((await app.as(token).apps.list()).items.map(({ id }) => id)).toEqual([mine.id])
  })

  test('a token that ends makes none that lasts longer than itself', async () => {
    const inDays = (days: number) => new Date(app.clock.now().getTime() + days * 86_400_000).toISOString()
    const { token } = await app.as(owner).tokens.create({ ...FULL, expires_at: inDays(2) })
    for (const expires_at of [undefined, null, inDays(3)])
      await expect(app.as(token).tokens.create({ ...FULL, expires_at })).rejects.toEqual(
        refusal(403, 'token_scope_exceeded'),
      )
    await app.as(token).tokens.create({ ...FULL, expires_at: inDays(1) })
    // A session ends too, and makes what its owner wants.
    const session = app.as(await app.make.session(owner))
    await session.tokens.create(FULL, { query: { workspaceId: owner.workspace_id } })
  })

  test('a token revokes only what reaches no further and lasts no longer than itself', async () => {
    const tomorrow = new Date(app.clock.now().getTime() + 86_400_000).toISOString()
    const mine = await app.make.app(owner)
    const make = async (body: object) => app.as(owner).tokens.create({ ...FULL, ...body })
    const [whole, limited, ending] = [
      await make({}),
      await make({ app_ids: [mine.id] }),
      await make({ expires_at: tomorrow }),
    ]
    const revoke = (by: { token: string }, { id }: { id: string }) =>
      app.as(by.token).tokens.revoke({ token_id: id })
    for (const [by, target] of [
      [limited, whole],
      [ending, whole],
      [limited, ending],
    ] as const)
      await expect(revoke(by, target)).rejects.toEqual(refusal(403, 'token_scope_exceeded'))
    await revoke(whole, ending)
    await revoke(limited, await make({ app_ids: [mine.id] }))
    await revoke(limited, limited)
  })

  test('a limited token neither sees nor revokes tokens of others', async () => {
    const mine = await app.make.app(owner)
    const { token } = await app.as(owner).tokens.create({ ...FULL, app_ids: [mine.id] })
    const theirs = await app.as(viewer).tokens.create({ ...FULL, app_ids: [mine.id] })
    const seen = async (secret: string) =>
      (await app.as(secret).tokens.list({ limit: 100 })).items.map(({ user_id }) => user_id)
    expect(new Set(await seen(token))).toEqual(new Set([owner.id]))
    expect(await seen((await app.as(owner).tokens.create(FULL)).token)).toContain(viewer.id)
    await expect(app.as(token).tokens.revoke({ token_id: theirs.id })).rejects.toEqual(
      refusal(403, 'token_limited_to_apps'),
    )
    expect(await app.as(theirs.token).session.read()).toMatchObject({ email: viewer.email })
  })

  test('names only apps that its maker can see', async () => {
    const [own, kept, foreign, gone] = [
      await app.make.app(owner),
      await app.make.app(owner),
      await app.make.app(stranger),
      await app.make.app(owner),
    ]
    await app.make.collaborator(own, guest, 'viewer')
    await app.as(owner).apps.delete({ app_id: gone.id })
    for (const id of ['app_nope', foreign.id, gone.id])
      await expect(app.as(owner).tokens.create({ ...FULL, app_ids: [own.id, id] })).rejects.toEqual(
        refusal(404, 'app_not_found'),
      )
    await expect(app.as(guest).tokens.create({ ...FULL, app_ids: [kept.id] })).rejects.toEqual(
      refusal(404, 'app_not_found'),
    )
    await app.as(guest).tokens.create({ ...FULL, app_ids: [own.id] })
  })

  test.each([
    ['2099-12-31T10:00:00z', '2099-12-31T10:00:00.000Z'],
    ['2099-12-31 10:00:00+05:30', '2099-12-31T04:30:00.000Z'],
    ['2099-12-31T10:00:00.123456+05', '2099-12-31T05:00:00.123Z'],
    [null, null],
  ])('reads the time %s', async (text, expires_at) => {
    expect(await app.as(owner).tokens.create({ ...FULL, expires_at: text })).toMatchObject({ expires_at })
  })

  test.each([
    [{ name: '' }, ['name'], 'string_too_short'],
    [{ name: 'x'.repeat(101) }, ['name'], 'string_too_long'],
    [{ name: undefined }, ['name'], 'missing'],
    [{ permission: 'admin' }, ['permission'], 'literal_error'],
    [{ app_ids: [] }, ['app_ids'], 'too_short'],
    [{ app_ids: Array(201).fill('app_x') }, ['app_ids'], 'too_long'],
    [{ app_ids: [''] }, ['app_ids', 0], 'string_too_short'],
    [{ expires_at: 'tomorrow' }, ['expires_at'], 'datetime_parsing'],
    [{ expires_at: '2099-02-30T00:00:00Z' }, ['expires_at'], 'datetime_parsing'],
    [{ expires_at: '2099-12-31T23:59:60Z' }, ['expires_at'], 'datetime_parsing'],
    [{ expires_at: '2020-01-01T00:00:00Z' }, ['expires_at'], 'datetime_future'],
  ])('refuses %j', async (fields, place, type) => {
    const query = { workspaceId: 'ws_nope' } // what was sent is looked at before the workspace
    const making = app.as(owner).tokens.create({ ...FULL, ...(fields as object) }, { query })
    await expect(making).rejects.toMatchObject({ status: 422, detail: [{ loc: ['body', ...place], type }] })
  })

  test('refuses to make one that expires at this moment', async () => {
    holdClock(app.clock)
    const making = app.as(owner).tokens.create({ ...FULL, expires_at: later(0) })
    await expect(making).rejects.toMatchObject({ status: 422, detail: [{ type: 'datetime_future' }] })
    await app.as(owner).tokens.create({ ...FULL, expires_at: later(0.001) })
  })

  test('takes the longest there may be', async () => {
    const ids = Array.from({ length: 200 }, () => app.make.app(stranger))
    const app_ids = (await Promise.all(ids)).map(({ id }) => id)
    const made = await app.as(stranger).tokens.create({ ...FULL, name: '\u{1F600}'.repeat(100), app_ids })
    expect(made.app_ids).toEqual(app_ids)
  })
})

describe('tokens.list', () => {
  const listed = async (who: Person | string, query = {}) =>
    Array.fromAsync(iterate(app.as(who).tokens.list, { limit: 2, ...query }))

  test('people see their own, owners and admins all of the workspace, nobody a value', {
    tags: 'slow',
  }, async () => {
    await app.make.token(viewer)
    for (const [who, whose] of [
      [viewer, [viewer.id]],
      [editor, [editor.id]],
      [admin, [owner.id, admin.id, editor.id, viewer.id, guest.id]],
    ] as const) {
      const tokens = await listed(who)
      expect(new Set(tokens.map(({ user_id }) => user_id))).toEqual(new Set(whose))
      expect(tokens.every((one) => !('token' in one) && !('secret_hash' in one))).toBe(true)
    }
    const ids = async (who: Person) => (await listed(who)).map(({ id }) => id)
    expect(await ids(owner)).toEqual(await ids(admin))
    expect((await listed(stranger)).map(({ user_id }) => user_id)).not.toContain(owner.id)
  })

  test('walks from the newest to the oldest and meets each once', async () => {
    const person = await app.make.person('viewer', { id: owner.workspace_id })
    const created_date = app.clock.now()
    for (let i = 0; i < 6; i++) await app.make.token(person, { created_date, name: `${i}` }) // all at once
    const all = (await app.as(person).tokens.list()).items
    expect(all).toHaveLength(7)
    expect((await listed(person)).map(({ id }) => id)).toEqual(all.map(({ id }) => id))
    const order = all.map(({ created_date, id }) => `${created_date} ${id}`)
    expect(order).toEqual([...order].sort().reverse())
  })

  test('finds by a part of the name, only what one sees anyway', async () => {
    const person = await app.make.person('viewer', { id: owner.workspace_id })
    for (const name of ['Build 50%', 'build of docs', 'Other']) await app.make.token(person, { name })
    const names = async (who: Person, search: string) =>
      (await listed(who, { search })).map(({ name }) => name).toSorted()
    expect(await names(person, 'BUILD')).toEqual(['Build 50%', 'build of docs'])
    expect(await names(person, '0%')).toEqual(['Build 50%'])
    expect(await names(editor, 'build')).toEqual([])
    expect(await names(admin, 'build')).toEqual(['Build 50%', 'build of docs'])
    const { next_cursor } = await app.as(person).tokens.list({ limit: 1, search: 'build' })
    await expect(app.as(person).tokens.list({ cursor: next_cursor ?? '' })).rejects.toMatchObject({
      status: 422,
    })
  })

  test('leaves out what was disabled or is another kind', async () => {
    const person = await app.make.person('owner')
    await app.make.session(person)
    await app.make.credential({ kind: 'api_key', user_id: person.id })
    await app.make.credential({ kind: 'workspace_key', workspace_id: person.workspace_id })
    await app.make.token(person, { disabled_at: app.clock.now() })
    expect((await listed(person)).map(({ name }) => name)).toEqual(['test'])
  })

  test('a cursor that is tampered with or of another list is refused', async () => {
    const first = await app.as(owner).tokens.list({ limit: 1 })
    const cursor = first.next_cursor ?? ''
    const flipped = cursor.replace(/^./, (letter) => (letter === 'A' ? 'B' : 'A'))
    const ofApps = await foreignCursor()
    const wrong = { status: 422, detail: [{ loc: ['query', 'cursor'], type: 'cursor_invalid' }] }
    for (const one of [flipped, `${cursor}x`, cursor.split('.')[0], 'nonsense', '', ofApps])
      await expect(app.as(owner).tokens.list({ cursor: one })).rejects.toMatchObject(wrong)
    await expect(app.as(editor).tokens.list({ cursor })).rejects.toMatchObject(wrong)
    await expect(app.as(stranger).tokens.list({ cursor })).rejects.toMatchObject(wrong)
    expect((await app.as(owner).tokens.list({ cursor })).items).not.toContainEqual(first.items[0])
  })

  const foreignCursor = async () => {
    for (let i = 0; i < 2; i++) await app.make.app(owner)
    return (await app.as(owner).apps.list({ limit: 1 })).next_cursor ?? ''
  }

  test('an unknown or foreign workspace is not found', async () => {
    for (const workspaceId of ['ws_nope', stranger.workspace_id])
      await expect(app.as(owner).tokens.list({ workspaceId })).rejects.toEqual(
        refusal(404, 'workspace_not_found'),
      )
  })

  test.each([['0'], ['101'], ['ten']])('a limit of %s is refused', async (limit) => {
    await expect(app.as(owner).tokens.list({ limit: limit as never })).rejects.toMatchObject({
      status: 422,
      detail: [{ loc: ['query', 'limit'] }],
    })
  })
})

describe('tokens.revoke', () => {
  const revoking = (who: Person | string, token_id: string, query = {}) =>
    app.as(who).tokens.revoke({ token_id }, query)

  test('people revoke their own, owners and admins everyone’s of the workspace', async () => {
    for (const who of [editor, admin, owner]) {
      const { id, token } = await app.as(editor).tokens.create(FULL)
      expect(await revoking(who, id)).toEqual({ revoked: true, id })
      await expect(app.as(token).session.read()).rejects.toEqual(refusal(401, 'invalid_credentials'))
      await expect(revoking(who, id)).rejects.toEqual(refusal(404, 'token_not_found'))
    }
  })

  test('another person’s, a foreign and an unknown token are all not found, and stay', async () => {
    const { id, token } = await app.as(admin).tokens.create(FULL)
    for (const [who, token_id] of [
      [editor, id],
      [stranger, id],
      [owner, 'tok_nope'],
    ] as const)
      await expect(revoking(who, token_id)).rejects.toEqual(refusal(404, 'token_not_found'))
    expect((await app.as(token).session.read()).id).toBe(admin.id)
    await expect(revoking(owner, id, { workspaceId: stranger.workspace_id })).rejects.toEqual(
      refusal(404, 'workspace_not_found'),
    )
  })

  test('only tokens: sessions and keys are not found', async () => {
    const session = await app.make.credential({ kind: 'session', user_id: owner.id })
    const key = await app.make.credential({ kind: 'workspace_key', workspace_id: owner.workspace_id })
    for (const { id } of [session, key])
      await expect(revoking(owner, id)).rejects.toEqual(refusal(404, 'token_not_found'))
  })
})

test('api_keys.create is gone for good, and says where to go', async () => {
  await expect(app.as(owner).api_keys.create()).rejects.toMatchObject({
    status: 410,
    code: 'api_keys_retired',
    message: expect.stringContaining('personal access token'),
  })
})

test('the three share 30 a minute: all tokens of a workspace together, each session alone', {
  tags: 'slow',
}, async () => {
  const limited = await startApp({ database_url: app.databaseUrl })
  const person = await app.make.person('owner')
  const { id } = await app.make.credential({
    kind: 'personal_token',
    user_id: person.id,
    workspace_id: person.workspace_id,
  })
  const colleague = await app.make.person('viewer', { id: person.workspace_id })
  await limited.as(person).tokens.create(FULL)
  await limited
    .as(colleague)
    .tokens.revoke({ token_id: 'tok_nope' })
    .catch(() => {})
  await Promise.all(Array.from({ length: 28 }, () => limited.as(person).tokens.list()))
  const over = refusal(429, 'rate_limited')
  await expect(limited.as(colleague).tokens.list()).rejects.toEqual(over)
  await expect(limited.as(person).tokens.create(FULL)).rejects.toEqual(over)
  await expect(limited.as(person).tokens.revoke({ token_id: id })).rejects.toEqual(over)
  await limited.as(await app.make.session(person)).tokens.list()
})
