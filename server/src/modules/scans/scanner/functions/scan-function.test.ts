import { describe, expect, test } from 'vitest'
import { handler, inApp, OPEN, whole } from '../../test/scan-corpus/make-function.ts'
import { createSecretMaker } from '../../test/scan-corpus/make-secret.ts'
import type { ScannedFunction } from '../snapshot.ts'
import { scanFunction } from './scan-function.ts'

const { random } = createSecretMaker(20_261_121)
const FETCH = 'const { url } = await request.json()\n  return fetch(url)'
const rulesOf = async (fn: ScannedFunction) => (await scanFunction(inApp(fn))).map(({ rule_id }) => rule_id)

test('a finding names its function, file and line, and shows the place', async () => {
  const { fn } = whole(
    null,
    '// one\r\nDeno.serve(async (request) => {\r\n  return fetch(request.url)\r\n})',
    { name: 'a/b' },
  )
  expect(await scanFunction(inApp(fn))).toMatchObject([
    { rule_id: 'ssrf', function_name: 'a/b', file_path: 'index.ts', line: 3, snippet: 'fetch(request.url)' },
  ])
})

test('a snippet is short and shows no secret, also where it is cut', async () => {
  const secret = `sk_${'live'}_${random('letters', 40)}`
  const body = `const { url } = await request.json()\n  return fetch(url, { a: '${'b'.repeat(140)}', key: '${secret}', c: '${'d'.repeat(200)}' })`
  const findings = await scanFunction(inApp(handler(null, body).fn))
  expect(findings).toMatchObject([{ rule_id: 'ssrf', snippet: expect.stringContaining('sk_l••••••••') }])
  expect(findings[0]?.snippet.length).toBe(200)
  expect(JSON.stringify(findings)).not.toContain(secret.slice(0, 20))
})

describe('fingerprints', () => {
  const fingerprintOf = async (body: string, options = {}) =>
    (await scanFunction(inApp(handler(null, body, options).fn))).map(({ fingerprint }) => fingerprint).join()

  test('stay while what was flagged does', async () => {
    const edited = `console.log('new')\n\n\n${FETCH.replace('fetch(url)', 'fetch(\n    url\n  )')}`
    expect(await fingerprintOf(edited)).toBe(await fingerprintOf(FETCH))
  })

  test('are others for another function and another statement', async () => {
    const all = [
      await fingerprintOf(FETCH),
      await fingerprintOf(FETCH, { name: 'other' }),
      await fingerprintOf(FETCH.replace('fetch(url)', "fetch(url, { method: 'POST' })")),
    ]
    expect(new Set(all).size).toBe(3)
  })
})

describe('checks that check nothing', () => {
  const CHANGE = "await app.asService.entities.Order.update('1', { paid: true })\n  return new Response('ok')"

  test.each([
    ['an outcome that nobody looks at', "timingSafeEqual(a, request.headers.get('x-key'))"],
    ['a refusal that is swallowed', 'await app.auth.me().catch(() => null)'],
    ['a refusal that is caught and passed over', 'try { await app.auth.me() } catch { console.log(1) }'],
    ['a user that is only written to the log', "console.log(request.headers.get('x-atrium-user'))"],
    [
      'a check that is never called',
      "function requireUser() { if (!request.headers.get('x-atrium-user')) throw 1 }",
    ],
    ['a check that always passes', 'requireUser(request)\n  function requireUser() { return true }'],
  ])('%s', async (_, check) => {
    expect(await rulesOf(handler(null, `${check}\n  ${CHANGE}`, OPEN).fn)).toEqual([
      'unauthenticated_function',
    ])
  })

  test('a check that comes too late', async () => {
    const late = `await app.asService.entities.Order.update('1', { paid: true })
  if (!request.headers.get('x-atrium-user')) return new Response(null, { status: 401 })
  return new Response('ok')`
    expect(await rulesOf(handler(null, late, OPEN).fn)).toEqual(['unauthenticated_function'])
  })

  test.each([
    ['that there is an address', 'if (!url) return new Response(null, { status: 400 })'],
    ['what kind of value it is', "if (typeof url !== 'string') return new Response(null, { status: 400 })"],
    [
      'only its protocol',
      "if (new URL(url).protocol !== 'https:') return new Response(null, { status: 400 })",
    ],
    [
      'a beginning that goes on',
      "if (!url.startsWith('https://api.acme.io')) return new Response(null, { status: 400 })",
    ],
    [
      'another field',
      "const body = await request.json()\n  if (body.kind !== 'a') return new Response(null, { status: 400 })",
    ],
  ])('of an address: %s', async (_, check) => {
    expect(await rulesOf(handler(null, FETCH.replace('\n', `\n  ${check}\n`)).fn)).toEqual(['ssrf'])
  })
})

