import { beforeEach, describe, expect, test } from 'vitest'
import type { FakeContext } from '../../../ports/function-runtime/test/fake-functions.ts'
import { bearer, codeOf, useFunctions } from '../test/function-scene.ts'

const scene = useFunctions()
const { app, fake } = scene

/** Only their makers may read or write them. */
const PRIVATE = { read: { created_by: '{{user.email}}' }, write: { created_by: '{{user.email}}' } }
const NOTE = {
  properties: { text: { type: 'string' }, hidden: { type: 'string', rls: { read: false, write: false } } },
  rls: PRIVATE,
}

const json = (value: unknown) => Buffer.from(JSON.stringify(value))
const notes = () => `/api/apps/${scene.shop.id}/entities/Note`

/** Runs this inside a function, called with this token. */
async function inside<T>(
  token: string | null,
  work: (context: FakeContext) => Promise<T>,
  fields: object = {},
): Promise<T> {
  await scene.deploy('inside', fields)
  let result: { value: T } | null = null
  fake.handle('inside', async (_request, context) => {
    result = { value: await work(context) }
    return new Response()
  })
  const answer = await fetch(scene.url('inside'), {
    method: 'POST',
    headers: token === null ? {} : bearer(token),
  })
  expect(answer.status).toBe(200)
  return (result as unknown as { value: T }).value
}

const post = (path: string, body: unknown, as: 'caller' | 'service', headers = {}) => ({
  as,
  method: 'POST',
  path,
  headers: { 'content-type': 'application/json', ...headers },
  body: json(body),
})
const bodyOf = ({ body }: { body: Buffer }) => JSON.parse(body.toString())

beforeEach(async () => {
  await app.as(scene.owner).schemas.set({ app_id: scene.shop.id, name: 'Note' }, NOTE as never)
})

describe('as the caller', () => {
  test('a function is bound by their rules', async () => {
    const at = { app_id: scene.shop.id, entity_name: 'Note' }
    await app.as(scene.owner).records.create(at, { text: 'of the owner' })
    const seen = await inside(scene.shopper.token, async ({ api }) => {
      const made = await api(post(notes(), { text: 'mine' }, 'caller'))
      const refused = await api(post(notes(), { text: 'x', hidden: 'y' }, 'caller'))
      const listed = await api({ path: notes() })
      const me = await api({ path: `/api/apps/${scene.shop.id}/entities/User/me` })
      return [
        made.status,
        refused.status,
        bodyOf(listed).map(({ text }: { text: string }) => text),
        bodyOf(me).id,
      ]
    })
    expect(seen).toEqual([200, 403, ['mine'], scene.shopper.id])
  })

  test('who came with a cookie or a key is the same person', async () => {
    await scene.deploy('me')
    fake.handle('me', async (_request, { api }) =>
      Response.json(bodyOf(await api({ path: `/api/apps/${scene.shop.id}/entities/User/me` }))),
    )
    const cookie = { cookie: `atrium=${await app.make.session(scene.owner)}` }
    for (const headers of [cookie, { api_key: scene.owner.token }]) {
      const answer = await fetch(scene.url('me'), { headers: headers as Record<string, string> })
      expect(await answer.json()).toMatchObject({ id: scene.owner.id })
    }
  })

  test('nobody is nobody, and no header makes a function somebody', async () => {
    const statuses = await inside(
      null,
      async ({ api }) => {
        const tries = [
          {},
          bearer(scene.owner.token),
          { api_key: scene.owner.token },
          { 'x-atrium-user': '{}' },
        ]
        const cookie = `atrium=${await app.make.session(scene.owner)}`
        return Promise.all(
          [...tries, { cookie }].map(async (headers) => (await api({ path: notes(), headers })).status),
        )
      },
      { access: 'anyone' },
    )
    expect(new Set(statuses)).toEqual(new Set([401]))
  })

  test('who has no part in the app is nobody to a function for anyone, and to the API behind it', async () => {
    const seen = await inside(
      scene.stranger.token,
      async ({ api, call }) => [
        (await api({ path: notes() })).status,
        call.headers.some(([name]) => name === 'x-atrium-user' || name === 'authorization'),
      ],
      { access: 'anyone' },
    )
    expect(seen).toEqual([401, false])
  })

  test('an editor does not pass the rules by', async () => {
    const at = { app_id: scene.shop.id, entity_name: 'Note' }
    await app.as(scene.viewer).records.create(at, { text: 'of the viewer' })
    const listed = await inside(scene.owner.token, ({ api }) =>
      api({ path: notes(), headers: { 'X-Bypass-RLS': 'true' } }),
    )
    expect([listed.status, bodyOf(listed)]).toEqual([200, []])
  })

  test('even for an owner, nothing but their app’s front end is in reach', async () => {
    const other = await app.make.app(scene.owner)
    const paths = [
      `/api/apps/${scene.shop.id}/secrets`,
      `/api/apps/${scene.shop.id}/backend-functions`,
      `/api/apps/${other.id}/entities/Note`,
      '/api/workspace/access-tokens',
      `/api/apps/${scene.shop.id}/entities/%2e%2e/secrets`,
    ]
    const seen = await inside(scene.owner.token, ({ api }) =>
      Promise.all(paths.flatMap((path) => (['caller', 'service'] as const).map((as) => api({ path, as })))),
    )
    for (const answer of seen) {
      expect([answer.status, bodyOf(answer).code]).toEqual([403, 'function_path_not_allowed'])
    }
    const [odd] = await inside(scene.owner.token, ({ api }) =>
      Promise.all([api({ path: notes(), method: 'CONNECT' })]),
    )
    expect(odd?.status).toBe(403)
  })
})

