import { describe, expect, test } from 'vitest'
import { collectedLog } from '../../../test/collected-log.ts'
import { createOutboundHttp } from '../outbound-http/guarded.ts'
import { chooseBrowsers } from './choose.ts'
import { findBrowser } from './find-browser.ts'
import { createHostRules } from './host-rules.ts'
import { isOfSandbox } from './launch.ts'
import { createMasking } from './masking.ts'
import { MAX_NODES } from './port.ts'
import { nodesOf, textOf } from './snapshot.ts'
import { readZip, writeZip } from './zip.ts'

describe('finding a browser', () => {
  const on = (platform: NodeJS.Platform, ...paths: string[]) => ({
    platform,
    exists: (path: string) => paths.includes(path),
  })

  test.each([
    ['linux', ['/usr/bin/chromium', '/usr/bin/chromium-headless-shell'], '/usr/bin/chromium-headless-shell'],
    ['linux', ['/usr/bin/google-chrome', '/usr/bin/chromium-browser'], '/usr/bin/chromium-browser'],
    ['linux', ['/snap/bin/chromium'], '/snap/bin/chromium'],
    [
      'darwin',
      ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'],
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    ],
    [
      'win32',
      ['C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe'],
      'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    ],
  ] as const)('on %s with %j takes %s', (platform, paths, path) => {
    expect(findBrowser(null, on(platform, ...paths))).toEqual({ path, problem: null })
  })

  test('takes the named one alone, and says what to do without any', () => {
    expect(findBrowser('/opt/mine', on('linux', '/opt/mine', '/usr/bin/chromium')).path).toBe('/opt/mine')
    expect(findBrowser('/opt/mine', on('linux', '/usr/bin/chromium')).problem).toBe(
      'BROWSER_PATH names /opt/mine, which does not exist.',
    )
    expect(findBrowser(null, on('linux')).problem).toMatch(/Install it .* or name it with BROWSER_PATH/)
  })

  test('says so where none may run, and every session is refused', async () => {
    const sockets = createOutboundHttp({ allow: [], caFile: null })
    const options = { log: collectedLog(), sockets }
    const session = {
      hosts: [],
      ownOrigins: [],
      authorization: null,
      secrets: [],
      signal: new AbortController().signal,
    }
    for (const browsers of [
      chooseBrowsers({ ...options, path: null, most: 0 }),
      chooseBrowsers({ ...options, path: '/no/such/browser', most: 2 }),
    ]) {
      expect(browsers.problem).toMatch(/BROWSERS is 0|does not exist/)
      await expect(browsers.open(session)).rejects.toMatchObject({
        fault: 'unavailable',
        message: browsers.problem,
      })
      await browsers.close()
    }
    await sockets.close()
  })
})

test.each([
  ['shop.example', true],
  ['one.example:8443', true],
  ['one.example', false],
  ['SHOP.example.', true],
  ['www.shop.example', false],
  ['a.cdn.example', true],
  ['cdn.example', false],
  ['evilcdn.example', false],
])('the rules say of %s: %s', (host, allows) => {
  const [name = '', port = 443] = host.split(':')
  const rules = createHostRules(['shop.example', '*.cdn.example', 'one.example:8443'], [])
  expect(rules.allows(name, Number(port))).toBe(allows)
})

test('our own origins are those with the same scheme, host and port', () => {
  const { ownOrigin } = createHostRules(
    [],
    ['http://127.0.0.1:8787/app', 'https://shop.example', 'http://[::1]:80'],
  )
  expect(ownOrigin('http', '127.0.0.1', 8787)).toBe('http://127.0.0.1:8787')
  expect(ownOrigin('https', 'shop.example', 443)).toBe('https://shop.example')
  expect(ownOrigin('http', '::1', 80)).toBe('http://[::1]')
  expect(ownOrigin('https', '127.0.0.1', 8787)).toBeNull()
  expect(ownOrigin('http', 'shop.example', 80)).toBeNull()
  expect(ownOrigin('http', '127.0.0.1', 8788)).toBeNull()
})

test('secrets are masked in the forms that pages and addresses show', () => {
  const { mask } = createMasking(['p w"&<é', 'abc', 'long-one', 'long-one-longer'])
  for (const form of [
    'p w"&<é',
    'p w\\"&<é',
    'p%20w%22%26%3C%C3%A9',
    'p+w%22%26%3C%C3%A9',
    'p w&quot;&amp;&lt;é',
  ])
    expect(mask(`a ${form} z`)).toBe('a •••• z')
  const quoted = createMasking([`it's "my" (own)`])
  for (const form of [
    `it\\'s "my" (own)`,
    'it%27s%20%22my%22%20(own)',
    'it%27s+%22my%22+%28own%29',
    `it's%20%22my%22%20(own)`,
  ])
    expect(quoted.mask(`a ${form} z`)).toBe('a •••• z')
  expect(createMasking([`it's {"my"}`]).mask('?a=it%27s%20{%22my%22}')).toBe('?a=••••')
  expect(mask('abc long-one-longer long-one')).toBe('abc •••• ••••')
})

test('a large text is masked in as many turns as there are secrets', async () => {
  const { maskLarge } = createMasking(Array.from({ length: 200 }, (_, at) => `secret-${at};`))
  let turns = 0
  const count = () => {
    turns++
    next = setImmediate(count)
  }
  let next = setImmediate(count)
  expect(await maskLarge('a secret-7; and secret-77; z')).toBe('a •••• and •••• z')
  clearImmediate(next)
  expect(turns).toBeGreaterThanOrEqual(200)
})

test('snapshots stop at their bounds, however deep or wide the tree is', () => {
  let deep: { role: string; ref: string; name: string; children: object[] } = {
    role: 'group',
    ref: 'e0',
    name: 'x',
    children: [],
  }
  for (let at = 1; at < 5_000; at++)
    deep = { role: 'group', ref: `e${at}`, name: 'x'.repeat(1_000), children: [deep] }
  const wide = Array.from({ length: 5_000 }, (_, at) => ({
    role: 'button',
    ref: `b${at}`,
    name: 'x'.repeat(1_000),
  }))
  const plain = (text: string) => text
  const nodes = nodesOf([deep as never, ...wide], plain)
  expect(nodes).toHaveLength(MAX_NODES)
  expect(Math.max(...nodes.map(({ name }) => name.length))).toBe(200)
  expect(textOf(nodes).length).toBeLessThanOrEqual(40_000)
})

test('zip files come back as they were written; larger or broken ones do not', async () => {
  const entries = [
    { name: 'a.txt', content: Buffer.from('hello '.repeat(100)) },
    { name: 'ü/empty', content: Buffer.alloc(0) },
  ]
  const zip = await writeZip(entries)
  expect(await readZip(zip, 1_000)).toEqual(entries)
  expect(await readZip(zip, 599)).toBeNull()
  expect(await readZip(Buffer.from('nothing'), 1_000)).toBeNull()
  expect(await readZip(zip.subarray(40), 1_000)).toBeNull()
})

test.each([
  ['Running as root without --no-sandbox is not supported.', true],
  ['[FATAL:zygote_host_impl_linux.cc(126)] No usable sandbox!', true],
  ['Failed to move to new namespace: Operation not permitted', true],
  ['[FATAL:credentials.cc(131)] Check failed: . : Permission denied (13)', true],
  ['fork: Resource temporarily unavailable', false],
  ['[ERROR:socket_posix.cc(147)] bind() failed: No space left on device', false],
])(
  'the sandbox of the browser is given up only when it says that it cannot have one: %s',
  (line, expected) => {
    const arguments_ = '<launching> chromium --enable-features=NetworkServiceSandbox'
    const error = new Error(
      `Target page has been closed\n${arguments_}\n  - [pid=7][err] ${line}\n  - <kill>`,
    )
    expect(isOfSandbox(error)).toBe(expected)
    expect(isOfSandbox(new Error(`Timeout 30000ms exceeded.\n${arguments_}`))).toBe(false)
  },
)
