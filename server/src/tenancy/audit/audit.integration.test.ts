import { operations } from '@atrium/contract'
import { type Client, createClient, iterate } from '@atrium/sdk'
import { describe, expect, test } from 'vitest'
import type { Person } from '../../../test/make.ts'
import { refusal } from '../../../test/refusal.ts'
import { useApp } from '../../../test/use-app.ts'
import { useTeam } from '../../../test/use-team.ts'

const app = useApp({ rate_limits: 'off' })
const { owner, admin, editor, viewer, guest, stranger } = useTeam(app)

const entries = async (query: object = {}, who: Person | string = owner) =>
  Array.fromAsync(iterate(app.as(who).audit.list, { limit: 100, ...query }))

describe('every change leaves one entry', () => {
  const full = { name: 'deploys', permission: 'full_access' as const }
  const makeToken = () => app.as(editor).tokens.create(full)
  const addApp = () => app.as(editor).apps.create({ name: 'Orders' })

  /** Each change, and what its entry says of it. */
  const changes = {
    'tokens.create': async (client: Client) => {
      const { id, token } = await client.tokens.create(full)
      const detail = { name: 'deploys', permission: 'full_access', app_ids: null, expires_at: null }
      return { target: ['token', id], app_id: null, detail, secret: token }
    },
    'tokens.revoke': async (client: Client) => {
      const { id, token } = await makeToken()
      await client.tokens.revoke({ token_id: id })
      const detail = { name: 'deploys', user_id: editor.id }
      return { target: ['token', id], app_id: null, detail, secret: token }
    },
    'apps.create': async (client: Client) => {
      const { id } = await client.apps.create({ name: 'Orders', kind: 'agent' })
      return { target: ['app', id], app_id: id, detail: { name: 'Orders', kind: 'agent' } }
    },
    'apps.update': async (client: Client) => {
      const { id } = await addApp()
      await client.apps.update(
        { app_id: id },
        { name: 'Orders', hide_authorship: true, user_description: 'x' },
      )
      const detail = { changed: ['user_description', 'hide_authorship'] }
      return { target: ['app', id], app_id: id, detail }
    },
    'apps.delete': async (client: Client) => {
      const { id } = await addApp()
      await client.apps.delete({ app_id: id })
      return { target: ['app', id], app_id: id, detail: { name: 'Orders' } }
    },
    'collaborators.set': async (client: Client) => {
      const { id } = await addApp()
      await client.collaborators.set({ app_id: id, email: guest.email }, { role: 'viewer' })
      return {
        target: ['collaborator', guest.id],
        app_id: id,
        detail: { email: guest.email, role: 'viewer' },
      }
    },
    'collaborators.remove': async (client: Client) => {
      const { id } = await addApp()
      await app.make.collaborator({ id }, guest, 'viewer')
      await client.collaborators.remove({ app_id: id, email: guest.email })
      return { target: ['collaborator', guest.id], app_id: id, detail: { email: guest.email } }
    },
  }

  test.each(Object.entries(changes))('%s', async (action, change) => {
    const credential = await app.make.credential({ kind: 'session', user_id: editor.id })
    const before = (await entries({ action })).map(({ id }) => id)
    const requests: string[] = []
    const client = createClient({
      baseUrl: app.baseUrl,
      token: credential.secret,
      fetch: async (input, init) => {
        const answer = await fetch(input, init)
        requests.push(answer.headers.get('x-request-id') ?? '')
        return answer
      },
    })
    const { target, app_id, detail, ...rest } = await change(client)
    const fresh = (await entries({ action })).filter(
      ({ id, credential_id }) => !before.includes(id) && credential_id === credential.id,
    )
    expect(fresh).toEqual([
      {
        id: expect.stringMatching(/^aud_/),
        created_date: expect.stringMatching(/Z$/),
        action,
        actor_id: editor.id,
        actor_email: editor.email,
        credential_kind: 'session',
        credential_id: credential.id,
        address: '127.0.0.1',
        request_id: requests.at(-1),
        app_id,
        target_type: target[0],
        target_id: target[1],
        detail,
      },
    ])
    const everything = JSON.stringify(await entries())
    for (const secret of [
      credential.secret,
      editor.token,
      'secret' in rest ? rest.secret : credential.secret,
    ])
      expect(everything).not.toContain(secret)
  })

  test('what is refused leaves none, nor what changes nothing', async () => {
    const target = await app.make.app(owner)
    const before = await entries()
    const outcomes = await Promise.allSettled([
      app.as(viewer).apps.create({ name: 'x' }),
      app.as(viewer).apps.update({ app_id: target.id }, { name: 'x' }),
      app.as(viewer).apps.delete({ app_id: target.id }),
      app.as(owner).tokens.revoke({ token_id: 'tok_nope' }),
      app.as(owner).tokens.create({ name: 'x', permission: 'full_access', app_ids: ['app_nope'] }),
      app.as(owner).collaborators.set({ app_id: target.id, email: 'no@b.c' }, { role: 'viewer' }),
      app.as(owner).collaborators.remove({ app_id: target.id, email: 'no@b.c' }),
    ])
    expect(outcomes.map(({ status }) => status)).toEqual(Array(7).fill('rejected'))
    await app.as(owner).apps.update({ app_id: target.id }, { name: 'Test app' })
    await app.as(owner).apps.list()
    expect(await entries()).toEqual(before)
  })

  test('covers every operation of tenancy that changes something', () => {
    const areas = ['tokens', 'apps', 'collaborators'] as const
    const writing = areas.flatMap((area) =>
      Object.values(operations[area])
        .filter(({ method }) => method !== 'GET')
        .map(({ name }) => name),
    )
    expect(Object.keys(changes).sort()).toEqual(writing.sort())
  })
})

