import { CustomDefinition } from '@atrium/contract/custom-connectors'
import fc from 'fast-check'
import { Check } from 'typebox/value'
import { expect, test } from 'vitest'
import { randomRuns } from '../../../../../test/random-runs.ts'
import { ApiError } from '../../../../platform/errors.ts'
import { checkDefinition } from '../../definitions/check-definition.ts'
import { draftCustomConnector } from '../draft-custom-connector.ts'

const checkTarget = (text: string) => ({ ok: true as const, url: new URL(text), reach: 'public' as const })
const deps = { connectorHttp: () => ({ checkTarget, send: () => Promise.reject(new Error('nobody calls')) }) }
const draft = (openapi: object) => draftCustomConnector(deps, {} as never, { body: { openapi } } as never)
const INFO = { title: 'Acme ERP', description: 'Orders and\n stock.', version: '1' }
const server = (url: string, variables = {}) => ({ servers: [{ url, variables }] })
const three = (parts: object) => ({
  openapi: '3.1.0',
  info: INFO,
  ...server('https://erp.example.com/api/'),
  ...parts,
})
const scheme = (one: object, security = [{ main: [] as string[] }]) => ({
  security,
  components: { securitySchemes: { main: one } },
})

async function sound(openapi: object) {
  const { definition, notes } = await draft(openapi)
  expect(checkDefinition(definition)).toEqual([])
  expect(Check(CustomDefinition, definition)).toBe(true)
  return { definition, notes }
}

test('title, texts, address, documentation and test request are taken over', async () => {
  const paths = {
    '/orders/{id}': { get: {} },
    '/orders': { get: { parameters: [{ name: 'q', in: 'query', required: true }] } },
    '/health': { get: { security: [] } },
    '/items': { get: { parameters: [{ $ref: '#/components/parameters/page' }] } },
    '/users/me': { get: {}, parameters: [] },
  }
  const components = { parameters: { page: { name: 'page', in: 'query' } } }
  const { definition } = await sound(
    three({ paths, components, externalDocs: { url: 'https://docs.example.com/erp' } }),
  )
  expect(definition).toMatchObject({
    integration_type: 'acme-erp',
    display_name: 'Acme ERP',
    description: 'Orders and stock.',
    documentation_url: 'https://docs.example.com/erp',
    api: { base_url: 'https://erp.example.com/api' },
    test: { method: 'GET', path: '/users/me' },
  })
})

test.each<[string, object, object]>([
  [
    'a bearer token',
    { type: 'http', scheme: 'Bearer' },
    { mode: 'api_key', headers: { Authorization: 'Bearer {token}' } },
  ],
  [
    'a password',
    { type: 'http', scheme: 'basic' },
    { mode: 'api_key', basic: { username: '{username}', password: '{password}' } },
  ],
  [
    'a key in a header',
    { type: 'apiKey', in: 'header', name: 'X-Key' },
    { mode: 'api_key', headers: { 'X-Key': '{api_key}' } },
  ],
  [
    'a key in the query',
    { type: 'apiKey', in: 'query', name: 'key' },
    { mode: 'api_key', query: { key: '{api_key}' } },
  ],
  [
    'a consent page',
    {
      type: 'oauth2',
      flows: {
        implicit: {},
        authorizationCode: { authorizationUrl: '/auth', tokenUrl: 'https://id.example.com/token' },
      },
    },
    {
      mode: 'oauth2',
      authorization_url: 'https://erp.example.com/auth',
      token_url: 'https://id.example.com/token',
    },
  ],
  [
    'client credentials',
    { type: 'oauth2', flows: { clientCredentials: { tokenUrl: 'https://id.example.com/token' } } },
    { mode: 'client_credentials', client_id_field: 'client_id', client_secret_field: 'client_secret' },
  ],
  [
    'something unknown',
    { type: 'mutualTLS' },
    { mode: 'api_key', headers: { Authorization: 'Bearer {token}' } },
  ],
])('signs in with %s', async (_, one, auth) => {
  expect((await sound(three(scheme(one)))).definition.auth).toMatchObject(auth)
})

