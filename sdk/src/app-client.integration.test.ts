/** What an app's front end does, against a whole server in this process. */
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { mailedCode, mailedToken } from '../../server/src/tenancy/app-users/test/app-mail.ts'
import { useApp } from '../../server/test/use-app.ts'
import { useTeam } from '../../server/test/use-team.ts'
import { eventually } from '../test/eventually.ts'
import { type AppClient, createClient, type EntityEvent } from './index.ts'

const PASSWORD = 'correct horse battery staple'
const server = useApp({ rate_limits: 'off' })
const { owner } = useTeam(server)
let app_id: string
let count = 0

beforeEach(async () => {
  app_id = (await server.make.app(owner, { public_settings: 'public_with_login' })).id
  const schema = {
    properties: { title: { type: 'string' }, hours: { type: 'number' }, status: { type: 'string' } },
    rls: { read: { $or: [{ created_by_id: '{{user.id}}' }, { user_condition: { role: 'admin' } }] } },
  }
  await server.as(owner).schemas.set({ app_id, name: 'Task' }, schema)
})

const clientOf = (token?: string) => createClient({ baseUrl: server.baseUrl, app_id, token, retries: 0 })

/** Somebody who just signed up in the app. */
async function signUp(client: AppClient = clientOf()) {
  const email = `grace${count++}@example.com`
  await client.auth.register({ email, password: PASSWORD, full_name: 'Grace' })
  await client.auth.verifyOtp({ email, otp_code: await mailedCode(server, owner, email) })
  return { client, email }
}

describe('signing in', () => {
  test('the client acts as the person who signed up or in, until they sign out', async () => {
    const { client, email } = await signUp()
    expect(await client.auth.me()).toMatchObject({ email, full_name: 'Grace', role: 'user' })
    const mine = await client.entity('Task').create({ title: 'mine' })
    expect(await client.entity('Task').list()).toEqual([mine])

    expect(await client.auth.logout()).toEqual({ success: true })
    await expect(client.auth.me()).rejects.toMatchObject({ status: 401 })
    const { user } = await client.auth.login({ email, password: PASSWORD })
    expect(user.email).toBe(email)
    expect(await client.auth.me()).toMatchObject({ email })
  })

  test('by a mailed link, the client acts as the person whom it names', async () => {
    const client = clientOf()
    const email = `magic-${Date.now()}@example.com`
    expect(await client.auth.requestMagicLink({ email })).toEqual({ success: true })
    await server.atrium.jobs.drain()
    const { user } = await client.auth.signInWithMagicLink(await mailedToken(server, owner, email))
    expect(user.email).toBe(email)
    expect(await client.auth.me()).toMatchObject({ email })
  })

  test('signing out of a session that has ended already forgets it all the same', async () => {
    const { client, email } = await signUp()
    const { access_token } = await client.auth.login({ email, password: PASSWORD })
    await clientOf(access_token).auth.logout()
    expect(await client.auth.logout()).toEqual({ success: true })
    await expect(client.auth.me()).rejects.toMatchObject({ code: 'missing_credentials' })
  })

  test('signing out with a credential that is no session keeps it', async () => {
    const client = clientOf(owner.token)
    await expect(client.auth.logout()).rejects.toMatchObject({ code: 'not_a_session' })
    expect(await client.auth.me()).toMatchObject({ email: owner.email })
  })

  test('people change what the app keeps of them, and their password', async () => {
    const { client, email } = await signUp()
    expect(await client.auth.updateMe({ full_name: 'Grace H.', team: 'compilers' })).toMatchObject({
      full_name: 'Grace H.',
      team: 'compilers',
    })
    const { id } = await client.auth.me()
    const new_password = `${PASSWORD}!`
    await client.auth.changePassword({ user_id: id, current_password: PASSWORD, new_password })
    await expect(clientOf().auth.login({ email, password: PASSWORD })).rejects.toMatchObject({
      code: 'invalid_login',
    })
    await clientOf().auth.login({ email, password: new_password })
  })

  test('in one app leaves the client of all others as it was', async () => {
    const platform = createClient({ baseUrl: server.baseUrl, token: owner.token })
    await signUp(platform.app(app_id))
    expect((await platform.session.read()).email).toBe(owner.email)
  })
})

