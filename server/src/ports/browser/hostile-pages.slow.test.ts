/** Pages that try to hang a run, to get out, or to take what is not theirs. */
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { afterEach, describe, expect, onTestFinished, test } from 'vitest'
import { useMade, useStarted } from '../../../test/use-started.ts'
import type { BrowserFault } from './port.ts'
import { startBrowserPages } from './test/browser-pages.ts'
import { act, PATIENCE_MS, startTestBrowsers } from './test/browser-session.ts'

const REBOUND = ['127.0.0.1']
const browsers = useStarted(() => startTestBrowsers(2, { resolve: async () => REBOUND }))
const session = useMade(() =>
  browsers.session({
    hosts: ['rebind.example', '*.shop.example', '127.0.0.1', 'localhost', '169.254.169.254'],
    authorization: { prefix: `${browsers.pages.origin}/api/`, token: 'token-of-the-test-user' },
  }),
)
const failure = (fault: BrowserFault) => expect.objectContaining({ name: 'BrowserFailure', fault })

let count = 0

async function show(html: string): Promise<string> {
  const address = `${browsers.pages.origin}/page-${++count}`
  browsers.pages.add({ [new URL(address).pathname]: html })
  await session.goto(address, PATIENCE_MS)
  return address
}

/** What a script of the page comes to, written into its title. */
async function result(script: string): Promise<string> {
  await show(
    `<title>waiting</title><script>(async () => { ${script} })().then((end) => { document.title = 'is ' + end }, (error) => { document.title = 'is ' + error })</script>`,
  )
  const expectation = { expect: 'title', target: null, value: 'is ', count: null } as const
  return (await session.check(expectation, PATIENCE_MS)).actual.slice(3)
}

afterEach(() => void session.problems())

describe('nothing hangs a run', () => {
  test('dialogs are dismissed, and a page may be left that asks to stay', async () => {
    expect(await result(`alert(1); return [confirm('?'), prompt('?')].join()`)).toBe('false,')
    await show(`<button onclick="onbeforeunload = (event) => event.preventDefault()">Stay</button>`)
    await session.perform(act('click', { text: 'Stay' }), PATIENCE_MS)
    await show('<h1>Left</h1>')
    expect(await session.find({ text: 'Left' })).toMatchObject({ count: 1 })
  })

  test('a new window becomes the page; when it closes, the one before it is', async () => {
    const address = await show(`<a href="/popup" target="_blank">Open</a>`)
    browsers.pages.add({ '/popup': '<button onclick="window.close()">Close</button>' })
    await session.perform(act('click', { text: 'Open' }), PATIENCE_MS)
    await expect.poll(() => session.url()).toMatch(/\/popup$/)
    await session.perform(act('click', { text: 'Close' }), PATIENCE_MS)
    await expect.poll(() => session.url()).toBe(address)
  })

  test('windows without end are not all opened', async () => {
    browsers.pages.add({ '/popup': '<button onclick="window.close()">Close</button>' })
    await show(`<button onclick="many()">Many</button><script>function many() {
      const all = Array.from({ length: 20 }, () => window.open('/popup'))
      setInterval(() => { new Image().src = '/open?' + all.filter((one) => !one.closed).length }, 50)
    }</script>`)
    await session.perform(act('click', { text: 'Many' }), PATIENCE_MS)
    // Five with the page itself. Before the others are closed again, one of them could take the place of one that goes.
    await expect.poll(() => browsers.pages.requests.some(({ path }) => path === '/open?4')).toBe(true)
    await expect.poll(() => session.url()).toMatch(/\/popup$/)
    while (session.url().endsWith('/popup')) {
      await session.perform(act('click', { text: 'Close' }), PATIENCE_MS)
      // The window goes a moment after its button was clicked.
      await session.check({ expect: 'url', target: null, value: 'page', count: null }, 300)
    }
  })

  test('downloads and permissions are refused', async () => {
    browsers.pages.add({
      '/file': (_, response) =>
        response.writeHead(200, { 'content-disposition': 'attachment; filename=a.bin' }).end('x'),
    })
    await expect(session.goto(`${browsers.pages.origin}/file`, PATIENCE_MS)).rejects.toEqual(
      failure('unreachable'),
    )
    expect(
      await result(`return [await Notification.requestPermission(),
        await new Promise((end) => navigator.geolocation.getCurrentPosition(() => end('found'), ({ code }) => end(code))),
        await navigator.clipboard.readText().catch(({ name }) => name)].join()`),
    ).toBe('denied,1,NotAllowedError')
  })

  test('redirects without end, files that never come, and servers that never answer', async () => {
    browsers.pages.add({
      '/round': (_, response) => response.writeHead(302, { location: '/round' }).end(),
      '/never': () => {},
    })
    const { origin } = browsers.pages
    await expect(session.goto(`${origin}/round`, PATIENCE_MS)).rejects.toEqual(failure('unreachable'))
    await expect(session.goto(`${origin}/never`, 300)).rejects.toEqual(failure('timed_out'))
    await show('<img src="/never"><h1>There</h1>')
    expect(await session.find({ text: 'There' })).toMatchObject({ count: 1 })
  })

  test('a page that loads itself again and again can be left', async () => {
    await show(`<script>setInterval(() => location.reload(), 1)</script>`)
    // It may win now and then: what counts is that no call hangs.
    await expect
      .poll(async () => {
        await show('<h1>Back</h1>')
        return session.find({ text: 'Back' })
      })
      .toMatchObject({ count: 1 })
  })
})

