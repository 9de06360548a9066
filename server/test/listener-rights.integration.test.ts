/** Who may listen, and for how long: anyone who loses a right loses it on open connections too. */
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { notify } from '../src/platform/database/listen.ts'
import { listen, type TestListener } from './listen.ts'
import { useApp } from './use-app.ts'
import { useTeam } from './use-team.ts'

const app = useApp({ rate_limits: 'off' })
const { owner } = useTeam(app)
let app_id: string
let room: string

beforeAll(async () => {
  app_id = (await app.make.app(owner)).id
  room = `entities:${app_id}:Task`
  await app.as(owner).schemas.set({ app_id, name: 'Task' }, SCHEMA)
})

const ADMIN = { user_condition: { role: 'admin' } }
const SCHEMA = { properties: { title: {}, cost: { rls: { read: ADMIN } } }, rls: { read: true } }

const member = (role: 'viewer' | 'editor' | 'guest') => app.make.person(role, { id: owner.workspace_id })
const connect = (token?: string, options?: object) =>
  listen(app.baseUrl, { app_id, ...(token !== undefined && { token }) }, { ...options })
const create = (title: string, there = app_id) =>
  app.as(owner).records.create({ app_id: there, entity_name: 'Task' }, { title, cost: 1 })
async function inRoom(token: string): Promise<TestListener> {
  const one = await connect(token)
  expect(await one.join(room)).toMatchObject({ ok: true })
  return one
}
const isShownOut = (one: TestListener) => expect.poll(one.ended).toBe('io server disconnect')

describe('a connection', () => {
  test.each([
    ['an unknown token', { token: `pat_${'x'.repeat(40)}` }, 'invalid_credentials'],
    ['a token with blanks', { token: 'a b' }, 'invalid_credentials'],
    ['a token that is too long', { token: 'x'.repeat(600) }, 'invalid_credentials'],
    ['no token for an app that is not open', {}, 'missing_credentials'],
    ['a token that was never set', { token: 'undefined' }, 'missing_credentials'],
    ['an empty token', { token: '' }, 'missing_credentials'],
    ['no app', { app_id: '' }, 'app_not_found'],
    ['an app with an odd name', { app_id: '../x' }, 'app_not_found'],
    ['an app called __proto__', { app_id: '__proto__' }, 'missing_credentials'],
  ])('is refused with %s', async (_, query, code) => {
    await expect(listen(app.baseUrl, { app_id, ...query })).rejects.toMatchObject({ code })
  })

  test('is refused to strangers, to workspace keys and to tokens of other apps', async () => {
    const stranger = await app.make.person('owner')
    await expect(connect(stranger.token)).rejects.toMatchObject({ code: 'app_not_found' })
    const key = await app.make.credential({ kind: 'workspace_key', workspace_id: owner.workspace_id })
    await expect(connect(key.secret)).rejects.toMatchObject({ code: 'workspace_key_not_allowed' })
    const limited = await app.make.token(owner, { app_ids: [(await app.make.app(owner)).id] })
    await expect(connect(limited)).rejects.toMatchObject({ code: 'app_not_found' })
  })

  test('is open to read-only tokens, sessions, and the cookie of our own pages', async () => {
    const readOnly = await app.make.token(owner, { permission: 'read_only' })
    const session = await app.make.session(owner)
    const own = { Cookie: `atrium=${session}`, Origin: app.baseUrl }
    for (const one of [
      await connect(readOnly),
      await connect(session),
      await connect(undefined, { extraHeaders: own }),
      await connect(undefined, { extraHeaders: { Authorization: `Bearer ${owner.token}` } }),
    ])
      expect(await one.join(room)).toMatchObject({ ok: true })
  })

  test('takes no cookie from other sites', async () => {
    const foreign = { Cookie: `atrium=${await app.make.session(owner)}`, Origin: 'https://elsewhere.example' }
    await expect(connect(undefined, { extraHeaders: foreign })).rejects.toMatchObject({
      code: 'missing_credentials',
    })
  })

  test('cannot be made by polling, and other offers of protocols are answered as ever', async () => {
    const polled = await fetch(`${app.baseUrl}/ws-user-apps/socket.io/?EIO=4&transport=polling`)
    expect(polled.status).toBe(400)
    const offered = await rawRequest(app.baseUrl, '/healthz', 'Upgrade: h2c\r\nConnection: Upgrade')
    expect(offered).toMatch(/^HTTP\/1\.1 200 /)
  })
})

