import { Id, operation, personal } from '@atrium/contract'
import { describe, expect, expectTypeOf, test } from 'vitest'
import { startStandIn } from '../test/stand-in.ts'
import { deriveOperation } from './derive-operation.ts'
import {
  type AccessToken,
  type ApiError,
  type App,
  createClient,
  type Folder,
  iterate,
  type Member,
  operations,
  pages,
} from './index.ts'

describe('a method', () => {
  test('fills the path, sends the body as JSON and answers with the body', async () => {
    const { url, received } = await startStandIn({ body: { id: 'fld_1', name: 'Shop' } })
    const client = createClient({ baseUrl: `${url}/`, token: 'pat_1' })
    const folder = await client.folders.update({ folder_id: 'a/b ?' }, { name: 'Shop', color: null })
    expect(folder).toEqual({ id: 'fld_1', name: 'Shop' })
    expect(received).toMatchObject([
      {
        method: 'PATCH',
        path: '/api/app-folders/a%2Fb%20%3F',
        body: { name: 'Shop', color: null },
        headers: { authorization: 'Bearer pat_1', 'content-type': 'application/json' },
      },
    ])
  })

  test('takes the query as its input when there is no body, and leaves out what is undefined', async () => {
    const { url, received } = await startStandIn({ body: { items: [] } })
    await createClient({ baseUrl: url }).apps.list({
      limit: 5,
      sort: '-name',
      fields: 'id,name',
      cursor: undefined,
    })
    expect(received[0]?.path).toBe('/api/apps?limit=5&sort=-name&fields=id%2Cname')
    expect(received[0]?.body).toBeUndefined()
    expect(received[0]?.headers['content-type']).toBeUndefined()
  })

  test('takes query and headers next to a body in its options', async () => {
    const { url, received } = await startStandIn({ status: 201 })
    await createClient({ baseUrl: url }).folders.create(
      { name: 'Shop', scope: 'workspace' },
      { query: { workspaceId: 'ws_2' }, headers: { 'X-Request-Id': 'mine' } },
    )
    expect(received[0]).toMatchObject({
      path: '/api/app-folders?workspaceId=ws_2',
      headers: { 'x-request-id': 'mine' },
    })
  })

  test('takes options right after params when it has neither body nor query', async () => {
    const { url, received } = await startStandIn({})
    await createClient({ baseUrl: url }).apps.read(
      { app_id: 'app_1' },
      { headers: { 'x-request-id': 'mine' } },
    )
    expect(received[0]).toMatchObject({ path: '/api/apps/app_1', headers: { 'x-request-id': 'mine' } })
  })

  test.each([
    ['2026-11-15T09:30:00.000Z', '"2026-11-15T09:30:00.000Z"'],
    ['"3"', '"3"'],
    ['*', '*'],
  ])(
    'sends if_match %s in quotes, and once: a repeat would meet its own change',
    async (if_match, header) => {
      const { url, received } = await startStandIn({ status: 503 })
      const { source } = createClient({ baseUrl: url, retries: 2 })
      const path = { app_id: 'app_1', path: 'a.js' }
      await expect(source.write_file(path, { content: '' }, { if_match })).rejects.toThrow()
      expect(received).toMatchObject([{ headers: { 'if-match': header } }])
    },
  )

  test('refuses if_match where nothing is compared', async () => {
    const { url, received } = await startStandIn({})
    const { apps } = createClient({ baseUrl: url })
    await expect(apps.update({ app_id: 'app_1' }, {}, { if_match: '1' })).rejects.toThrow(
      'apps.update takes no if_match',
    )
    expect(received).toEqual([])
  })

  test('sends an empty object when a body of optional fields is left out', async () => {
    const { url, received } = await startStandIn({ body: { members: [] } })
    await createClient({ baseUrl: url }).members.list()
    expect(received[0]?.body).toEqual({})
  })

  test.each([[''], ['.'], ['..'], [undefined]])(
    'refuses %j as a path value before sending',
    async (app_id) => {
      const { url, received } = await startStandIn({})
      const client = createClient({ baseUrl: url })
      // @ts-expect-error: undefined is what plain JavaScript may pass
      await expect(client.apps.read({ app_id })).rejects.toThrow(TypeError)
      // @ts-expect-error: so is nothing at all
      await expect(client.apps.read()).rejects.toThrow('apps.read needs app_id')
      expect(received).toEqual([])
    },
  )
})

