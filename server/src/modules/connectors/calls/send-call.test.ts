import type { ConnectorDefinition } from '@atrium/contract/connector-definition'
import { expect, test } from 'vitest'
import type { OutboundOutcome, OutboundRequest } from '../../../ports/outbound-http/port.ts'
import { sandboxOauth } from '../catalogue/sandbox-oauth.ts'
import type { Credentials } from '../tokens/sealed-credentials.ts'
import { buildCall, type Connected, type ServiceRequest, sendCall } from './send-call.ts'

const TOKEN = 'token-of-the-connection'

test.each([
  'orders',
  '@evil.example/orders',
  '//evil.example/orders',
  '/\\evil.example',
  '/..',
  '/../admin',
  '/orders/../../admin',
  '/./orders',
  '/%2e%2e/admin',
  '/.%2E/admin',
  '/%252e%252e/admin',
  '/%25252525252e./admin',
  '/..%2fadmin',
  '/..%5cadmin',
  '/x%2f..%2f..%2fadmin',
  '/..;/admin',
  '/..%3b/admin',
  '/orders\n',
  '/orders%0d%0aHost:%20evil',
  '/orders%00',
  '/orders#part',
  '/orders?x=1\r\nhost: evil',
  '/\ud800',
])('the path %j is refused', (path) => {
  expect(fault(() => built({ path }))).toMatchObject({ status: 422, detail: [{ loc: ['body', 'path'] }] })
})

test.each([
  ['/orders', 'https://api.example.com/v1/orders'],
  ['/', 'https://api.example.com/v1/'],
  ['/users/ada@example.com/mails', 'https://api.example.com/v1/users/ada@example.com/mails'],
  ['/projects/group%2Fname', 'https://api.example.com/v1/projects/group%2Fname'],
  ['/a/..b/c...', 'https://api.example.com/v1/a/..b/c...'],
  ['/ä b', 'https://api.example.com/v1/%C3%A4%20b'],
  ['/v1//x', 'https://api.example.com/v1/v1//x'],
  ['/https://evil.example', 'https://api.example.com/v1/https://evil.example'],
])('the path %j goes below the address of the connector', (path, url) => {
  expect(built({ path }).url).toBe(url)
})

test('a path that makes the address too long is refused', () => {
  expect(fault(() => built({ path: `/${'x'.repeat(2_100)}` }))).toMatchObject({
    detail: [{ loc: ['body', 'path'], type: 'path_too_long' }],
  })
})

test('the query of the path stays as it is written, unless the same name is given', () => {
  expect(built({ path: '/orders?sign=a%2Bb+c&x=1&y', query: { x: 'ä&b=' } }).url).toBe(
    'https://api.example.com/v1/orders?sign=a%2Bb+c&y&x=%C3%A4%26b%3D',
  )
})

test.each([
  'Authorization',
  'Host',
  'cookie',
  'Connection',
  'transfer-encoding',
  'content-length',
  'proxy-authorization',
  'x-forwarded-for',
  'sec-fetch-site',
  'accept-encoding',
  'bad name',
  '',
])('the header %j is refused', (name) => {
  expect(fault(() => built({ headers: { [name]: 'x' } }))).toMatchObject({
    status: 422,
    detail: [{ loc: ['body', 'headers', name] }],
  })
})

test.each(['a\r\nhost: evil', 'a\0', '\u2028'])('the value %j of a header is refused', (value) => {
  expect(fault(() => built({ headers: { 'x-note': value } }))).toMatchObject({
    detail: [{ loc: ['body', 'headers', 'x-note'], type: 'header_invalid' }],
  })
})

test('a header that is given twice is refused', () => {
  expect(fault(() => built({ headers: { 'X-Note': '1', 'x-note': '2' } }))).toMatchObject({
    detail: [{ loc: ['body', 'headers', 'x-note'], type: 'header_repeated' }],
  })
})

