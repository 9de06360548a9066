import { describe, expect, test } from 'vitest'
import { startApp } from '../../../test/start-app.ts'
import { createMetrics } from '../metrics.ts'
import { refuseWhile } from './server.ts'
import { addSystemRoutes, mayReadMetrics } from './system.ts'
import { toyServer } from './test/toy-server.ts'

async function systemServer(metricsToken: string | null = null) {
  const metrics = createMetrics()
  let reason: string | null = 'starting'
  const toy = await toyServer(async () => ({ size: 1 }), {
    prepare: (server) => {
      addSystemRoutes(server, { notReadyBecause: async () => reason, metrics, metricsToken })
      refuseWhile(server, () => reason !== null, 'starting')
    },
  })
  const become = (next: string | null) => {
    reason = next
  }
  return { ...toy, become }
}

async function read(url: string) {
  const response = await fetch(url)
  return { status: response.status, headers: response.headers, text: await response.text() }
}

describe('a starting server', () => {
  test('is alive, not ready, and refuses operations until it is', async () => {
    const { server, baseUrl, become } = await systemServer()
    expect(await read(`${baseUrl}/healthz`)).toMatchObject({ status: 200, text: '{"status":"ok"}' })
    const early = await read(`${baseUrl}/readyz`)
    expect([early.status, JSON.parse(early.text)]).toEqual([503, { status: 'not_ready', reason: 'starting' }])
    const refused = await read(`${baseUrl}/toys/1`)
    expect([refused.status, JSON.parse(refused.text).code]).toEqual([503, 'starting'])
    expect(refused.headers.get('retry-after')).toBe('1')
    become(null)
    expect(await read(`${baseUrl}/readyz`)).toMatchObject({ status: 200, text: '{"status":"ready"}' })
    expect((await read(`${baseUrl}/toys/1`)).status).toBe(200)
    await server.close()
  })

  test('answers before it is ready, and its work before that is done first', async () => {
    const seen: (string | number)[] = []
    const app = await startApp(
      {},
      {
        beforeReady: async () => {
          seen.push('before ready')
        },
      },
    )
    seen.push((await read(`${app.baseUrl}/readyz`)).status)
    expect(seen).toEqual(['before ready', 200])
  })
})

describe('/metrics', () => {
  test('counts answers by operation and status, and names no address', async () => {
    const { server, baseUrl, become } = await systemServer()
    become(null)
    await read(`${baseUrl}/toys/private`)
    await read(`${baseUrl}/toys/private`)
    await read(`${baseUrl}/private`)
    const { status, headers, text } = await read(`${baseUrl}/metrics`)
    expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8'])
    expect(headers.get('access-control-allow-origin')).toBeNull()
    expect(text).toContain('atrium_http_requests_total{operation="toys.look",status="200"} 2')
    expect(text).toContain('atrium_http_requests_total{operation="other",status="404"} 1')
    expect(text).toMatch(/atrium_http_request_seconds_count\{operation="toys.look"\} 2/)
    expect(text).toContain('nodejs_heap_size_used_bytes')
    expect(text).not.toContain('private')
    await server.close()
  })

  test('of a whole server count its stored jobs', async () => {
    const app = await startApp()
    expect((await read(`${app.baseUrl}/metrics`)).text).toContain('# TYPE atrium_jobs gauge')
  })

  test('is refused to what a proxy passes on, in our shape', async () => {
    const { server, baseUrl } = await systemServer('m')
    const response = await fetch(`${baseUrl}/metrics`, { headers: { 'x-forwarded-for': '203.0.113.7' } })
    expect([response.status, (await response.json()).code]).toEqual([401, 'missing_credentials'])
    await server.close()
  })
})

describe('who may read metrics', () => {
  const from = (remoteAddress: string | undefined, headers: Record<string, string> = {}) => ({
    headers,
    socket: { remoteAddress },
  })
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

  test.each(['127.0.0.1', '127.8.9.10', '::1', '::ffff:127.0.0.1'])('%s may, without a token', (address) => {
    expect(mayReadMetrics(from(address), null)).toBe(true)
    expect(mayReadMetrics(from(address), 'm')).toBe(true)
  })

  test.each(['10.0.0.1', '203.0.113.7', '::2', 'fe80::1', '::ffff:10.0.0.1', '1127.0.0.1', undefined])(
    '%s may with the token only',
    (address) => {
      expect(mayReadMetrics(from(address), null)).toBe(false)
      expect(mayReadMetrics(from(address, bearer('null')), null)).toBe(false)
      expect(mayReadMetrics(from(address, bearer('')), null)).toBe(false)
      expect(mayReadMetrics(from(address), 'm')).toBe(false)
      expect(mayReadMetrics(from(address, bearer('x')), 'm')).toBe(false)
      expect(mayReadMetrics(from(address, { authorization: 'm' }), 'm')).toBe(false)
      expect(mayReadMetrics(from(address, bearer('m')), 'm')).toBe(true)
    },
  )

  test.each([
    ...[
      'forwarded',
      'x-forwarded-for',
      'x-forwarded-host',
      'x-forwarded-proto',
      'x-forwarded-prefix',
      'x-forwarded',
    ],
    ...[
      'x-real-ip',
      'via',
      'x-client-ip',
      'x-cluster-client-ip',
      'x-original-host',
      'x-original-forwarded-for',
    ],
    ...[
      'cf-connecting-ip',
      'true-client-ip',
      'fastly-client-ip',
      'x-envoy-external-address',
      'x-proxyuser-ip',
    ],
  ])('a proxy on this machine, known by %s, may with the token only', (header) => {
    expect(mayReadMetrics(from('127.0.0.1', { [header]: '127.0.0.1' }), 'm')).toBe(false)
    expect(mayReadMetrics(from('127.0.0.1', { [header]: 'x', ...bearer('m') }), 'm')).toBe(true)
  })
})
