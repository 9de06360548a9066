import type { RequestListener } from 'node:http'
import { afterAll, afterEach, expect, test } from 'vitest'
import { type Receiver, receiveHttp } from '../../../../../test/receivers.ts'
import { createOutboundHttp } from '../../../../ports/outbound-http/guarded.ts'
import type { OwnPage } from './page.ts'
import { scanHeaders } from './scan-headers.ts'

const opened = createOutboundHttp({ allow: ['127.0.0.1/32'], caFile: null })
const closed = createOutboundHttp({ allow: [], caFile: null, resolve: async () => ['10.0.0.1'] })
afterAll(() => Promise.all([opened.close(), closed.close()]))

const receivers: Receiver[] = []
afterEach(async () => {
  for (const receiver of receivers.splice(0)) await receiver.close()
})
async function serve(answer: RequestListener): Promise<string> {
  const receiver = await receiveHttp(answer)
  receivers.push(receiver)
  return `http://127.0.0.1:${receiver.port}`
}

const scan = (
  url: string,
  outboundHttp = opened,
  own: OwnPage | null = null,
  signal = new AbortController().signal,
) => scanHeaders({ outboundHttp, readOwnSite: async () => own }, url, signal)
const rulesOf = ({ findings }: Awaited<ReturnType<typeof scan>>) =>
  findings.map(({ rule_id }) => rule_id).sort()
const BARE = ['csp_missing', 'frame_protection_missing', 'nosniff_missing', 'referrer_policy_missing']

test('a page is judged, and is asked as a stranger would', async () => {
  const origins: unknown[] = []
  const url = await serve((request, response) => {
    origins.push(request.headers.origin)
    const headers = {
      'access-control-allow-origin': request.headers.origin,
      'access-control-allow-credentials': 'true',
    }
    response.writeHead(200, { ...headers, 'content-type': 'text/html' }).end('<p>')
  })
  const found = await scan(`${url}/?token=abc`)
  expect(rulesOf(found)).toEqual(['cors_any_origin_with_credentials', ...BARE])
  expect(found.findings[0]).toMatchObject({ severity: 'critical', url: `${url}/` })
  expect(found.unchecked).toBeNull()
  expect(origins).toEqual(['https://atrium-scan.invalid'])
})

test('redirects are followed three times, each through the guard', async () => {
  const url = await serve((request, response) => {
    const left = Number(request.url?.slice(1))
    if (left > 0) response.writeHead(302, { location: `/${left - 1}` }).end()
    else response.writeHead(200, { 'x-content-type-options': 'nosniff' }).end('<p>')
  })
  expect(rulesOf(await scan(`${url}/3`))).not.toContain('nosniff_missing')
  expect(await scan(`${url}/4`)).toEqual({ findings: [], unchecked: expect.stringContaining('too often') })
  const inside = await serve((_, response) =>
    response.writeHead(301, { location: 'http://169.254.169.254/latest' }).end(),
  )
  expect(await scan(inside)).toEqual({
    findings: [],
    unchecked: expect.stringContaining('private or reserved'),
  })
})

test('a page that never ends is cut and judged all the same', async () => {
  const url = await serve((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    const write = () => {
      if (response.destroyed) return
      if (response.write('<p>'.repeat(20_000))) setImmediate(write)
      else response.once('drain', write)
    }
    write()
  })
  expect(rulesOf(await scan(url))).toEqual(BARE)
})

test('what cannot be read is said, and a scan that is given up ends', async () => {
  const url = await serve((request, response) => {
    if (request.url === '/gone') response.writeHead(503).end()
  })
  expect(await scan(`${url}/gone`)).toEqual({
    findings: [],
    unchecked: 'the published address returned 503',
  })
  const caller = new AbortController()
  const running = scan(`${url}/silent`, opened, null, caller.signal)
  caller.abort(new Error('given up'))
  await expect(running).rejects.toThrow('given up')
  expect(await scan('https://inside.example', closed)).toEqual({
    findings: [],
    unchecked: 'The address is not public and must not be called.',
  })
})

test('a public address without TLS is a finding although nobody calls it', async () => {
  const found = await scan('http://shop.example.com/', closed)
  expect(rulesOf(found)).toEqual(['published_without_tls'])
  expect(found.unchecked).toContain('must not be called')
})

test('a site of this server is read without the network, and says what was not seen', async () => {
  const own = {
    status: 200,
    headers: { 'content-type': 'text/html', 'x-content-type-options': 'nosniff' },
    body: '<p>',
  }
  const found = await scan('https://sites.example.net/', closed, own)
  expect(rulesOf(found)).toEqual(['csp_missing', 'frame_protection_missing', 'referrer_policy_missing'])
  expect(found.unchecked).toContain('proxy')
  expect((await scan('http://127.0.0.1:1/sites/a/', closed, own)).unchecked).toBeNull()
})
