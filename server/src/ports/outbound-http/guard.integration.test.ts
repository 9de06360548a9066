/** Nothing leaves to an address that must not be called. Sockets are opened by a spy, so a dial would show. */
import { Socket } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { collectedLog } from '../../../test/collected-log.ts'
import { type Receiver, receiveHttp, receiveRaw } from '../../../test/receivers.ts'
import { openTcpSocket, type Refusal } from './dial.ts'
import type { OutboundHttpOptions } from './guarded.ts'
import { type OutboundCalls, outboundCalls } from './test/outbound-calls.ts'

const open: { close(): Promise<void> }[] = []

afterEach(async () => {
  for (const one of open.splice(0)) await one.close()
})

interface Watched extends OutboundCalls {
  dialled: string[]
  asked: string[]
  refused: Refusal[]
}

/** Real rules; names stand for the given addresses, and opening a socket is only noted. */
function watched(
  answers: Record<string, string[] | Error>,
  more: Partial<OutboundHttpOptions> = {},
): Watched {
  const [dialled, asked, refused] = [[] as string[], [] as string[], [] as Refusal[]]
  const calls = outboundCalls({
    allow: [],
    resolve: async (name) => {
      asked.push(name)
      const answer = answers[name] ?? new Error('unexpected name')
      if (answer instanceof Error) throw answer
      return answer
    },
    openSocket: (address) => {
      dialled.push(address)
      return failingSocket('EHOSTUNREACH')
    },
    onRefused: (refusal) => refused.push(refusal),
    ...more,
  })
  open.push(calls)
  return { ...calls, dialled, asked, refused }
}

function failingSocket(code: string): Socket {
  const socket = new Socket()
  setImmediate(() => socket.destroy(Object.assign(new Error(`connect ${code} 10.9.8.7:443`), { code })))
  return socket
}

async function receiver<T extends Receiver>(started: Promise<T>): Promise<T> {
  const one = await started
  open.push(one)
  return one
}

describe('names', () => {
  test.each([
    [['127.0.0.1']],
    [['10.0.0.5']],
    [['169.254.169.254']],
    [['::1']],
    [['::ffff:10.0.0.1']],
    [['64:ff9b::a00:1']],
    [['fd00:ec2::254']],
    [['8.8.8.8', '192.168.0.1']],
    [['192.168.0.1', '8.8.8.8']],
    [['2606:4700::1111', '8.8.8.8', 'fe80::1']],
    [['not an address']],
  ])('that stand for %j are refused before a socket opens', async (addresses) => {
    const outbound = watched({ 'hooks.example': addresses })
    const outcome = await outbound.post('https://hooks.example/')
    expect(outcome).toMatchObject({ error_type: 'blocked_address', sent: false })
    expect(outbound.dialled).toEqual([])
    expect(outbound.refused).toEqual([{ host: 'hooks.example', addresses }])
  })

  test('with public addresses are dialled at those, in turn', async () => {
    const outbound = watched({ 'hooks.example': ['2606:4700::1111', '8.8.8.8'] })
    expect(await outbound.post('https://hooks.example/')).toMatchObject({
      error_type: 'network_error',
      sent: false,
    })
    expect(outbound.dialled).toEqual(['2606:4700::1111', '8.8.8.8'])
  })

  test('with IPv6 addresses only, where there is no IPv6, are a network_error', async () => {
    const addresses = ['2606:4700::1111', '2606:4700::1001']
    const outbound = watched(
      { 'hooks.example': addresses },
      { openSocket: () => failingSocket('ENETUNREACH') },
    )
    expect(await outbound.post('https://hooks.example/')).toMatchObject({
      error_type: 'network_error',
      sent: false,
    })
  })

  test('that change from public to private are asked and judged again for every connection', async () => {
    const answers = { 'rebind.example': ['8.8.8.8'] }
    const outbound = watched(answers)
    await outbound.post('https://rebind.example/')
    answers['rebind.example'] = ['127.0.0.1']
    expect(await outbound.post('https://rebind.example/')).toMatchObject({ error_type: 'blocked_address' })
    expect(outbound.dialled).toEqual(['8.8.8.8'])
    expect(outbound.asked).toEqual(['rebind.example', 'rebind.example'])
  })

  test('are asked once per connection: what was judged is what is dialled', async () => {
    let asked = 0
    const outbound = watched({}, { resolve: async () => (++asked === 1 ? ['8.8.8.8'] : ['127.0.0.1']) })
    await outbound.post('https://rebind.example/')
    expect([asked, outbound.dialled]).toEqual([1, ['8.8.8.8']])
  })

  test.each([
    ['unknown', Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' })],
    ['whose server fails', Object.assign(new Error('ESERVFAIL'), { code: 'ESERVFAIL' })],
    ['whose resolver refuses', Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })],
    ['without addresses', []],
  ])('%s are a dns_error', async (_, answer) => {
    const outbound = watched({ 'hooks.example': answer })
    expect(await outbound.post('https://hooks.example/')).toMatchObject({
      error_type: 'dns_error',
      sent: false,
    })
  })

  test('that are never answered cost the time for connecting', async () => {
    let isAborted = false
    const outbound = watched(
      {},
      {
        resolve: (_, signal) => {
          signal.addEventListener('abort', () => {
            isAborted = true
          })
          return new Promise(() => {})
        },
      },
    )
    const outcome = await outbound.post('https://hooks.example/', { connectMs: 100 })
    expect(outcome).toMatchObject({ error_type: 'dns_error', sent: false })
    expect(outcome.durationMs).toBeLessThan(10_000)
    expect(isAborted).toBe(true)
    expect(await outbound.post('https://hooks.example/', { deadlineMs: 100 })).toMatchObject({
      error_type: 'timeout',
    })
  })
})