test('those who edit the app invite users, list, change and remove them', async () => {
  const { users } = clientOf(owner.token)
  const invited = await users.inviteUser('ada@example.com', 'admin')
  expect(invited).toMatchObject({ email: 'ada@example.com', role: 'admin', status: 'invited' })
  expect((await users.list({ search: 'ada' })).items).toMatchObject([{ id: invited.id }])
  expect(await users.update({ user_id: invited.id }, { role: 'user' })).toMatchObject({ role: 'user' })
  expect(await users.remove({ user_id: invited.id })).toEqual({ success: true })
})

test('visits are reported and counted', { tags: 'slow' }, async () => {
  const { client } = await signUp()
  await client.appLogs.logUserInApp('Home & more')
  const { appLogs } = clientOf(owner.token)
  // They are written together, a little later.
  await eventually(async () =>
    expect(await appLogs.stats()).toMatchObject({ visits: 1, pages: [{ page: 'Home & more' }] }),
  )
})

describe('files', () => {
  test.each<[string, () => Blob | ReadableStream<Uint8Array> | AsyncIterable<string>]>([
    ['a file of a form', () => new File(['hello'], 'a.txt', { type: 'text/plain' })],
    ['bytes without a name', () => new Blob(['hello'])],
    ['a stream', () => new Blob(['hello']).stream()],
    ['what comes piece by piece', () => pieces('hel', 'lo')],
  ])('%s is stored', async (_, file) => {
    const { client } = await signUp()
    const { file_url } = await client.integrations.Core.UploadFile({ file: file() })
    expect(await (await fetch(new URL(file_url, server.baseUrl))).text()).toBe('hello')
  })

  test('private ones are reached by a signed address', async () => {
    const { client } = await signUp()
    const { Core } = client.integrations
    const { file_uri } = await Core.UploadPrivateFile({ file: new File(['hush'], 'b.txt') })
    const { signed_url } = await Core.CreateFileSignedUrl({ file_uri })
    expect(await (await fetch(new URL(signed_url, server.baseUrl))).text()).toBe('hush')
  })

  test('a call without one says so before it is sent', async () => {
    // @ts-expect-error: the file is left out
    await expect(clientOf().integrations.Core.UploadFile({})).rejects.toThrow(
      'integrations.upload_file needs file',
    )
  })
})

test('the language model is asked by its name in other libraries', async () => {
  const { client } = await signUp()
  expect(await client.integrations.Core.InvokeLLM({ prompt: 'Name a colour' })).toEqual(expect.any(String))
})

describe('records by the set', () => {
  test('are imported, summed, listed by value and exported as a stream', async () => {
    const Task = clientOf(owner.token).entity('Task')
    const csv = 'title,hours,status\na,1,open\nb,2,done\nc,x,done\nd,4,done\n'
    const imported = await Task.importEntities(new File([csv], 'tasks.csv'))
    expect(imported).toMatchObject({
      status: 'partial',
      created: 3,
      failed: 1,
      errors: [{ row: 3, field: 'hours' }],
    })
    expect(
      await Task.aggregate({ query: { hours: { $gt: 0 } }, groupBy: 'status', sum: 'hours', sort: 'status' }),
    ).toEqual({
      rows: [
        { status: 'done', count: 2, sum_hours: 6 },
        { status: 'open', count: 1, sum_hours: 1 },
      ],
      truncated: false,
    })
    expect((await Task.distinct('status')).toSorted()).toEqual(['done', 'open'])
    expect(await Task.distinct('status', { hours: 1 })).toEqual(['open'])

    const exported = await Task.export({
      query: { status: 'done' },
      sort: '-hours',
      fields: ['title', 'hours'],
    })
    expect(exported).toBeInstanceOf(Response)
    expect(exported.headers.get('content-type')).toContain('text/csv')
    expect((await exported.text()).replace(/rec_\w+/g, 'rec')).toMatch(
      /^.*title,hours\r\n.*d,4\r\n.*b,2\r\n$/,
    )
    const json = await (await Task.export({ format: 'json', sort: 'title' })).json()
    expect(json.map(({ title }: { title: string }) => title)).toEqual(['a', 'b', 'd'])
    await expect(Task.export({ query: { nothing: 1 } })).rejects.toMatchObject({ status: 422 })
  })

  test('go through the file that was exported back in', async () => {
    const Task = clientOf(owner.token).entity('Task')
    await Task.bulkCreate([{ title: 'a', hours: 1 }, { title: 'b' }])
    const exported = await Task.export({ format: 'jsonl', fields: ['title', 'hours'] })
    const again = await Task.importEntities(exported.body ?? new Blob([]), { format: 'jsonl' })
    expect(again).toMatchObject({ status: 'success', created: 2 })
    expect(await Task.count({ title: 'b' })).toBe(2)
  })
})

