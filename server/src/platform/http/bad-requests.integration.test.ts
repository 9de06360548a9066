import { connect } from 'node:net'
import { allOperations } from '@atrium/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { useSharedApp } from '../../../test/use-shared-app.ts'
import { useTeam } from '../../../test/use-team.ts'
import { type RawAnswer, rawRequest, sendRaw } from './test/raw-http.ts'

const app = useSharedApp()
const { owner } = useTeam(app)
let auth: string
beforeAll(async () => {
  auth = `Authorization: Bearer ${owner.token}`
})

const send = (method: string, path: string, headers: readonly string[] = [], body = '') =>
  sendRaw(app.baseUrl, rawRequest(method, path, headers, body))

/** Every refusal, wherever it comes from, has our shape and an id that stands in both places. */
function expectOurShape(answer: RawAnswer | null): void {
  expect(answer?.headers['content-type']).toBe('application/json; charset=utf-8')
  const text = expect.stringMatching(/./)
  expect(answer?.json).toMatchObject({ code: text, message: text, request_id: text })
  expect(answer?.headers).toMatchObject({ 'x-request-id': answer?.json.request_id })
  expect(answer?.body).not.toMatch(/node_modules|\.ts\b|select |FST_|HPE_|at [\w.]+ \(/)
}

describe('addresses', () => {
  const ids = [
    ['two dots', '..'],
    ['encoded dots', '%2e%2e'],
    ['an encoded slash', 'a%2fb'],
    ['a way out', '..%2f..%2fetc%2fpasswd'],
    ['NUL', '%00'],
    ['a line break', 'a%0d%0aX-Injected:%201'],
    ['unicode', '%F0%9F%98%80'],
    ['__proto__', '__proto__'],
    ['constructor', 'constructor'],
    ['SQL', "'%20or%201=1--"],
    ['10 KB', 'x'.repeat(10_240)],
    ['15 KB', 'x'.repeat(15_360)],
  ] as const
  test.each(ids)('an id of %s is refused, never a failure', async (_name, id) => {
    for (const [method, path] of [
      ['GET', `/api/apps/${id}`],
      ['DELETE', `/api/app-folders/${id}/items/${id.slice(0, 500)}`],
    ] as const) {
      const answer = await send(method, path, [auth])
      expect([404, 405, 422]).toContain(answer?.status)
      expectOurShape(answer)
      expect(answer?.headers['x-injected']).toBeUndefined()
    }
  })

  test.each(['/api/apps/%zz', '/api/apps/%', '/api/apps/%ff', '/%c0%ae%c0%ae/'])(
    '%s is not an address: 400',
    async (path) => {
      const answer = await send('GET', path, [auth])
      expect([answer?.status, answer?.json.code]).toEqual([400, 'bad_request'])
      expectOurShape(answer)
    },
  )

  test('a broken escape in a query is text like any other', async () => {
    expect((await send('GET', '/api/auth/me?a=%zz&%ff=%', [auth]))?.status).toBe(200)
  })

  test.each([
    ['address', `/${'x'.repeat(20_000)}`, []],
    ['header', '/api/apps', [`X-Long: ${'x'.repeat(20_000)}`]],
    ['list of headers', '/api/apps', Array.from({ length: 1_500 }, (_, i) => `X-${i}: ${'x'.repeat(10)}`)],
  ])('an overlong %s is 431 and the connection closed', async (_name, path, headers) => {
    const answer = await send('GET', path, headers)
    expect([answer?.status, answer?.json.code]).toEqual([431, 'headers_too_large'])
    expectOurShape(answer)
  })

  test.each(['/nowhere', '/api', '/api/', '/api/nowhere', '/API/apps', '//api/apps'])(
    '%s is 404',
    async (path) => {
      for (const method of ['GET', 'POST', 'DELETE']) {
        const answer = await send(method, path, [auth, 'Content-Type: text/csv', 'Content-Length: 2'], 'x,')
        expect([answer?.status, answer?.json.code]).toEqual([404, 'route_not_found'])
        expectOurShape(answer)
      }
    },
  )

  test('unknown query parameters are ignored but by lists, repeated ones of ours refused', async () => {
    expect((await send('GET', '/api/auth/me?nonsense=%00&constructor=y', [auth]))?.status).toBe(200)
    const unknown = await send('GET', '/api/apps?__proto__=x&constructor=y', [auth])
    expect([unknown?.status, unknown?.json.detail[0].loc]).toEqual([422, ['query', 'constructor']])
    const twice = await send('GET', '/api/apps?limit=1&limit=2', [auth])
    expect([twice?.status, twice?.json.detail[0].loc]).toEqual([422, ['query', 'limit']])
    const named = await send('GET', '/api/app-folders/tree?workspaceId=a&workspaceId=b', [auth])
    expect([named?.status, named?.json.detail[0].loc]).toEqual([422, ['query', 'workspaceId']])
  })
})

const paged = allOperations.filter(({ query }) => query && 'cursor' in query.properties)

test.each(paged.map(({ name, path }) => [name, path]))(
  '%s refuses a cursor that holds NUL',
  async (_name, path) => {
    const address = path.replaceAll(/\{\w+\}/g, 'unknown')
    const answer = await send('GET', `${address}?cursor=x%00y`, [auth])
    expect([answer?.status, answer?.json.detail[0].loc]).toEqual([422, ['query', 'cursor']])
  },
)

describe('methods', () => {
  test.each([
    ['PATCH', '/api/apps', 'GET, POST, HEAD, OPTIONS'],
    ['DELETE', '/api/app-folders/tree', 'GET, HEAD, OPTIONS'],
    ['GET', '/api/auth/login', 'POST, OPTIONS'],
    ['HEAD', '/api/auth/login', 'POST, OPTIONS'],
    ['TRACE', '/api/auth/login', 'POST, OPTIONS'],
    ['TRACE', '/api/apps/x', 'GET, PUT, DELETE, HEAD, OPTIONS'],
  ])('%s %s is 405 and says what is allowed', async (method, path, allow) => {
    const answer = await send(method, path, ['Content-Length: 0'])
    expect([answer?.status, answer?.headers.allow]).toEqual([405, allow])
    if (method !== 'HEAD') expectOurShape(answer)
  })

  test('HEAD answers as GET would, without a body', async () => {
    const [get, head] = [await send('GET', '/api/apps', [auth]), await send('HEAD', '/api/apps', [auth])]
    expect([head?.status, head?.body]).toEqual([200, ''])
    const length = get?.headers['content-length']
    expect(length).toMatch(/^[1-9]\d*$/)
    expect(head?.headers['content-length']).toBe(length)
    expect((await send('HEAD', '/api/apps'))?.status).toBe(401)
  })

  test.each(['PROPFIND', 'PURGE', 'QUERY'])('%s reaches nothing', async (method) => {
    const answer = await send(method, '/api/apps', [auth])
    expect([answer?.status, answer?.json.code]).toEqual([404, 'route_not_found'])
  })

  test('a method that is none, and a tunnel, are refused and the connection closed', async () => {
    expect((await send('FETCH', '/api/apps', [auth]))?.status).toBe(400)
    expect((await send('get', '/api/apps', [auth]))?.status).toBe(400)
    expect(await sendRaw(app.baseUrl, 'CONNECT atrium:443 HTTP/1.1\r\nHost: atrium\r\n\r\n')).toBeNull()
  })

  test('a method named in a header or query is not taken', async () => {
    const folder = await app.make.folder(owner)
    const path = `/api/app-folders/${folder.id}`
    for (const name of ['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override']) {
      const headers = [auth, `${name}: DELETE`, 'Content-Length: 0']
      expect((await send('POST', `${path}?_method=DELETE`, headers))?.status).toBe(405)
    }
    const { folders } = await app.as(owner).folders.tree({})
    expect(folders.map(({ id }) => id)).toContain(folder.id)
  })

  test('a preflight from any origin is answered, without credentials', async () => {
    const asks = ['Origin: https://elsewhere.example', 'Access-Control-Request-Method: PATCH']
    const headers = [...asks, 'Access-Control-Request-Headers: authorization, content-type']
    const answer = await send('OPTIONS', '/api/app-folders/x', headers)
    expect([answer?.status, answer?.body]).toEqual([204, ''])
    expect(answer?.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
      'access-control-allow-headers': 'authorization, content-type',
    })
    expect(answer?.headers['access-control-allow-credentials']).toBeUndefined()
    expect((await send('OPTIONS', '/api/apps'))?.status).toBe(204)
  })

  test('an answer to another origin can be read with its id and limits, refusals too', async () => {
    const answer = await send('GET', '/api/apps', ['Origin: https://elsewhere.example'])
    expect([answer?.status, answer?.headers['access-control-allow-origin']]).toEqual([401, '*'])
    expect(answer?.headers['access-control-expose-headers']).toContain('X-Request-Id')
    expect(answer?.headers['access-control-allow-credentials']).toBeUndefined()
  })
})

