/** The proxy as an enemy inside the browser would use it: by hand. */
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { promisify } from 'node:util'
import { describe, expect, onTestFinished, test } from 'vitest'
import { makeAuthority } from '../../../test/certificates.ts'
import { receiveHttps } from '../../../test/receivers.ts'
import { createOutboundHttp, type OutboundHttpOptions } from '../outbound-http/guarded.ts'
import { createFindCredential } from './credential.ts'
import { createHostRules } from './host-rules.ts'
import { startProxy } from './proxy.ts'
import { startBrowserPages } from './test/browser-pages.ts'

interface Wanted {
  hosts?: string[]
  own?: string[]
  outbound?: Partial<OutboundHttpOptions>
}

async function proxied({ hosts = [], own = [], outbound = {} }: Wanted) {
  const pages = await startBrowserPages({ '/': 'home', '/api/me': 'me' })
  const sockets = createOutboundHttp({
    allow: [],
    caFile: null,
    resolve: async () => ['127.0.0.1'],
    ...outbound,
  })
  const rules = createHostRules(hosts, [pages.origin, ...own])
  const findCredential = createFindCredential({ prefix: `${pages.origin}/api/`, token: 'abc' }, rules)
  const proxy = await startProxy({ rules, sockets, findCredential })
  onTestFinished(async () => {
    await Promise.all([proxy.close(), sockets.close(), pages.close()])
  })
  async function say(text: string): Promise<string> {
    const socket = connect(proxy.port, '127.0.0.1')
    socket.write(text)
    return Buffer.concat(await socket.toArray()).toString()
  }
  return { pages, proxy, say }
}

const get = (url: string, ...headers: string[]) =>
  `${[`GET ${url} HTTP/1.1`, 'host: nowhere.example', 'proxy-connection: keep-alive', 'connection: close', ...headers].join('\r\n')}\r\n\r\n`

describe('requests without TLS', () => {
  test('of our own origin are passed on, as they are for their host', async () => {
    const { pages, say } = await proxied({})
    expect(await say(get(`${pages.origin}/?a=%20b`, 'x-mine: 1'))).toMatch(/^HTTP\/1.1 200 OK[\s\S]*home/)
    const [request] = pages.requests
    expect(request).toMatchObject({
      path: '/?a=%20b',
      // So that the server does not take it for a request of its own machine.
      headers: { host: `127.0.0.1:${pages.port}`, via: '1.1 atrium', 'x-mine': '1' },
    })
    expect(request?.headers).not.toHaveProperty('proxy-connection')
    expect(request?.headers).not.toHaveProperty('authorization')
  })

  test('with a body of unknown length carry it as a body, whatever their method is', async () => {
    const { pages, say } = await proxied({})
    const bodies: string[] = []
    pages.add({
      '/taken': async (request, response) => {
        bodies.push(Buffer.concat(await request.toArray()).toString())
        response.end()
      },
    })
    const hidden = 'GET /hidden HTTP/1.1\r\nhost: a\r\n\r\n'
    for (const method of ['DELETE', 'OPTIONS', 'POST']) {
      const head = get(`${pages.origin}/taken`, 'transfer-encoding: chunked').replace('GET', method)
      await say(`${head}${hidden.length.toString(16)}\r\n${hidden}\r\n0\r\n\r\n`)
    }
    expect(bodies).toEqual([hidden, hidden, hidden])
    expect(pages.requests.map(({ path }) => path)).toEqual(['/taken', '/taken', '/taken'])
  })

  test('under way when their session ends do not end the server', async () => {
    for (let turns = 0; turns < 40; turns++) {
      const { pages, proxy, say } = await proxied({})
      const asked = say(get(`${pages.origin}/`)).catch(() => '')
      for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve))
      await proxy.close()
      await asked
    }
  })

  test.each(['200 a\u0001b', '099 Low', '000 None'])(
    'with an answer %j that cannot be passed on are cut, and do not end the server',
    async (status) => {
      const answering = createServer((socket) => {
        socket.on('error', () => {})
        socket.once('data', () => socket.end(`HTTP/1.1 ${status}\r\ncontent-length: 0\r\n\r\n`))
      }).listen(0, '127.0.0.1')
      onTestFinished(() => void answering.close())
      await once(answering, 'listening')
      const { port } = answering.address() as AddressInfo // a string only for pipes
      const { say } = await proxied({ own: [`http://127.0.0.1:${port}`] })
      expect(await say(get(`http://127.0.0.1:${port}/`))).toBe('')
    },
  )

  test('get the credential below its prefix, unless they bring one or come from a foreign page', async () => {
    const { pages, say } = await proxied({})
    const url = `${pages.origin}/api/me`
    await say(get(url))
    await say(get(url, `origin: ${pages.origin}`))
    await say(get(url, 'origin: https://elsewhere.example'))
    await say(get(url, 'authorization: Bearer mine'))
    await say(get(url, 'api_key: mine'))
    await say(get(`${pages.origin}/api/../other`))
    expect(pages.requests.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer abc',
      'Bearer abc',
      undefined,
      'Bearer mine',
      undefined,
      undefined,
    ])
  })

  test.each([
    ['/', 'without an address'],
    ['ftp://127.0.0.1/', 'of another scheme'],
    ['http://elsewhere.example/', 'of another host'],
    ['http://169.254.169.254/', 'of an address that the guard refuses'],
    ['http://allowed.example/', 'of an allowed host, which must have TLS'],
    ['http://127.0.0.1:1/', 'of another port'],
    ['http://127.0.0.1@elsewhere.example/', 'of a host that hides'],
  ])('%s %s are closed without a word', async (url) => {
    const { say } = await proxied({ hosts: ['allowed.example', '169.254.169.254', '127.0.0.1'] })
    expect(await say(get(url))).toBe('')
  })
})