test('scopes come with their explanations, and those that are asked for are chosen', async () => {
  const scopes = { read: 'Read orders', write: '', 'with space': 'x', ['__proto__']: 'odd' }
  const flows = {
    authorizationCode: {
      authorizationUrl: 'https://a.example.com/a',
      tokenUrl: 'https://a.example.com/t',
      scopes,
    },
  }
  const { definition, notes } = await sound(three(scheme({ type: 'oauth2', flows }, [{ main: ['write'] }])))
  expect(definition.scopes).toEqual([
    { name: 'write', description: 'write', is_default: true },
    { name: 'read', description: 'Read orders' },
    { name: '__proto__', description: 'odd' },
  ])
  expect(notes.join()).toContain('1 scopes were left out')
})

test('keys that are needed together are asked for together', async () => {
  const key = (name: string) => ({ type: 'apiKey', in: 'header', name })
  const securitySchemes = { a: key('X-Api'), b: key('X-App'), c: { type: 'openIdConnect' } }
  const { definition, notes } = await sound(
    three({ security: [{ c: [] }, { a: [], b: [] }], components: { securitySchemes } }),
  )
  expect(definition.auth).toMatchObject({ headers: { 'X-Api': '{x_api}', 'X-App': '{x_app}' } })
  expect(notes.join()).toContain('openIdConnect')
})

test.each<[string, object, string, string[]]>([
  ['https://{shop}.example.com/v1', {}, 'https://{shop}.example.com/v1', ['shop']],
  ['https://{shop}.example.com', { shop: { default: 'demo' } }, 'https://{shop|demo}.example.com', ['shop']],
  [
    'https://api.{region}.example.com',
    { region: { default: 'eu', enum: ['eu', 'us'] } },
    'https://api.{region_host}.example.com',
    ['region'],
  ],
  [
    'https://{host}/x',
    { host: { default: 'a.example.com', enum: ['a.example.com', 'b.example.com'] } },
    'https://{host_host}/x',
    ['host'],
  ],
  ['https://a.example.com/{version}', { version: { default: 'v2' } }, 'https://a.example.com/v2', []],
  [
    'https://a.example.com/{Stage}',
    { Stage: { default: 'Live', enum: ['Live', 'Test'] } },
    'https://a.example.com/{stage|Live}',
    ['stage'],
  ],
  ['{scheme}://a.example.com:{port}', { port: { default: '443' } }, 'https://a.example.com', []],
  ['http://a.example.com', {}, 'https://a.example.com', []],
  ['/api/v3', {}, 'https://{host}/api/v3', ['host']],
])('the server %s becomes an address with fields', async (url, variables, base, names) => {
  const { definition } = await sound(three(server(url, variables)))
  expect(definition.api.base_url).toBe(base)
  expect(definition.fields.map(({ name }) => name).filter((name) => name !== 'token')).toEqual(names)
})

test('Swagger 2.0 is read as well', async () => {
  const securityDefinitions = {
    main: {
      type: 'oauth2',
      flow: 'accessCode',
      authorizationUrl: 'https://a.example.com/a',
      tokenUrl: 'https://a.example.com/t',
      scopes: { read: 'Read' },
    },
  }
  const parts = { host: 'API.example.com', basePath: '/v1', schemes: ['http', 'https'], securityDefinitions }
  const { definition } = await sound({
    swagger: '2.0',
    info: { title: 'Ünï 2' },
    ...parts,
    paths: { '/status': { get: {} } },
  })
  expect(definition).toMatchObject({
    integration_type: 'uni-2',
    api: { base_url: 'https://api.example.com/v1' },
    auth: { mode: 'oauth2' },
    scopes: [{ name: 'read', description: 'Read' }],
    test: { path: '/status' },
  })
})

test('a type of the catalogue is not taken', async () => {
  const { definition } = await sound(three({ info: { title: 'Sandbox OAuth' } }))
  expect(definition.integration_type).toBe('sandbox-oauth-2')
})

test.each<[object, string[]]>([
  [{}, ['openapi']],
  [{ openapi: '4.0.0', info: INFO }, ['openapi']],
  [{ openapi: { a: 1 }, info: INFO }, ['openapi']],
  [{ openapi: '3.0.0', info: [] }, ['info', 'title']],
  [{ openapi: '3.0.0', info: { title: ' \u202e ' } }, ['info', 'title']],
  [three(server('https://127.0.0.1/api')), ['servers']],
  [three(server('https://localhost/api')), ['servers']],
  [three(server('https://a.example.com:8443')), ['servers']],
])('%j is refused with a sentence', async (openapi, place) => {
  await expect(draft(openapi)).rejects.toMatchObject({
    status: 422,
    detail: expect.arrayContaining([expect.objectContaining({ loc: ['body', 'openapi', ...place] })]),
  })
})

