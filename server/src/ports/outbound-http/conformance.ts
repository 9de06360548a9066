/** What every adapter of this port keeps to, tried against servers on loopback. */
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import type { OutboundHttp, OutboundRequest } from './port.ts'

export function describeOutboundHttp(name: string, make: (allow: string[]) => OutboundHttp): void {
  const servers: Server[] = []
  const ports: OutboundHttp[] = []

  async function receiver(answer: RequestListener): Promise<string> {
    const server = createServer(answer)
    servers.push(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}` // a string only for pipes
  }

  function opened(...allow: string[]): OutboundHttp {
    const port = make(allow)
    ports.push(port)
    return port
  }

  const loopback = () => opened('127.0.0.0/8')
  const call = (url: string, more: Partial<OutboundRequest> = {}) =>
    loopback().send({ ...POST, url, ...more })

  afterEach(async () => {
    await Promise.all(ports.splice(0).map((port) => port.close()))
    for (const server of servers.splice(0)) {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }
  })

  describe(name, () => {
    test('sends exactly what it was given', async () => {
      let seen: { request: IncomingMessage; body: string } | undefined
      const url = await receiver(async (request, response) => {
        seen = { request, body: Buffer.concat(await request.toArray()).toString() }
        response.end()
      })
      const headers = { 'Content-Type': 'application/json', 'x-service-signature': 'abc' }
      await call(`${url}/hook?a=1&b=%20#part`, { headers, body: '{"name":"José"}' })
      expect(seen?.request.method).toBe('POST')
      expect(seen?.request.url).toBe('/hook?a=1&b=%20')
      expect(seen?.body).toBe('{"name":"José"}')
      expect(seen?.request.headers).toMatchObject({
        host: new URL(url).host,
        'content-type': 'application/json',
        'x-service-signature': 'abc',
        'content-length': '16',
        'accept-encoding': 'identity',
      })
    })

    test('hands over status, headers and body', async () => {
      const url = await receiver((_, response) => {
        response.writeHead(201, { 'X-Request-Id': '7', 'Set-Cookie': ['a=1', 'b=2'] }).end('made')
      })
      const outcome = await call(url)
      expect(outcome).toMatchObject({ kind: 'answered', status: 201, truncated: false })
      expect(outcome).toMatchObject({ headers: { 'x-request-id': '7', 'set-cookie': 'a=1, b=2' } })
      expect(outcome.kind === 'answered' && outcome.body.toString()).toBe('made')
      expect(outcome.durationMs).toBeGreaterThanOrEqual(0)
    })

    test.each([
      [9, 'truncated', true],
      [10, 'whole', false],
      [11, 'whole', false],
    ] as const)('of ten bytes with room for %i the body is %s', async (keepBody, _, truncated) => {
      const url = await receiver((_, response) => response.end('0123456789'))
      const outcome = await call(url, { keepBody })
      expect(outcome).toMatchObject({ kind: 'answered', truncated })
      expect(outcome.kind === 'answered' && outcome.body.toString()).toBe('0123456789'.slice(0, keepBody))
    })

    test('keeps the body of refusals only, when asked', async () => {
      const url = await receiver((request, response) => {
        response.writeHead(Number(request.url?.slice(1))).end('why')
      })
      for (const [status, body] of [
        [200, ''],
        [299, ''],
        [304, ''],
        [400, 'why'],
        [503, 'why'],
      ] as const) {
        const outcome = await call(`${url}/${status}`, { keepBodyWhen: 'refused' })
        expect(outcome).toMatchObject({ kind: 'answered', status, body: Buffer.from(body) })
      }
    })

    test.each([301, 302, 303, 307, 308])('a %i is an answer and is not followed', async (status) => {
      let visits = 0
      const elsewhere = await receiver((_, response) => response.end(`${++visits}`))
      const url = await receiver((_, response) => response.writeHead(status, { location: elsewhere }).end())
      expect(await call(url)).toMatchObject({ kind: 'answered', status, headers: { location: elsewhere } })
      expect(visits).toBe(0)
    })

    test('nobody listening is a refused connection', async () => {
      const url = await receiver(() => {})
      await new Promise((resolve) => servers.pop()?.close(resolve))
      expect(await call(url)).toMatchObject({ kind: 'failed', error_type: 'connection_refused', sent: false })
    })

    test('no answer within the deadline is a timeout', async () => {
      const url = await receiver(() => {})
      const outcome = await call(url, { deadlineMs: 1_500 })
      expect(outcome).toMatchObject({ kind: 'failed', error_type: 'timeout', sent: true })
      expect(outcome.durationMs).toBeGreaterThanOrEqual(1_499)
      expect(outcome.durationMs).toBeLessThan(10_000)
    })

    test('can be given up by the caller, before and during', async () => {
      const caller = new AbortController()
      const url = await receiver(() => caller.abort())
      expect(await call(url, { signal: caller.signal })).toMatchObject({ kind: 'failed', sent: true })
      expect(await call(url, { signal: caller.signal })).toMatchObject({ kind: 'failed', sent: false })
    })

    test('without an opened range loopback is not called', async () => {
      let visits = 0
      const url = await receiver((_, response) => response.end(`${++visits}`))
      for (const target of [url, url.replace('http:', 'https:'), url.replace('127.0.0.1', 'localhost')]) {
        const outcome = await opened().send({ ...POST, url: target })
        expect(outcome).toMatchObject({ kind: 'failed', error_type: 'blocked_address', sent: false })
        expect(opened().checkTarget(target).ok).toBe(false)
      }
      expect(loopback().checkTarget(url).ok).toBe(true)
      expect(visits).toBe(0)
    })

    test.each([
      { host: 'elsewhere' },
      { Connection: 'close' },
      { 'content-length': '0' },
      { 'transfer-encoding': 'chunked' },
      { 'x-a': 'b\r\nx-c: d' },
      { 'x-a\r\nx-c': 'd' },
      { 'x-a': 'ž' },
      { 'x-a': '1', 'X-A': '2' },
    ])('throws on the headers %j', async (headers) => {
      const url = await receiver((_, response) => response.end())
      await expect(call(url, { headers: headers as Record<string, string> })).rejects.toThrow()
    })

    test('closing cuts what is under way; later calls fail', async () => {
      const port = loopback()
      const url = await receiver(() => void port.close())
      expect(await port.send({ ...POST, url })).toMatchObject({ kind: 'failed', error_type: 'network_error' })
      expect(await port.send({ ...POST, url })).toMatchObject({ kind: 'failed', sent: false })
    })
  })
}

const POST = {
  method: 'POST',
  headers: {},
  body: '{}',
  keepBody: 512,
  keepBodyWhen: 'always',
} as const satisfies Partial<OutboundRequest>