describe('audit.list', () => {
  test('is for owners, admins and workspace keys', async () => {
    const key = { kind: 'workspace_key' as const, workspace_id: owner.workspace_id }
    const { secret } = await app.make.credential(key)
    const readOnly = await app.make.token(admin, { permission: 'read_only' })
    for (const who of [admin, secret, readOnly]) expect(await entries({}, who)).toEqual(await entries())
    for (const who of [editor, viewer, guest])
      await expect(app.as(who).audit.list()).rejects.toEqual(refusal(403, 'admin_required'))
    const limited = await app.make.token(owner, { app_ids: [(await app.make.app(owner)).id] })
    await expect(app.as(limited).audit.list()).rejects.toEqual(refusal(403, 'token_limited_to_apps'))
  })

  test('an unknown or foreign workspace is not found', async () => {
    const session = await app.make.session(owner)
    for (const workspaceId of ['ws_nope', stranger.workspace_id])
      for (const who of [owner, session])
        await expect(app.as(who).audit.list({ workspaceId })).rejects.toEqual(
          refusal(404, 'workspace_not_found'),
        )
    expect(await entries({}, stranger)).toEqual([])
  })

  test('finds by action, actor and app, all at once', async () => {
    const one = await app.as(owner).apps.create({ name: 'One' })
    const two = await app.as(admin).apps.create({ name: 'Two' })
    await app.as(admin).apps.update({ app_id: one.id }, { name: 'New' })
    const found = async (query: object) =>
      (await entries(query)).map(({ action, app_id }) => [action, app_id])
    expect(await found({ app_id: one.id })).toEqual([
      ['apps.update', one.id],
      ['apps.create', one.id],
    ])
    const email = admin.email.toUpperCase()
    expect(await found({ actor_email: email })).toEqual([
      ['apps.update', one.id],
      ['apps.create', two.id],
    ])
    expect(await found({ actor_email: email, app_id: two.id, action: 'apps.create' })).toEqual([
      ['apps.create', two.id],
    ])
    for (const query of [
      { action: 'apps' },
      { action: 'apps.%' },
      { actor_email: 'x' },
      { app_id: 'app_nope' },
    ])
      expect(await found(query)).toEqual([])
  })

  test('walks from the newest to the oldest and meets each once', async () => {
    const person = await app.make.person('owner')
    const stopped = app.clock.now
    const moment = app.clock.now()
    app.clock.now = () => moment // all in one moment
    try {
      for (let i = 0; i < 5; i++) await app.as(person).apps.create({ name: `${i}` })
    } finally {
      app.clock.now = stopped
    }
    app.clock.move(1)
    await app.as(person).apps.create({ name: 'newest' })
    const all = await entries({}, person)
    expect(all.map(({ detail }) => detail.name)[0]).toBe('newest')
    expect(all).toHaveLength(6)
    for (const limit of [1, 2, 6]) expect(await entries({ limit }, person)).toEqual(all)
  })

  test('a cursor is good for its own filters and workspace only', async () => {
    const first = await app.as(owner).audit.list({ limit: 1, action: 'apps.create' })
    const cursor = first.next_cursor ?? ''
    const wrong = { status: 422, detail: [{ loc: ['query', 'cursor'], type: 'cursor_invalid' }] }
    for (const [who, query] of [
      [owner, { cursor }],
      [owner, { cursor, action: 'apps.delete' }],
      [stranger, { cursor, action: 'apps.create' }],
      [owner, { cursor: `${cursor}x`, action: 'apps.create' }],
    ] as const)
      await expect(app.as(who).audit.list(query)).rejects.toMatchObject(wrong)
  })

  test.each([
    [{ action: 'x'.repeat(101) }, 'action', 'string_too_long'],
    [{ actor_email: 'x'.repeat(255) }, 'actor_email', 'string_too_long'],
    [{ app_id: 'x'.repeat(129) }, 'app_id', 'string_too_long'],
    [{ limit: 101 }, 'limit', 'less_than_equal'],
  ])('refuses %.40j', async (query, field, type) => {
    await expect(app.as(owner).audit.list(query)).rejects.toMatchObject({
      status: 422,
      detail: [{ loc: ['query', field], type }],
    })
  })
})