test.each([
  'https://127.0.0.1/',
  'https://0x7f.1/',
  'https://2130706433/',
  'https://0177.0.0.1/',
  'https://127.1/',
  'https://0/',
  'https://①②⑦.⓪.⓪.①/',
  'https://[::1]/',
  'https://[::ffff:7f00:1]/',
  'https://[::127.0.0.1]/',
  'https://[64:ff9b::7f00:1]/',
  'https://[2002:7f00:1::]/',
  'https://[fe80::1]/',
  'https://169.254.169.254/',
  'https://168.63.129.16/',
  'https://localhost/',
  'https://metadata.google.internal/',
  'http://8.8.8.8/',
  'https://8.8.8.8:22/',
  'nonsense',
])('%s is refused without asking or dialling', async (url) => {
  const outbound = watched({})
  expect(await outbound.post(url)).toMatchObject({ error_type: 'blocked_address', sent: false })
  expect([outbound.asked, outbound.dialled]).toEqual([[], []])
  expect(outbound.refused).toHaveLength(1)
})

test('a connection that ended up elsewhere is cut before a byte is sent', async () => {
  const bytes: Buffer[] = []
  const { port, connections } = await receiver(
    receiveRaw((socket) => socket.on('data', (data) => bytes.push(data))),
  )
  const outbound = watched(
    { 'hooks.example': ['8.8.8.8'] },
    { openSocket: () => openTcpSocket('127.0.0.1', port) },
  )
  expect(await outbound.post('https://hooks.example/')).toMatchObject({
    error_type: 'blocked_address',
    sent: false,
  })
  await expect.poll(() => [connections.made, connections.open.size]).toEqual([1, 0])
  expect(bytes).toEqual([])
})

describe('opened ranges', () => {
  const toLoopback = (addresses: string[]) =>
    watched(
      { 'hooks.internal': addresses, receiver: addresses },
      { allow: ['127.0.0.0/8'], openSocket: openTcpSocket },
    )

  test('let local names through whose every address is in them, also over plain http', async () => {
    const { port } = await receiver(receiveHttp((request, response) => response.end(request.headers.host)))
    for (const host of ['hooks.internal', 'receiver']) {
      const outbound = toLoopback(['127.0.0.3', '127.0.0.1']) // nobody listens at the first
      const outcome = await outbound.post(`http://${host}:${port}/`, { keepBodyWhen: 'always' })
      expect(outcome).toMatchObject({ status: 200, body: Buffer.from(`${host}:${port}`) })
    }
  })

  test('do not let plain http or local names out to public addresses', async () => {
    for (const url of ['http://hooks.internal/', 'https://receiver/']) {
      const outbound = watched(
        { 'hooks.internal': ['127.0.0.1', '8.8.8.8'], receiver: ['8.8.8.8'] },
        { allow: ['127.0.0.0/8'] },
      )
      expect(await outbound.post(url)).toMatchObject({ error_type: 'blocked_address' })
      expect(outbound.dialled).toEqual([])
    }
  })
})

test('proxies named in the environment are not used', async () => {
  const proxy = await receiver(receiveRaw((socket) => socket.destroy()))
  const { port } = await receiver(receiveHttp((_, response) => response.end()))
  const names = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'http_proxy', 'https_proxy', 'all_proxy']
  const before = names.map((name) => process.env[name])
  try {
    for (const name of names) process.env[name] = `http://127.0.0.1:${proxy.port}`
    process.env.NODE_USE_ENV_PROXY = '1'
    const outbound = outboundCalls()
    open.push(outbound)
    expect(await outbound.post(`http://127.0.0.1:${port}/`)).toMatchObject({ status: 200 })
    expect(proxy.connections.made).toBe(0)
  } finally {
    delete process.env.NODE_USE_ENV_PROXY
    for (const [index, name] of names.entries()) {
      if (before[index] === undefined) delete process.env[name]
      else process.env[name] = before[index]
    }
  }
})

test('what callers learn names no address, host or path; the log does', async () => {
  const log = collectedLog()
  const reported: string[] = []
  for (const code of [
    'ECONNREFUSED',
    'ETIMEDOUT',
    'ECONNRESET',
    'ENETUNREACH',
    'EACCES',
    'CERT_HAS_EXPIRED',
  ]) {
    const outbound = watched({ 'hooks.example': ['8.8.8.8'] }, { log, openSocket: () => failingSocket(code) })
    const outcome = await outbound.post('https://hooks.example/secret/path?token=1')
    if (outcome.kind === 'failed') reported.push(outcome.message)
  }
  const inside = watched({ 'hooks.example': ['10.9.8.7'] }, { log })
  const outcome = await inside.post('https://hooks.example/secret/path?token=1')
  if (outcome.kind === 'failed') reported.push(outcome.message)
  expect(reported).toHaveLength(7)
  expect(reported.join(' ')).not.toMatch(/\d|hooks|example|secret|path|token|\//)
  expect(log.text()).toContain('10.9.8.7')
  expect(log.text()).not.toContain('token=1')
})