test('defaults of the connector can be set, but not what it fills in or sends the credential by', () => {
  const definition = defined({
    headers: { 'Api-Version': '1', 'Account-Id': '{account}' },
    token_header: { name: 'X-Token', value: 'key {access_token}' },
  })
  const { headers } = built({ headers: { 'api-version': '2' } }, { definition, values: { account: 'acme' } })
  expect(headers).toEqual({ 'api-version': '2', 'account-id': 'acme', 'x-token': `key ${TOKEN}` })
  for (const name of ['account-id', 'x-token', 'authorization']) {
    expect(
      fault(() => built({ headers: { [name]: 'x' } }, { definition, values: { account: 'a' } })),
    ).toMatchObject({ detail: [{ type: 'header_not_allowed' }] })
  }
})

test('the token goes into the Authorization header unless the connector says otherwise', () => {
  expect(built({}).headers).toEqual({ authorization: `Bearer ${TOKEN}` })
})

test('API keys go where the connector says', () => {
  const auth = {
    mode: 'api_key' as const,
    headers: { 'X-Key': '{api_key}' },
    query: { key: '{api_key}' },
    basic: { username: '{user}', password: '{api_key}' },
  }
  const { headers, url } = built(
    { path: '/orders?key=mine&x=1', query: { key: 'mine too' } },
    {
      definition: { ...defined({}), auth },
      values: { user: 'ada' },
      credentials: keys({ api_key: 's3cret/ä' }),
    },
  )
  expect(url).toBe('https://api.example.com/v1/orders?x=1&key=s3cret%2F%C3%A4')
  expect(headers).toEqual({
    'x-key': 's3cret/ä',
    authorization: `Basic ${Buffer.from('ada:s3cret/ä').toString('base64')}`,
  })
})

test.each([{ headers: { 'X-Key': '{api_key}' } }, { basic: { username: 'x', password: '{api_key}' } }])(
  'a key with a line break is never sent: %j',
  (where) => {
    const definition = { ...defined({}), auth: { mode: 'api_key' as const, ...where } }
    const failed = fault(() => built({}, { definition, credentials: keys({ api_key: 'a\r\nb: c' }) }))
    expect(failed).toMatchObject({ code: 'connector_call_failed' })
    expect(JSON.stringify(failed)).not.toContain('b: c')
  },
)

test('a connection without its token, key or a value of the address fails with what to do', () => {
  const definition = { ...defined({}), auth: { mode: 'api_key' as const, query: { key: '{api_key}' } } }
  const missing: Partial<Connected>[] = [
    { credentials: keys({}) },
    { definition, credentials: keys({}) },
    { definition: defined({ base_url: 'https://{shop}.example.com' }) },
  ]
  for (const connected of missing) {
    expect(fault(() => built({}, connected))).toMatchObject({
      code: 'connector_call_failed',
      message: expect.stringContaining('connect the service again'),
    })
  }
})

test('the address is filled with values of fields, of what follows from them and of what the service said', () => {
  const definition: ConnectorDefinition = {
    ...defined({ base_url: '{instance}/{region_path}/{account|all}/' }),
    derived: { region_path: { from: 'region', values: { eu: 'europe' }, otherwise: 'world' } },
  }
  const values = { instance: 'https://eu1.example.com:8443', region: 'eu' }
  expect(built({}, { definition, values }).url).toBe('https://eu1.example.com:8443/europe/all/orders')
})

test.each(['evil.example/', 'evil.example#', 'a@evil.example', 'evil.example?', '..', '%2e%2e', 'a\\b', ' '])(
  'a value that would leave its part of the address is never filled in: %j',
  (shop) => {
    for (const base_url of ['https://{shop}.example.com/v1', 'https://example.com/{shop}']) {
      const definition = defined({ base_url })
      expect(fault(() => built({}, { definition, values: { shop } }))).toMatchObject({
        code: 'connector_call_failed',
      })
    }
  },
)