describe('as the service', () => {
  test('no rule binds a function, and what it changes stands in the audit log under its name', async () => {
    const at = { app_id: scene.shop.id, entity_name: 'Note' }
    const { id } = (await app.as(scene.owner).records.create(at, { text: 'of the owner' })) as { id: string }
    const made = await inside(
      null,
      async ({ api }) => {
        const created = bodyOf(await api(post(notes(), { text: 'new', hidden: 'secret' }, 'service')))
        await api({ as: 'service', method: 'PUT', path: `${notes()}/${id}`, ...putBody({ hidden: 'x' }) })
        const listed = bodyOf(await api({ as: 'service', path: notes() }))
        return { created, listed }
      },
      { access: 'anyone' },
    )
    expect(made.created).toMatchObject({ text: 'new', hidden: 'secret', created_by: 'service' })
    expect(made.listed.map(({ hidden }: { hidden: string }) => hidden).sort()).toEqual(['secret', 'x'])
    const { items } = await app.as(scene.owner).audit.list({ app_id: scene.shop.id })
    const byService = items.filter(({ credential_kind }) => credential_kind === 'service')
    expect(byService.map(({ action, credential_id, actor_id }) => [action, credential_id, actor_id])).toEqual(
      [
        ['records.update', 'inside', null],
        ['records.create', 'inside', null],
      ],
    )
  })

  test('it invites, uploads and tracks, and calls other functions as the service', async () => {
    const base = `/api/apps/${scene.shop.id}`
    const form = new FormData()
    form.set('file', new File(['content'], 'a.txt', { type: 'text/plain' }))
    const encoded = new Response(form)
    const type = encoded.headers.get('content-type') ?? ''
    const bytes = Buffer.from(await encoded.arrayBuffer())
    await scene.deploy('second')
    fake.handle('second', async (request, { api }) =>
      Response.json([request.headers.get('x-atrium-user'), (await api({ path: notes() })).status]),
    )
    const seen = await inside(
      null,
      async ({ api }) => [
        (
          await api(
            post(`${base}/users/invite-user`, { user_email: 'new@example.com', role: 'user' }, 'service'),
          )
        ).status,
        (await api(post(`${base}/analytics/track/batch`, { events: [{ event_name: 'x' }] }, 'service')))
          .status,
        (
          await api({
            as: 'service',
            method: 'POST',
            path: `${base}/integration-endpoints/Core/UploadFile`,
            headers: { 'content-type': type },
            body: bytes,
          })
        ).status,
        bodyOf(await api({ as: 'service', path: `${base}/functions/second` })),
        bodyOf(await api({ as: 'service', path: '/api/functions/second' })),
      ],
      { access: 'anyone' },
    )
    expect(seen).toEqual([201, 200, 200, [null, 200], [null, 200]])
  })

  test('cannot be claimed from outside', async () => {
    for (const headers of [bearer('service'), { 'x-atrium-service': scene.shop.id }, { host: 'own' }]) {
      const answer = await fetch(`${app.baseUrl}${notes()}`, { headers: headers as Record<string, string> })
      expect(answer.status).toBe(401)
    }
  })
})

describe('functions that call each other', () => {
  test.each(['by the path', 'by the token'])(
    '%s end after 8 calls in a row, and a line says so',
    async (way) => {
      await scene.deploy('round')
      const path =
        way === 'by the path' ? `/api/apps/${scene.shop.id}/functions/round` : '/api/functions/round'
      let calls = 0
      fake.handle('round', async (_request, { api }) => {
        calls++
        const { status, body } = await api({ path })
        return new Response(new Uint8Array(body), { status })
      })
      const answer = await fetch(`${app.baseUrl}${path}`, { headers: bearer(scene.shopper.token) })
      expect(await codeOf(answer)).toEqual([508, 'function_loop'])
      expect(calls).toBe(8)
      const at = { app_id: scene.shop.id, name: 'round' }
      await expect
        .poll(() => app.as(scene.owner).functions.logs(at))
        .toMatchObject([{ level: 'error', message: expect.stringContaining('8 times') }])
    },
  )
})

const putBody = (value: unknown) => ({ headers: { 'content-type': 'application/json' }, body: json(value) })