describe('addresses', () => {
  test.each([
    ['file:///etc/passwd', 'not_allowed'],
    ['chrome://version/', 'not_allowed'],
    ['view-source:http://127.0.0.1/', 'not_allowed'],
    ['data:text/html,<h1>x</h1>', 'not_allowed'],
    ['javascript:alert(1)', 'not_allowed'],
    ['about:blank', 'not_allowed'],
    ['nonsense', 'invalid'],
    ['https://elsewhere.example/', 'not_allowed'],
    ['http://elsewhere.example/', 'not_allowed'],
    ['https://shop.example/', 'not_allowed'],
    ['http://169.254.169.254/latest/meta-data/', 'not_allowed'],
    ['https://rebind.example/', 'not_allowed'],
    ['https://www.shop.example/', 'not_allowed'],
    ['http://localhost:8787/', 'not_allowed'],
    ['https://127.0.0.1:8443/', 'not_allowed'],
    ['http://[::1]:8787/', 'not_allowed'],
    ['http://2130706433:8787/', 'not_allowed'],
  ] as const)('%s is %s', async (address, fault) => {
    await expect(session.goto(address, PATIENCE_MS)).rejects.toEqual(failure(fault))
  })

  test('a host of ours that takes no connection is unreachable', async () => {
    const gone = await startBrowserPages()
    await gone.close()
    const other = await browsers.session({ ownOrigins: [gone.origin] })
    onTestFinished(() => void other.close({ wantTrace: false }))
    await expect(other.goto(gone.origin, PATIENCE_MS)).rejects.toEqual(failure('unreachable'))
  })

  test.each([
    'http://169.254.169.254/',
    'file:///etc/passwd',
    'data:text/html,<title>is open</title>',
    'chrome://version/',
  ])('a redirect to %s, or a link to it, leads nowhere', async (address) => {
    browsers.pages.add({ '/away': (_, response) => response.writeHead(302, { location: address }).end() })
    await expect(session.goto(`${browsers.pages.origin}/away`, PATIENCE_MS)).rejects.toMatchObject({
      fault: expect.stringMatching(/not_allowed|unreachable/),
    })
    await show(`<a href="${address}">Go</a>`)
    await session.perform(act('click', { text: 'Go' }), PATIENCE_MS)
    expect(await session.title().catch(() => '')).not.toBe('is open')
    expect(session.url()).not.toMatch(/^(file|data|chrome):/)
  })
})

