import { writeFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import type { TLSSocket } from 'node:tls'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Certificate, makeAuthority } from '../../../test/certificates.ts'
import { type Receiver, receiveHttp, receiveHttps, receiveRaw } from '../../../test/receivers.ts'
import { useFolder } from '../../../test/use-folder.ts'
import { createOutboundHttp } from './guarded.ts'
import { type OutboundCalls, outboundCalls } from './test/outbound-calls.ts'

const authority = makeAuthority('Test authority')
const receivers: Receiver[] = []
const folder = useFolder()
let outbound: OutboundCalls
let distrusting: OutboundCalls

const resolve = async () => ['127.0.0.1']

beforeAll(async () => {
  const caFile = join(folder, 'authority.pem')
  await writeFile(caFile, authority.cert)
  outbound = outboundCalls({ caFile, resolve })
  distrusting = outboundCalls({ resolve })
})

afterEach(() => Promise.all(receivers.splice(0).map((receiver) => receiver.close())))

afterAll(async () => {
  await outbound.close()
  await distrusting.close()
})

async function receiver(certificate: Certificate) {
  const requests: IncomingMessage[] = []
  const started = await receiveHttps(certificate, (request, response) => {
    requests.push(request)
    response.end('ok')
  })
  receivers.push(started)
  return { ...started, requests, url: `https://hooks.example:${started.port}/` }
}

describe('a certificate', () => {
  test('of the extra authority is trusted, for the name that was called', async () => {
    const { url, port, requests } = await receiver(authority.issue(['hooks.example']))
    expect(await outbound.post(url)).toMatchObject({ status: 200 })
    const socket = requests[0]?.socket as TLSSocket
    expect(socket.servername).toBe('hooks.example')
    expect(socket.alpnProtocol).toBe('http/1.1')
    expect(requests[0]?.headers.host).toBe(`hooks.example:${port}`)
    expect(requests[0]?.httpVersion).toBe('1.1')
  })

  test('for an address is trusted when that address is called', async () => {
    const { port } = await receiver(authority.issue(['127.0.0.1']))
    expect(await outbound.post(`https://127.0.0.1:${port}/`)).toMatchObject({ status: 200 })
    const named = await receiver(authority.issue(['hooks.example']))
    expect(await outbound.post(`https://127.0.0.1:${named.port}/`)).toMatchObject({ error_type: 'tls_error' })
  })

  test.each([
    ['of another host', () => authority.issue(['other.example']), 'is for another host'],
    [
      'that has expired',
      () => authority.issue(['hooks.example'], new Date(Date.now() - 1000)),
      'has expired',
    ],
    ['signed by itself', () => makeAuthority('hooks.example'), 'is signed by itself'],
    ['of an unknown authority', () => makeAuthority('Other').issue(['hooks.example']), 'not trusted'],
  ])('%s is refused and nothing is sent', async (_, issue, sentence) => {
    const { url, requests, connections } = await receiver(issue())
    const outcome = await outbound.post(url)
    expect(outcome).toMatchObject({ error_type: 'tls_error', sent: false })
    expect(outcome.kind === 'failed' && outcome.message).toContain(sentence)
    await vi.waitFor(() => expect([connections.made, connections.open.size]).toEqual([1, 0]), 15_000)
    expect(requests).toEqual([])
  })

  test('of the extra authority is not trusted without it, whatever the environment says', async () => {
    const { url } = await receiver(authority.issue(['hooks.example']))
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
    try {
      expect(await distrusting.post(url)).toMatchObject({ error_type: 'tls_error', sent: false })
    } finally {
      vi.unstubAllEnvs()
    }
  })
})

describe('a handshake', () => {
  test('that hangs ends after the time for connecting', { tags: 'slow' }, async () => {
    const started = await receiveRaw((socket) => socket.resume())
    receivers.push(started)
    const outcome = await outbound.post(`https://hooks.example:${started.port}/`, { connectMs: 1_000 })
    expect(outcome).toMatchObject({ error_type: 'timeout', sent: false })
    expect(outcome.durationMs).toBeLessThan(10_000)
    await vi.waitFor(
      () => expect([started.connections.made, started.connections.open.size]).toEqual([1, 0]),
      15_000,
    )
  })

  test('with a server that speaks plain HTTP is a tls_error', async () => {
    const started = await receiveHttp((_, response) => response.end())
    receivers.push(started)
    const outcome = await outbound.post(`https://hooks.example:${started.port}/`)
    expect(outcome).toMatchObject({ error_type: 'tls_error', sent: false })
  })

  test('that is cut off is a connection_reset', async () => {
    const started = await receiveRaw((socket) => socket.once('data', () => socket.resetAndDestroy()))
    receivers.push(started)
    const outcome = await outbound.post(`https://hooks.example:${started.port}/`)
    expect(outcome).toMatchObject({ error_type: 'connection_reset', sent: false })
  })
})

test('a secured connection is kept for the next request', async () => {
  const { url, connections } = await receiver(authority.issue(['hooks.example']))
  for (let times = 0; times < 3; times++) {
    expect(await outbound.post(url, { keepBodyWhen: 'always' })).toMatchObject({ status: 200 })
    await new Promise((done) => setImmediate(() => setImmediate(done)))
  }
  expect(connections.made).toBe(1)
})

test('a file without a certificate stops the start', async () => {
  const caFile = join(folder, 'empty.pem')
  await writeFile(caFile, 'nothing')
  expect(() => createOutboundHttp({ allow: [], caFile })).toThrow()
  expect(() => createOutboundHttp({ allow: [], caFile: join(folder, 'missing.pem') })).toThrow('ENOENT')
})