describe('the credential', () => {
  test('goes into the api_key header when it is a key', async () => {
    const { url, received } = await startStandIn({})
    await createClient({ baseUrl: url, api_key: 'key_1' }).session.read()
    expect(received[0]?.headers).toMatchObject({ api_key: 'key_1' })
    expect(received[0]?.headers.authorization).toBeUndefined()
  })

  test('is left out where none is needed', async () => {
    const { url, received } = await startStandIn({})
    await createClient({ baseUrl: url, token: 'old' }).session.create({ email: 'a@b', password: 'x' })
    expect(received[0]?.headers.authorization).toBeUndefined()
  })

  test.each([
    [{}, 'same-origin'],
    [{ token: 'pat_1' }, 'omit'],
    [{ api_key: 'key_1' }, 'omit'],
  ])('with %j the cookie is %s', async (credential, expected) => {
    const seen: unknown[] = []
    const fetch: typeof globalThis.fetch = async (_, init) => {
      seen.push(init?.credentials)
      return Response.json({})
    }
    await createClient({ baseUrl: '', fetch, ...credential }).session.read()
    expect(seen).toEqual([expected])
  })
})

describe('the workspace', () => {
  test('is named on the operations that take it, unless the call names another', async () => {
    const { url, received } = await startStandIn({ body: { items: [], members: [] } })
    const client = createClient({ baseUrl: url, workspace_id: 'ws_1' })
    await client.tokens.list()
    await client.members.list({ search: 'ada' })
    await client.tokens.list({ workspaceId: 'ws_2' })
    await client.session.read()
    expect(received.map(({ path }) => path)).toEqual([
      '/api/workspace/access-tokens?workspaceId=ws_1',
      '/api/workspace/members/list?workspaceId=ws_1',
      '/api/workspace/access-tokens?workspaceId=ws_2',
      '/api/auth/me',
    ])
  })
})

describe('request', () => {
  test('answers with status and headers too', async () => {
    const { url } = await startStandIn({
      status: 201,
      headers: { 'x-request-id': 'req_9' },
      body: { id: 'app_1' },
    })
    const { request } = createClient({ baseUrl: url })
    const answer = await request(operations.apps.create, { body: { name: 'Orders' } })
    expect(answer).toMatchObject({ status: 201, body: { id: 'app_1' } })
    expect(answer.headers.get('x-request-id')).toBe('req_9')
  })

  test('repeats array fields of a query and sends objects as JSON', async () => {
    const { url, received } = await startStandIn({})
    const custom = operation({ ...bare, path: '/x' })
    await createClient({ baseUrl: url }).request(deriveOperation(custom), {
      query: { tag: ['a', 'b&c'], q: { n: 1 }, none: null },
    })
    expect(received[0]?.path).toBe('/x?tag=a&tag=b%26c&q=%7B%22n%22%3A1%7D')
  })
})

