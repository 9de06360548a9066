/** What an operation's data promises is held for all of them alike. */
import { allOperations, anonymousLimitOf, type Operation } from '@atrium/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Person } from './make.ts'
import { useApp } from './use-app.ts'
import { useTeam } from './use-team.ts'

const app = useApp()
const { owner } = useTeam(app)
let other: Person
let readOnly: string
let workspaceKey: string
let session: string
let appSession: string
let openApp: string

beforeAll(async () => {
  const tight = await app.make.workspace({
    rate_limits: Object.fromEntries(allOperations.map(({ name }) => [name, 1])),
  })
  other = await app.make.person('owner', tight)
  openApp = (await app.make.app(other, { public_settings: 'public_without_login' })).id
  readOnly = await app.make.token(owner, { permission: 'read_only' })
  const key = { kind: 'workspace_key' as const, workspace_id: owner.workspace_id }
  workspaceKey = (await app.make.credential(key)).secret
  session = await app.make.session(owner)
  appSession = (await app.make.appUser(await app.make.app(owner))).token
})

async function call(
  operation: Operation,
  headers: Record<string, string>,
  init: { body?: string; query?: string } = {},
) {
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name) =>
    name === 'email' ? 'a@example.com' : name === 'number' ? '1' : 'unknown',
  )
  const hasBody = init.body !== undefined
  const response = await fetch(`${app.baseUrl}${path}${init.query ?? ''}`, {
    method: operation.method,
    headers: {
      'idempotency-key': 'every-operation',
      ...headers,
      ...(hasBody && { 'content-type': 'application/json' }),
    },
    ...(hasBody && { body: init.body as string }),
  })
  return { status: response.status, headers: response.headers, body: await response.json() }
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const guarded = allOperations.filter((operation) => operation.credential)

