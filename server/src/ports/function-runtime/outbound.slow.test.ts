/** What functions call outside. */
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { receiveHttp } from '../../../test/receivers.ts'
import { useStarted } from '../../../test/use-started.ts'
import { useFunctionRuntime } from './test/function-runtime.ts'

const receiver = useStarted(() =>
  receiveHttp(async (request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://x')
    if (pathname === '/there') return response.writeHead(302, { location: '/here?moved' }).end()
    if (pathname === '/packed')
      return response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('unpacked'))
    if (pathname === '/drip') {
      response.write('first,')
      request.socket.once('close', () => {})
      return setTimeout(() => response.end('last'), 200)
    }
    const body: Buffer[] = []
    for await (const piece of request) body.push(piece)
    const { host, connection, ...headers } = request.headers
    response.setHeader('x-own', 'yes')
    response.end(
      JSON.stringify({
        method: request.method,
        url: request.url,
        headers,
        body: String(Buffer.concat(body)),
      }),
    )
  }),
)

describe('where loopback is opened', () => {
  const { run } = useFunctionRuntime({ allow: ['127.0.0.0/8'] })
  const handler = (expression: string) =>
    run(
      `Deno.serve(async () => { const at = 'http://127.0.0.1:${receiver.port}'; return new Response(String(await (${expression}))) })`,
    )

  test('method, headers and body arrive, and nothing of ours', async () => {
    const sent = `{ method: 'PUT', headers: { 'x-mine': '1', authorization: 'Bearer own' }, body: 'text' }`
    const got = JSON.parse(await handler(`fetch(at + '/here?a=1', ${sent}).then((r) => r.text())`))
    expect(got).toMatchObject({ method: 'PUT', url: '/here?a=1', body: 'text' })
    expect(got.headers).toMatchObject({ 'x-mine': '1', authorization: 'Bearer own' })
    expect(Object.keys(got.headers).filter((name) => name.startsWith('x-atrium'))).toEqual([])
  })

  test('redirects are followed, or not, as the code says', async () => {
    expect(
      await handler(`fetch(at + '/there').then((r) => [r.status, r.url.slice(at.length), r.redirected])`),
    ).toBe('200,/here?moved,true')
    expect(
      await handler(
        `fetch(at + '/there', { redirect: 'manual' }).then((r) => [r.status, r.headers.get('location')])`,
      ),
    ).toBe('302,/here?moved')
    expect(await handler(`fetch(at + '/there', { redirect: 'error' }).catch((error) => error.name)`)).toBe(
      'TypeError',
    )
  })

  test('compressed answers come unpacked, long ones piece by piece', async () => {
    expect(await handler(`fetch(at + '/packed').then((r) => r.text())`)).toBe('unpacked')
    const first = `fetch(at + '/drip').then(async (r) => {
      const reader = r.body.getReader()
      const { value } = await reader.read()
      await reader.cancel()
      return new TextDecoder().decode(value)
    })`
    expect(await handler(first)).toBe('first,')
  })

  test('what cannot be reached is an error of fetch with a sentence', async () => {
    const closed = `fetch('http://127.0.0.1:9/').catch((error) => error.name + ': ' + error.message)`
    expect(await handler(closed)).toMatch(/^TypeError: ./)
  })
})

// The port is refused before any name is looked up.
describe('where hosts are listed', () => {
  const { run } = useFunctionRuntime({ allow: ['127.0.0.0/8'], hosts: ['api.example.com', '*.example.org'] })

  test.each([
    ['http://127.0.0.1:8787/', false],
    ['https://example.org:444/', false],
    ['https://badexample.org:444/', false],
    ['https://api.example.com.evil.test:444/', false],
    ['https://api.example.com:444/', true],
    ['https://a.b.example.org:444/', true],
  ])('%s: %s', async (url, isAllowed) => {
    const said = await run(
      `Deno.serve(() => fetch('${url}').then(() => new Response('answered'), (e) => new Response(e.message)))`,
    )
    expect(said.includes('FUNCTION_HOSTS')).toBe(!isAllowed)
  })
})