describe('anyone who listens is shown out', () => {
  test('when their token is revoked', async () => {
    const { id, token } = await app.as(owner).tokens.create({ name: randomUUID(), permission: 'read_only' })
    const [one, other] = [await inRoom(token), await inRoom(owner.token)]
    await app.as(owner).tokens.revoke({ token_id: id })
    await isShownOut(one)
    expect(other.ended()).toBeNull()
  })

  test('when their session ends, by themselves or by time', async () => {
    const session = await app.make.session(owner)
    const one = await inRoom(session)
    await app.as(session).session.delete()
    await isShownOut(one)

    const soon = new Date(app.clock.now().getTime() + 60_000)
    const short = await inRoom(await app.make.token(owner, { expires_at: soon }))
    app.clock.move(61)
    await isShownOut(short)
  })

  test('when they are removed from the workspace', async () => {
    const viewer = await member('viewer')
    const one = await inRoom(viewer.token)
    await app.as(owner).members.remove({ email: viewer.email })
    await isShownOut(one)
  })

  test('when a guest loses the app', async () => {
    const guest = await member('guest')
    await app.make.collaborator({ id: app_id }, guest, 'viewer')
    const one = await inRoom(guest.token)
    await app.as(owner).collaborators.remove({ app_id, email: guest.email })
    await isShownOut(one)
  })

  test('when the app is no longer open to everybody, or is deleted', async () => {
    const open = await app.make.app(owner)
    const settings = (public_settings: 'public_without_login' | 'private_with_login') =>
      app.as(owner).apps.update({ app_id: open.id }, { public_settings })
    await settings('public_without_login')
    const visitor = await listen(app.baseUrl, { app_id: open.id })
    const own = await listen(app.baseUrl, { app_id: open.id, token: owner.token })
    await settings('private_with_login')
    await isShownOut(visitor)
    expect(own.ended()).toBeNull()
    await app.as(owner).apps.delete({ app_id: open.id })
    await isShownOut(own)
  })

  test('when a user of the app is removed from it', async () => {
    const open = await app.make.app(owner)
    await app.as(owner).apps.update({ app_id: open.id }, { public_settings: 'public_with_login' })
    const user = await app.make.appUser(open)
    const one = await listen(app.baseUrl, { app_id: open.id, token: user.token })
    await app.sql`delete from app_users where app_id = ${open.id} and user_id = ${user.id}`
    await isShownOut(one)
  })

  test('in a crowd as well: hundreds with one token', { tags: 'slow' }, async () => {
    const { id, token } = await app.as(owner).tokens.create({ name: randomUUID(), permission: 'read_only' })
    const crowd = await Promise.all(Array.from({ length: 200 }, () => inRoom(token)))
    await app.as(owner).tokens.revoke({ token_id: id })
    for (const one of crowd) await isShownOut(one)
  })
})

describe('anyone who listens stays, and sees what they may see now', () => {
  test('when their role changes', async () => {
    const editor = await member('editor')
    const one = await inRoom(editor.token)
    await create('A')
    expect((await one.hears(room, 1))[0].data).toHaveProperty('cost')
    await app.as(owner).members.set_role({ email: editor.email }, { role: 'viewer' })
    await expect
      .poll(async () => {
        await create('B')
        return one.heard(room).at(-1).data
      })
      .not.toHaveProperty('cost')
    expect(one.ended()).toBeNull()
  })

  test('when their data in the app changes', async () => {
    await app
      .as(owner)
      .schemas.set(
        { app_id, name: 'Note' },
        { properties: { team: { type: 'string' } }, rls: { read: { 'data.team': '{{user.data.team}}' } } },
      )
    const viewer = await member('viewer')
    const one = await connect(viewer.token)
    const there = `entities:${app_id}:Note`
    await one.join(there)
    const setTeam = (team: string) =>
      app.sql`insert into app_users (app_id, user_id, data) values (${app_id}, ${viewer.id}, ${{ team }})
          on conflict (app_id, user_id) do update set data = excluded.data`
    const note = (team: string) => app.as(owner).records.create({ app_id, entity_name: 'Note' }, { team })
    await note('red')
    await setTeam('red')
    await expect
      .poll(async () => {
        await note('red')
        return one.heard(there).length
      })
      .toBeGreaterThan(0)
    await setTeam('blue')
    await note('blue')
    await expect
      .poll(async () => {
        await note('blue')
        return one.heard(there).at(-1).data.team
      })
      .toBe('blue')
    await note('red')
    await note('blue')
    expect(one.heard(there).at(-1).data.team).toBe('blue')
  })

  test('and hears no more of a room that was closed to them, also when it is there again', async () => {
    const editor = await member('editor')
    const [one, other] = [await connect(editor.token), await connect(owner.token)]
    const schema = { app_id, name: 'Plan' }
    const there = `entities:${app_id}:Plan`
    await app.as(owner).schemas.set(schema, SCHEMA)
    await one.join(there)
    const closed: unknown[] = []
    one.socket.on('room_closed', (room) => closed.push(room))
    await app.as(owner).schemas.delete(schema)
    await app.as(owner).members.set_role({ email: editor.email }, { role: 'viewer' })
    await expect.poll(() => closed).toMatchObject([{ room: there, code: 'entity_not_found' }])

    await app.as(owner).schemas.set(schema, SCHEMA)
    await other.join(there)
    const make = (title: string) =>
      app.as(owner).records.create({ app_id, entity_name: 'Plan' }, { title, cost: 1 })
    await make('A')
    await other.hears(there, 1)
    expect(await one.join(there)).toMatchObject({ ok: true })
    await make('B')
    const heard = await one.hears(there, 1)
    expect(heard.map(({ data }) => data.title)).toEqual(['B'])
    expect(heard[0].data).not.toHaveProperty('cost')
  })

  test('when what changed has nothing to do with them', async () => {
    const one = await inRoom(owner.token)
    await notify(app.atrium.db, 'credentials', 'usr_somebody_else')
    await notify(app.atrium.db, 'app_access', app_id)
    await create('C')
    await one.hears(room, 1)
    expect(one.ended()).toBeNull()
  })
})

/** What comes back as text; the connection is closed by the server. */
async function rawRequest(baseUrl: string, path: string, headers: string): Promise<string> {
  const { connect: dial } = await import('node:net')
  const { hostname, port } = new URL(baseUrl)
  return new Promise((resolve, reject) => {
    let said = ''
    const socket = dial(Number(port), hostname, () =>
      socket.write(`GET ${path} HTTP/1.1\r\nHost: ${hostname}\r\n${headers}\r\n\r\n`),
    )
    socket.setTimeout(15_000, () => socket.destroy(new Error('no answer')))
    socket.on('error', reject)
    socket.on('data', (data) => {
      said += data
      socket.end()
      resolve(said)
    })
  })
}