test('references in circles, out of the document and to nowhere are passed over', async () => {
  const paths = {
    '/me': { $ref: '#/paths/~1self' },
    '/self': { $ref: '#/paths/~1me' },
    '/user': { $ref: 'https://evil.example/x' },
    '/account': { get: { parameters: [{ $ref: '#/nowhere' }] } },
    '/orders': { get: {} },
  }
  expect((await sound(three({ paths }))).definition.test.path).toBe('/orders')
})

const Name = fc.oneof(
  fc.constantFrom('__proto__', 'constructor', 'toString', '', '{', 'a b', '$ref', 'main', 'X-Key', 'Host'),
  fc.string({ maxLength: 8 }),
)
const Odd = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  Name,
  fc.constantFrom('https://a.example.com', '#/paths', '/x', 'https://{a}.b.example.com/{c}'),
)
const record = (value: fc.Arbitrary<unknown>) => fc.dictionary(Name, value, { maxKeys: 4 })
const fields = (model: Record<string, fc.Arbitrary<unknown>>) =>
  fc.oneof({ weight: 5, arbitrary: fc.record(model, { requiredKeys: [] }) }, Odd)
const Flow = fields({ authorizationUrl: Odd, tokenUrl: Odd, refreshUrl: Odd, scopes: record(Odd) })
const Scheme = fields({
  type: fc.constantFrom('oauth2', 'http', 'apiKey', 'basic', 'odd'),
  scheme: fc.constantFrom('bearer', 'basic', 'x'),
  in: fc.constantFrom('header', 'query', 'cookie'),
  name: Name,
  flow: fc.constantFrom('accessCode', 'application'),
  flows: fields({ authorizationCode: Flow, clientCredentials: Flow }),
  authorizationUrl: Odd,
  tokenUrl: Odd,
  scopes: record(Odd),
})
const Variable = fields({ default: Odd, enum: fc.array(Odd, { maxLength: 4 }), description: Odd })
const Description = fc.record(
  {
    openapi: fc.constantFrom('3.0.3', '3.1.0', '2'),
    swagger: fc.constantFrom('2.0', 2, null),
    info: fields({ title: fc.oneof(fc.string(), fc.constant('Acme')), description: Odd, summary: Odd }),
    servers: fc.oneof(fc.array(fields({ url: Odd, variables: record(Variable) }), { maxLength: 3 }), Odd),
    host: Odd,
    basePath: Odd,
    schemes: Odd,
    security: fc.oneof(fc.array(record(fc.array(Odd, { maxLength: 2 })), { maxLength: 3 }), Odd),
    components: fields({ securitySchemes: record(Scheme) }),
    securityDefinitions: record(Scheme),
    paths: record(fields({ get: fields({ parameters: fc.array(Odd, { maxLength: 2 }), security: Odd }) })),
    externalDocs: fields({ url: Odd }),
  },
  { requiredKeys: ['info'] },
)

test('whatever is sent becomes a sound draft or a 422', async () => {
  await fc.assert(
    fc.asyncProperty(Description, async (openapi) => {
      try {
        await sound(JSON.parse(JSON.stringify(openapi)))
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        expect(error.status).toBe(422)
      }
    }),
    { numRuns: randomRuns(200) },
  )
})

test('a large description costs no more for each of its parts', async () => {
  const reference = `#/${'a/'.repeat(10_000)}`
  const parameters = { chained: { $ref: reference } }
  const paths = Object.fromEntries(
    Array.from({ length: 20_000 }, (_, n) => [
      `/p${n}`,
      { get: { parameters: [{ $ref: '#/components/parameters/chained' }] } },
    ]),
  )
  const securitySchemes = Object.fromEntries(
    Array.from({ length: 20_000 }, (_, n) => [`s${n}`, { type: 'odd' }]),
  )
  const { notes } = await sound(three({ paths, components: { parameters, securitySchemes } }))
  expect(notes.length).toBeLessThan(20)
})