describe('headers', () => {
  test.each([
    ['two lengths', ['Content-Length: 5', 'Content-Length: 6'], 'hello!'],
    ['two equal lengths', ['Content-Length: 5', 'Content-Length: 5'], 'hello'],
    ['a length list', ['Content-Length: 5, 5'], 'hello'],
    ['a negative length', ['Content-Length: -1'], ''],
    ['a length that is no number', ['Content-Length: five'], ''],
    ['a length and chunks', ['Content-Length: 5', 'Transfer-Encoding: chunked'], '0\r\n\r\n'],
    ['chunks and a length', ['Transfer-Encoding: chunked', 'Content-Length: 5'], '0\r\n\r\n'],
    ['an unknown transfer encoding', ['Transfer-Encoding: xchunked'], '0\r\n\r\n'],
    ['chunks that are not last', ['Transfer-Encoding: chunked, gzip'], '0\r\n\r\n'],
    ['a chunk size that is none', ['Transfer-Encoding: chunked'], 'zz\r\nhello\r\n0\r\n\r\n'],
    ['a folded line', ['X-Folded: a\r\n b'], ''],
    ['a space before the colon', ['X-Spaced : a'], ''],
    ['a bare CR', ['X-Bare: a\rb'], ''],
    ['NUL', ['X-Nul: a\0b'], ''],
    ['a line without a colon', ['nonsense'], ''],
    ['two hosts', ['Host: elsewhere'], ''],
  ])('%s: 400 and the connection closed', async (_name, headers, body) => {
    const smuggled = rawRequest('GET', '/healthz')
    const own = ['POST /api/app-folders HTTP/1.1', 'Host: atrium', auth, 'Content-Type: application/json']
    const text = `${[...own, ...headers].join('\r\n')}\r\n\r\n${body}`
    const answer = await sendRaw(app.baseUrl, text, smuggled)
    expect([answer?.status, answer?.json?.code]).toEqual([400, 'bad_request'])
    expectOurShape(answer)
    expect(answer?.headers.connection).toBe('close')
  })

  test('an expectation that nobody knows changes nothing', async () => {
    const answer = await send('GET', '/api/auth/me', ['Expect: the unexpected'])
    expect([answer?.status, answer?.json?.code]).toEqual([401, 'missing_credentials'])
    expectOurShape(answer)
  })

  test('HTTP/1.1 without a host is 400; HTTP/1.0 needs none', async () => {
    const without = await sendRaw(app.baseUrl, 'GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n')
    expect(without?.status).toBe(400)
    expectOurShape(without)
    expect((await sendRaw(app.baseUrl, 'GET /healthz HTTP/1.0\r\n\r\n'))?.status).toBe(200)
  })

  test('what is not HTTP is 400', async () => {
    for (const text of [
      '\x16\x03\x01\x02\x00\x01\x00',
      'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
      'hello\r\n\r\n',
    ]) {
      const answer = await sendRaw(app.baseUrl, text)
      expect(answer?.status).toBe(400)
      expectOurShape(answer)
    }
  })

  test('a caller who hangs up in the middle does no harm', async () => {
    const { hostname, port } = new URL(app.baseUrl)
    for (const text of [
      'POST /api/app-f',
      rawRequest('POST', '/api/app-folders', [auth, 'Content-Length: 9'], '{'),
    ]) {
      const socket = connect(Number(port), hostname)
      await new Promise((resolve) => socket.write(text, resolve))
      socket.resetAndDestroy()
    }
    expect((await send('GET', '/healthz'))?.status).toBe(200)
  })

  test.each(['abc', 'A1._:-z', 'x'.repeat(128)])('a valid X-Request-Id %s is kept', async (id) => {
    const answer = await send('GET', '/api/apps', [`X-Request-Id: ${id}`])
    expect([answer?.headers['x-request-id'], answer?.json.request_id]).toEqual([id, id])
  })

  test.each(['', 'a b', 'x'.repeat(129), '<script>', 'ä', '"quoted"'])(
    'an X-Request-Id of %j is replaced',
    async (id) => {
      const answer = await send('GET', '/api/apps', [`X-Request-Id: ${id}`])
      expect(answer?.headers['x-request-id']).toMatch(/^req_[0-9a-z]{26}$/)
      expectOurShape(answer)
    },
  )
})