describe('iterate', () => {
  const page = (names: string[], next_cursor: string | null) => ({
    body: { items: names.map((name) => ({ name })), next_cursor, has_more: next_cursor !== null },
  })

  test('follows the cursors and keeps the rest of the query', async () => {
    const { url, received } = await startStandIn(page(['a', 'b'], 'c1'), page(['c'], 'c2'), page([], null))
    const names: string[] = []
    for await (const token of iterate(createClient({ baseUrl: url }).tokens.list, { limit: 2 }))
      names.push(token.name)
    expect(names).toEqual(['a', 'b', 'c'])
    expect(received.map(({ path }) => path.split('?')[1])).toEqual([
      'limit=2',
      'limit=2&cursor=c1',
      'limit=2&cursor=c2',
    ])
  })

  test('knows lists with path values, and lists whose cursor is in the body', async () => {
    const first = { members: [{ email: 'a' }], next_cursor: 'c1', has_more: true, total: 2 }
    const last = { members: [{ email: 'b' }], next_cursor: null, has_more: false, total: 2 }
    const members = await startStandIn({ body: first }, { body: last })
    const client = createClient({ baseUrl: members.url })
    const found: string[] = []
    for await (const { email } of iterate(client.members.list, { search: 'x' })) found.push(email)
    expect(found).toEqual(['a', 'b'])
    expect(members.received.map(({ body }) => body)).toEqual([{ search: 'x' }, { search: 'x', cursor: 'c1' }])

    const collaborators = await startStandIn(page(['a'], 'c1'), page([], null))
    const { list } = createClient({ baseUrl: collaborators.url }).collaborators
    const sizes: number[] = []
    for await (const { items } of pages(list, { app_id: 'app_1' })) sizes.push(items.length)
    expect(sizes).toEqual([1, 0])
    expect(collaborators.received[1]?.path).toBe('/api/apps/app_1/collaborators?cursor=c1')
  })

  test('asks for no page that nobody wants', async () => {
    const { url, received } = await startStandIn(page(['a'], 'c1'))
    for await (const _ of iterate(createClient({ baseUrl: url }).tokens.list)) break
    expect(received).toHaveLength(1)
  })
})

test('every operation has its method', () => {
  const client = createClient({ baseUrl: '' })
  for (const [area, verbs] of Object.entries(operations)) {
    for (const [verb, expected] of Object.entries(verbs)) {
      expect(Reflect.get(Reflect.get(client, area), verb).operation).toBe(expected)
    }
  }
})

test('the types are those of the contract', () => {
  const client = createClient({ baseUrl: '' })
  expectTypeOf(client.folders.update).returns.resolves.toEqualTypeOf<Folder>()
  expectTypeOf(client.apps.read).returns.resolves.toEqualTypeOf<App>()
  expectTypeOf(client.apps.read).parameter(0).toEqualTypeOf<{ app_id: string }>()
  expectTypeOf(iterate(client.tokens.list)).toEqualTypeOf<AsyncGenerator<AccessToken, void, undefined>>()
  expectTypeOf(iterate(client.members.list)).toEqualTypeOf<AsyncGenerator<Member, void, undefined>>()
  expectTypeOf<App['created_date']>().toEqualTypeOf<string>()
  expectTypeOf<ApiError['code']>().toExtend<string>()

  // Never called: each of these lines must be refused by the compiler.
  const refused = () => [
    // @ts-expect-error: a field that the body does not have
    client.folders.update({ folder_id: 'x' }, { nme: 'Shop' }),
    // @ts-expect-error: a value of another type
    client.folders.update({ folder_id: 'x' }, { position: '1' }),
    // @ts-expect-error: a path value under another name
    client.folders.update({ id: 'x' }, {}),
    // @ts-expect-error: a required field left out
    client.folders.create({ name: 'Shop' }),
    // @ts-expect-error: a required body left out
    client.folders.create(),
    // @ts-expect-error: a word that is not in the list
    client.apps.list({ sort: 'colour' }),
    // @ts-expect-error: an option that does not exist
    client.apps.read({ app_id: 'x' }, { retry: true }),
    // @ts-expect-error: a verb that does not exist
    client.folders.rename,
    // @ts-expect-error: an answer without pages
    iterate(client.folders.tree),
  ]
  expect(refused).toBeTypeOf('function')
})

const bare = {
  name: 'test.bare',
  summary: '',
  method: 'GET',
  credential: personal('read_only'),
  answer: Id,
} as const