describe('files that cannot be read', () => {
  test('one with a fault in its syntax is passed over, the others are not', async () => {
    const { fn } = handler(null, FETCH, {
      files: { 'broken.ts': 'const = ;', 'data.json': '{', 'README.md': '# a' },
    })
    expect(await rulesOf(fn)).toEqual(['ssrf'])
  })

  const DEEP: Record<string, (depth: number) => string> = {
    parentheses: (n) => `${'('.repeat(n)}1${')'.repeat(n)}`,
    lists: (n) => `${'['.repeat(n)}${']'.repeat(n)}`,
    blocks: (n) => `${'{'.repeat(n)}${'}'.repeat(n)}`,
    functions: (n) => `${'a=>'.repeat(n)}1`,
    members: (n) => `a${'.b'.repeat(n)}`,
    calls: (n) => `a${'()'.repeat(n)}`,
    sums: (n) => `1${'+1'.repeat(n)}`,
    choices: (n) => `${'a?1:'.repeat(n)}1`,
    branches: (n) => `${'if(a);else '.repeat(n)};`,
    negations: (n) => `${'!'.repeat(n)}1`,
    types: (n) => `type X=${'A<'.repeat(n)}B${' >'.repeat(n)}`,
  }
  test.each(Object.entries(DEEP))('10,000 %s within each other are said to be unchecked', async (_, nest) => {
    const { fn } = handler(null, FETCH, { files: { 'deep.ts': nest(10_000) } })
    const findings = await scanFunction(inApp(fn))
    expect(findings.map(({ rule_id, severity }) => `${rule_id} ${severity}`)).toEqual([
      'function_not_checked info',
      'ssrf medium',
    ])
    expect(findings[0]).toMatchObject({ file_path: 'deep.ts', line: 1, snippet: '' })
  })

  test('what is too long is said to be unchecked', async () => {
    const { fn } = handler(null, FETCH, { files: { 'long.js': 'a();'.repeat(400_000) } })
    expect(await rulesOf(fn)).toEqual(['function_not_checked', 'ssrf'])
  })

  test('many statements next to each other are no depth', async () => {
    const { fn } = handler(null, FETCH, { files: { 'wide.js': 'a;\n'.repeat(130_000) } })
    expect(await rulesOf(fn)).toEqual(['ssrf'])
  })

  test('objects that contain themselves settle', async () => {
    const grow = 'o = { a: o, b: o, c: request }\no.a.b = o\n'.repeat(300)
    const { fn } = handler(null, `let o = {}\n${grow}\nreturn fetch(o.a.b.c.url)`)
    expect(await rulesOf(fn)).toEqual(['ssrf'])
  })

  test('a long list of variables that hand on a value ends', async () => {
    const names = Array.from({ length: 2_000 }, (_, index) => `const a${index + 1} = a${index}`).join('\n')
    const { fn } = handler(null, `const a0 = await request.json()\n${names}\nreturn fetch(a2000)`)
    expect(await rulesOf(fn)).toEqual(['ssrf'])
  })
})