describe.each(guarded.map((operation) => [operation.name, operation] as const))('%s', (_name, operation) => {
  if (!operation.credential?.optional)
    test('asks for a credential', async () => {
      const { status, body, headers } = await call(operation, {})
      expect([status, body.code]).toEqual([401, 'missing_credentials'])
      const scheme = operation.credential?.basic ? /^Basic realm="/ : /^Bearer$/
      expect(headers.get('www-authenticate')).toMatch(scheme)
      expect(headers.get('x-request-id')).toBe(body.request_id)
      expect(body.detail).toBe(body.message)
    })

  if (!operation.credential?.forgiving)
    test('refuses an unknown one, before it looks at anything else', async () => {
      const { status, body } = await call(operation, bearer('pat_unknown'), brokenBody(operation))
      expect([status, body.code]).toEqual([401, 'invalid_credentials'])
    })

  if (!operation.credential?.read_only)
    test('refuses a read-only token', async () => {
      const { status, body } = await call(operation, bearer(readOnly), brokenBody(operation))
      expect([status, body.code]).toEqual([403, 'read_only_credential_route_not_allowed'])
    })

  if (operation.credential?.read_only)
    test('lets a read-only token pass', async () => {
      const { status, body } = await call(operation, bearer(readOnly))
      // Where 404 may not be answered, an unknown app is one without access.
      expect([200, 404, 422, 'no_app_access']).toContain(status === 403 ? body.code : status)
    })

  if (!operation.credential?.workspace_key)
    test('refuses a workspace key, by either header', async () => {
      for (const headers of [bearer(workspaceKey), { api_key: workspaceKey }]) {
        const { status, body } = await call(operation, headers, brokenBody(operation))
        expect([status, body.code]).toEqual([403, 'workspace_key_not_allowed'])
      }
    })

  if (operation.credential?.workspace_key)
    test('lets a workspace key pass', async () => {
      const { status } = await call(operation, { api_key: workspaceKey })
      const found = operation.path.includes('{app_id}') ? 404 : 200
      expect(status).toBe(takesBody(operation) ? 422 : found)
    })

  if (!operation.credential?.app_user)
    test('refuses who is signed in to an app', async () => {
      const { status, body } = await call(operation, bearer(appSession), brokenBody(operation))
      expect([status, body.code]).toEqual([403, 'app_session_not_allowed'])
    })

  if (operation.credential?.app_user && operation.path.includes('{app_id}') && !takesBody(operation))
    test('hides other apps from who is signed in to one', async () => {
      const { status, body } = await call(operation, bearer(appSession))
      expect([status, body.code]).toEqual([404, 'app_not_found'])
    })

  if (operation.credential?.basic)
    test('takes no cookie', async () => {
      const { status, body } = await call(operation, { cookie: `atrium=${session}`, origin: app.baseUrl })
      expect([status, body.code]).toEqual([401, 'missing_credentials'])
    })

  if (operation.method !== 'GET' && !operation.credential?.basic)
    test('refuses a cookie from another site', async () => {
      for (const origin of ['https://elsewhere.example', 'null']) {
        const { status, body } = await call(operation, { cookie: `atrium=${session}`, origin })
        expect([status, body.code]).toEqual([403, 'cross_site_refused'])
      }
      const silent = await call(operation, { cookie: `atrium=${session}` })
      expect(silent.body.code).toBe('cross_site_refused')
    })

  if (operation.limit)
    test('keeps to the limit of the workspace and says so', async () => {
      const init = operation.method === 'GET' ? {} : { body: '[]' }
      const first = await call(operation, bearer(other.token), init)
      expect(first.status).not.toBe(429)
      expect(first.headers.get('ratelimit-policy')).toBe(`"${operation.name}";q=1;w=60`)
      const second = await call(operation, bearer(other.token), init)
      expect([second.status, second.body.code]).toEqual([429, 'rate_limited'])
      expect(Number(second.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(second.headers.get('ratelimit')).toMatch(/;r=0;t=\d+$/)
    })

  if (!operation.limit && anonymousLimitOf(operation))
    test('keeps to the limit of callers without a credential', async () => {
      const path = operation.path.replace('{app_id}', openApp) as Operation['path']
      const init = operation.method === 'GET' ? {} : { body: '[]' }
      expect((await call({ ...operation, path }, {}, init)).status).not.toBe(429)
      const { status, body } = await call({ ...operation, path }, {}, init)
      expect([status, body.code]).toEqual([429, 'rate_limited'])
    })

  if (wrongInput(operation))
    test('refuses input that does not fit, by place', async () => {
      const wrong = wrongInput(operation)
      const { status, body } = await call(
        { ...operation, path: (wrong?.path ?? operation.path) as Operation['path'] },
        bearer(owner.token),
        wrong?.init,
      )
      expect([status, body.code]).toEqual([422, 'validation_error'])
      expect(body.detail[0]).toMatchObject({
        loc: wrong?.loc,
        msg: expect.any(String),
        type: expect.any(String),
      })
      expect(typeof body.message).toBe('string')
    })
})

function takesBody({ body, upload }: Operation): boolean {
  return body !== undefined || upload !== undefined
}

/** Would be a 422 if anybody looked at it. */
function brokenBody({ method }: Operation): { body?: string } {
  return method === 'GET' ? {} : { body: '{' }
}

/** Something that no schema of ours accepts, in the first part the operation has one for. */
function wrongInput({ body, query, params, path, takes_any_address }: Operation) {
  if (takes_any_address) return null
  const long = 'x'.repeat(600)
  const isList = (body as { type?: string } | undefined)?.type === 'array'
  if (body) return { init: { body: isList ? '{}' : '[]' }, loc: ['body'] }
  // Not a field that takes a text of that length.
  const takesLong = ({ maxLength = 0 }: { maxLength?: number }) => maxLength >= long.length
  const [field] = Object.entries(query?.properties ?? {}).flatMap(([name, schema]) =>
    takesLong(schema) ? [] : [name],
  )
  if (field) return { init: { query: `?${field}=${long}` }, loc: ['query', field] }
  const [param] = Object.entries(params?.properties ?? {})
  if (!param) return null
  const [name, { maxLength = 0 }]: [string, { maxLength?: number }] = param
  const longer = long.padEnd(maxLength + 1, 'x')
  return { path: path.replace(`{${name}}`, longer), init: {}, loc: ['path', name] }
}