describe('tunnels', () => {
  const tunnel = (authority: string) => `CONNECT ${authority} HTTP/1.1\r\nhost: ${authority}\r\n\r\n`

  test('to our own origin without TLS carry requests to it alone', async () => {
    const { pages, say } = await proxied({})
    const open = tunnel(`127.0.0.1:${pages.port}`)
    expect(await say(open + get('/api/me'))).toMatch(/200 Connection Established[\s\S]*200 OK[\s\S]*me/)
    expect(pages.requests[0]?.headers.authorization).toBe('Bearer abc')
    expect(await say(open + get('http://elsewhere.example/'))).not.toContain('200 OK')
    expect(await say(`${open}EHLO somebody\r\n`)).toContain('400 Bad Request')
  })

  test.each([
    '127.0.0.1:1',
    'localhost:8787',
    '169.254.169.254:443',
    'elsewhere.example:443',
    'rebind.example:443',
    'rebind.example:22',
    '[::1]:443',
    '[::ffff:127.0.0.1]:443',
    '2130706433:443',
    'http://127.0.0.1/',
    '127.0.0.1',
    '127.0.0.1:0',
    '127.0.0.1:99999',
    'a@127.0.0.1:443',
  ])('to %s are refused', async (authority) => {
    const hosts = ['rebind.example', '127.0.0.1', '169.254.169.254', 'localhost', '::1', '2130706433']
    const { say } = await proxied({ hosts })
    expect(await say(tunnel(authority))).toMatch(/^HTTP\/1.1 (403|400)/)
  })

  test('to allowed hosts and to our own origins with TLS pass bytes unread', async () => {
    const authority = makeAuthority('Test authority')
    const names = ['www.shop.internal', '127.0.0.1']
    const receiver = await receiveHttps(authority.issue(names), (_, response) => response.end('hello'))
    onTestFinished(() => receiver.close())
    const { proxy } = await proxied({
      hosts: ['*.shop.internal'],
      own: [`https://127.0.0.1:${receiver.port}`],
      outbound: { allow: ['127.0.0.0/8'] },
    })
    for (const name of names) {
      const socket = connect(proxy.port, '127.0.0.1')
      socket.write(tunnel(`${name}:${receiver.port}`))
      const [first] = await once(socket, 'data')
      expect(String(first)).toContain('200')
      const secured = connectTls({ socket, host: name, ca: authority.cert })
      secured.write(`GET / HTTP/1.1\r\nhost: ${name}\r\nconnection: close\r\n\r\n`)
      expect(Buffer.concat(await secured.toArray()).toString()).toContain('hello')
    }
  })
})

test('says why an address was not reached', async () => {
  const { proxy, say } = await proxied({ hosts: ['rebind.example'] })
  await say('CONNECT rebind.example:443 HTTP/1.1\r\n\r\n')
  await say(get('http://elsewhere.example/a'))
  expect(proxy.refusalOf('https://rebind.example/x')).toContain('not public')
  expect(proxy.refusalOf('http://elsewhere.example/b')).toContain('elsewhere.example')
  expect(proxy.refusalOf('https://elsewhere.example/b')).toBeNull()
  expect(proxy.refusalOf('nonsense')).toBeNull()
})

test.runIf(process.platform === 'linux' && process.getuid?.() === 0)(
  'other accounts of the machine are not served',
  async () => {
    const { pages, proxy } = await proxied({})
    const ask = async (uid: number) => {
      const script = `exec 3<>/dev/tcp/127.0.0.1/${proxy.port}; printf '${get(`${pages.origin}/`).replaceAll('\r\n', '\\r\\n')}' >&3; cat <&3`
      const { stdout } = await promisify(execFile)('/bin/bash', ['-c', script], { uid, cwd: '/' }).catch(
        () => ({ stdout: '' }),
      )
      return stdout
    }
    expect(await ask(0)).toContain('home')
    expect(await ask(65_534)).toBe('')
    expect(pages.requests).toHaveLength(1)
  },
)