describe('live updates', () => {
  /** Listens as this client, from when it returns. */
  async function heardBy(client: AppClient) {
    const events: EntityEvent[] = []
    const onConnect = vi.fn()
    const onError = vi.fn()
    const stop = client.entity('Task').subscribe((event) => events.push(event), { onConnect, onError })
    onTestFinished(stop)
    await eventually(() => expect(onConnect).toHaveBeenCalled())
    return { events, onConnect, onError, stop }
  }

  test('tell what is created, changed and deleted, and end when they are asked to', async () => {
    const client = clientOf(owner.token)
    const Task = client.entity('Task')
    const { events, stop } = await heardBy(client)
    const made = await Task.create({ title: 'a' })
    const changed = await Task.update(made.id, { title: 'b' })
    await Task.delete(made.id)
    await eventually(() => expect(events).toHaveLength(3))
    expect(events).toEqual([
      { type: 'create', id: made.id, data: made, timestamp: expect.any(String) },
      { type: 'update', id: made.id, data: changed, timestamp: expect.any(String) },
      { type: 'delete', id: made.id, data: { id: made.id }, timestamp: expect.any(String) },
    ])
    stop()
    const other = await heardBy(client)
    await Task.create({ title: 'c' })
    await eventually(() => expect(other.events).toHaveLength(1))
    expect(events).toHaveLength(3)
  })

  test('tell each what they may read', async () => {
    const { client } = await signUp()
    const { events } = await heardBy(client)
    await clientOf(owner.token).entity('Task').create({ title: 'of the owner' })
    const mine = await client.entity('Task').create({ title: 'mine' })
    await eventually(() => expect(events).toMatchObject([{ type: 'create', id: mine.id }]))
  })

  test('go on as somebody else who signs in', async () => {
    const { client, email } = await signUp()
    const { events, onConnect } = await heardBy(client)
    client.setToken(owner.token)
    await eventually(() => expect(onConnect).toHaveBeenCalledTimes(2))
    const made = await clientOf(owner.token).entity('Task').create({ title: 'of the owner' })
    await eventually(() => expect(events).toMatchObject([{ id: made.id }]))
    expect(await client.auth.login({ email, password: PASSWORD })).toMatchObject({ user: { email } })
    await eventually(() => expect(onConnect).toHaveBeenCalledTimes(3))
  })

  test.each([
    ['a credential that is none', () => clientOf('nonsense'), 'Task', 401, 'invalid_credentials'],
    ['an entity that is none', () => clientOf(owner.token), 'Nothing', 404, 'entity_not_found'],
  ])('refuse %s', async (_, client, name, status, code) => {
    const onError = vi.fn()
    onTestFinished(
      client()
        .entity(name)
        .subscribe(() => {}, { onError }),
    )
    await eventually(() => expect(onError).toHaveBeenCalledOnce())
    expect(onError.mock.calls[0]?.[0]).toMatchObject({ status, code })
  })
})

async function* pieces(...texts: string[]) {
  yield* texts
}