test.each(['ftp://example.com', 'javascript:alert(1)', 'example.com', ''])(
  'the service said an address that is none: %j',
  (instance) => {
    const connected = { definition: defined({ base_url: '{instance}' }), values: { instance } }
    expect(fault(() => built({}, connected))).toMatchObject({ code: 'connector_call_failed' })
  },
)

test('a text is sent as it is, all else as JSON', () => {
  const sent = (body: unknown, headers = {}) => {
    const { body: content, headers: all } = built({ method: 'POST', body, headers })
    return [content, all['content-type']]
  }
  expect(sent('a=1', { 'Content-Type': 'application/x-www-form-urlencoded' })).toEqual([
    'a=1',
    'application/x-www-form-urlencoded',
  ])
  expect(sent('hello')).toEqual(['hello', 'text/plain; charset=utf-8'])
  expect(sent({ a: [1, null] })).toEqual(['{"a":[1,null]}', 'application/json'])
  expect(sent(false)).toEqual(['false', 'application/json'])
  expect(sent(null)).toEqual([null, undefined])
  expect(sent(undefined)).toEqual([null, undefined])
})

test('a body that is too large, or that goes with a read, is refused', () => {
  const tooLarge = fault(() => built({ method: 'PUT', body: 'ä'.repeat(2_097_153) }))
  expect(tooLarge).toMatchObject({ detail: [{ loc: ['body', 'body'], type: 'body_too_large' }] })
  const read = fault(() => built({ method: 'GET', body: {} }))
  expect(read).toMatchObject({ detail: [{ loc: ['body', 'body'], type: 'body_not_allowed' }] })
})

test('the answer is handed on whatever its status is; redirects are not followed', async () => {
  const answered = { kind: 'answered', status: 302, headers: { location: 'https://evil.example' } } as const
  const asked: OutboundRequest[] = []
  const answer = await sendCall(
    sending({ ...answered, body: Buffer.alloc(0), truncated: false, durationMs: 1 }, asked),
    connected({}),
    request({}),
  )
  expect(answer).toMatchObject({ status: 302, truncated: false })
  expect(asked).toMatchObject([
    { method: 'GET', deadlineMs: 30_000, keepBody: 4_194_304, keepBodyWhen: 'always' },
  ])
})

test.each([
  ['timeout', 'connector_timed_out'],
  ['connection_refused', 'connector_call_failed'],
  ['blocked_address', 'connector_call_failed'],
] as const)('no answer because of %s is %s', async (error_type, code) => {
  const failed = {
    kind: 'failed',
    error_type,
    message: 'What happened.',
    durationMs: 1,
    sent: false,
  } as const
  await expect(sendCall(sending(failed), connected({}), request({}))).rejects.toMatchObject({ code })
})

function sending(outcome: OutboundOutcome, asked: OutboundRequest[] = []) {
  const send = async (sent: OutboundRequest) => {
    asked.push(sent)
    return outcome
  }
  return { connectorHttp: () => ({ send, checkTarget: () => expect.unreachable() }) }
}

function built(changes: Partial<ServiceRequest>, connection: Partial<Connected> = {}): OutboundRequest {
  return buildCall(connected(connection), request(changes))
}

function request(changes: Partial<ServiceRequest>): ServiceRequest {
  return { method: 'GET', path: '/orders', query: {}, headers: {}, body: undefined, ...changes }
}

function connected(changes: Partial<Connected>): Connected {
  const credentials = { access_token: TOKEN, refresh_token: null, values: {} }
  return { definition: defined({}), values: {}, credentials, ...changes }
}

function keys(values: Record<string, string>): Credentials {
  return { access_token: null, refresh_token: null, values }
}

function defined(api: Partial<ConnectorDefinition['api']>): ConnectorDefinition {
  return { ...sandboxOauth, api: { base_url: 'https://api.example.com/v1', ...api } }
}

function fault(act: () => unknown): unknown {
  try {
    return act()
  } catch (error) {
    return error
  }
}