describe('scripts of a page', () => {
  test('reach no other port of this machine, by any protocol', async () => {
    const reached: string[] = []
    const tcp = createServer((socket) => {
      reached.push('tcp')
      socket.on('error', () => {})
    }).listen(0, '127.0.0.1')
    const udp = createSocket('udp4', () => reached.push('udp')).bind(0, '127.0.0.1')
    await Promise.all([once(tcp, 'listening'), once(udp, 'listening')])
    onTestFinished(() => {
      tcp.close()
      udp.close()
    })
    const { port } = tcp.address() as AddressInfo // a string only for pipes
    const end = await result(`
      const tries = ['http://127.0.0.1:${port}/', 'https://127.0.0.1:${port}/', 'http://localhost:${port}/', 'http://0.0.0.0:${port}/', 'http://[::1]:${port}/']
      const fetched = tries.map((url) => fetch(url, { mode: 'no-cors' }).then(() => 'in', () => 'out'))
      const socket = new Promise((end) => { const one = new WebSocket('ws://127.0.0.1:${port}/'); one.onopen = () => end('in'); one.onerror = () => end('out') })
      const image = new Promise((end) => { const one = new Image(); one.onload = () => end('in'); one.onerror = () => end('out'); one.src = tries[0] })
      const peer = new RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:${udp.address().port}' }, { urls: 'turn:127.0.0.1:${port}?transport=tcp', username: 'a', credential: 'b' }] })
      peer.createDataChannel('a')
      const found = []
      const gathered = new Promise((end) => { peer.onicecandidate = ({ candidate }) => candidate ? found.push(candidate.candidate) : end() })
      await peer.setLocalDescription(await peer.createOffer())
      await Promise.race([gathered, new Promise((end) => setTimeout(end, 3000))])
      const transport = typeof WebTransport === 'undefined' ? 'out' : await new WebTransport('https://127.0.0.1:${udp.address().port}/').ready.then(() => 'in', () => 'out')
      return [...new Set([...await Promise.all([...fetched, socket, image]), transport]), found.length].join()`)
    expect(end).toBe('out,0')
    expect(reached).toEqual([])
    expect(session.problems().failed_requests).toContainEqual(
      expect.objectContaining({
        url: `http://127.0.0.1:${port}/`,
        error: expect.stringContaining('not_allowed'),
      }),
    )
  })

  test('workers of a page are held as the page is', async () => {
    const other = await startBrowserPages({ '/': 'secret' })
    onTestFinished(() => other.close())
    browsers.pages.add({
      '/worker.js': (_, response) => {
        response.writeHead(200, { 'content-type': 'text/javascript' })
        response.end(
          `fetch('${other.origin}/', { mode: 'no-cors' }).then(() => postMessage('in'), () => postMessage('out'))`,
        )
      },
    })
    expect(
      await result(
        `return new Promise((end) => { new Worker('/worker.js').onmessage = ({ data }) => end(data) })`,
      ),
    ).toBe('out')
    expect(other.requests).toEqual([])
  })

  test('cannot ask the proxy itself', async () => {
    expect(
      await result(`return fetch('http://127.0.0.1:1/', { mode: 'no-cors' }).then(() => 'in', () => 'out')`),
    ).toBe('out')
  })
})

describe('the credential', () => {
  const credentials = (path: string) =>
    browsers.pages.requests
      .filter((one) => one.path === path)
      .map(({ headers }) => headers.authorization ?? 'none')

  test('goes along to the prefix alone, by requests and websockets, unless there is one', async () => {
    browsers.pages.add({ '/api/me': 'me', '/other': 'other' })
    await result(
      `await fetch('/api/me'); await fetch('/other'); await fetch('/api/own', { headers: { authorization: 'Bearer mine' } })`,
    )
    expect(credentials('/api/me')).toEqual(['Bearer token-of-the-test-user'])
    expect(credentials('/other')).toEqual(['none'])
    expect(credentials('/api/own')).toEqual(['Bearer mine'])
    const socket = (path: string) =>
      result(
        `return new Promise((end) => { new WebSocket(location.origin.replace('http', 'ws') + '${path}').onmessage = ({ data }) => end(data) })`,
      )
    expect(await socket('/api/socket')).toBe('authorization: ••••'.replace('••••', 'Bearer ••••'))
    expect(await socket('/socket')).toBe('authorization: none')
  })

  test('does not follow redirects elsewhere, nor serve pages of other hosts', async () => {
    const other = await startBrowserPages()
    onTestFinished(() => other.close())
    const both = await browsers.session({
      ownOrigins: [browsers.pages.origin],
      hosts: ['*'],
      authorization: { prefix: `${browsers.pages.origin}/api/`, token: 'token-of-the-test-user' },
    })
    onTestFinished(() => void both.close({ wantTrace: false }))
    browsers.pages.add({
      '/api/away': (_, response) => response.writeHead(302, { location: `${other.origin}/` }).end(),
    })
    await both.goto(`${browsers.pages.origin}/api/away`, PATIENCE_MS).catch(() => {})
    expect(credentials('/api/away')).toEqual(['Bearer token-of-the-test-user'])
    expect(other.requests).toEqual([])
  })
})
