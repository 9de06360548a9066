import { format } from 'node:util'
import { expect, test } from 'vitest'
import { createMask } from './mask-secrets.ts'

const KEY = [
  '-----BEGIN PRIVATE KEY-----',
  'MIIEvQIBADANBgkqhkiG9w0BAQEFAASC',
  'Kw0BAQEFAASCBKcwggSjAgEAAoIBAQC7',
  '-----END PRIVATE KEY-----',
].join('\n')

test.each<[string, string, (secret: string) => string, string]>([
  ['as it is', `it's "so" secret`, (secret) => secret, '••••'],
  ['in an object', `it's "so" secret`, (key) => format({ key }), '{ key: `••••` }'],
  ['in an object, with all quotes', `it's "so" \`secret\``, (key) => format({ key }), "{ key: '••••' }"],
  ['in JSON', 'a"b\\c d', (key) => JSON.stringify({ key }), '{"key":"••••"}'],
  ['in an address', 'a b&c/d', (key) => `?key=${encodeURIComponent(key)}`, '?key=••••'],
  ['in a form', "a b'c&d", (key) => String(new URLSearchParams({ key })), 'key=••••'],
])('a secret is masked %s', (_, secret, show, masked) => {
  expect(createMask({ KEY: secret })(show(secret))).toBe(masked)
})

test.each([
  ['in JSON within an object that is printed', (key: string) => format({ body: JSON.stringify({ key }) })],
  ['in JSON within JSON', (key: string) => JSON.stringify({ body: JSON.stringify({ key }) })],
])('a key of several lines is masked %s', (_, show) => {
  expect(createMask({ KEY })(show(KEY))).not.toMatch(/MIIE|Kw0B/)
})

test('a secret is masked in an address that a browser wrote', () => {
  const key = 'p/q:r s=1+long'
  const address = new URL('https://example.com')
  address.search = `?${key}`
  expect(createMask({ KEY: key })(address.href)).toBe('https://example.com/?••••')
})

test('a line of a key that was cut with the end of a long message is masked', () => {
  const line = KEY.split('\n')[1] ?? ''
  const cut = `${'x'.repeat(8 * 1024 - 20)}${line.slice(0, 20)}`
  expect(createMask({ KEY })(cut)).toBe(`${'x'.repeat(8 * 1024 - 20)}••••`)
})

test('of a secret with several lines each is masked, as objects show them apart', () => {
  const mask = createMask({ KEY })
  expect(mask(`before ${KEY} after`)).toBe('before •••• after')
  const shown = mask(format({ key: KEY, other: 'harmless' }))
  expect(shown).not.toMatch(/MIIE|Kw0B/)
  expect(shown).toContain('harmless')
})

test('a secret that was cut with the end of a long message is masked', () => {
  const secret = 'abcdefgh'.repeat(2_000)
  const cut = `${'x'.repeat(100)}${secret}`.slice(0, 8 * 1024)
  expect(createMask({ KEY: secret })(cut)).toBe(`${'x'.repeat(100)}••••`)
  const short = 'tok_123456'
  expect(createMask({ KEY: short })(`${'y'.repeat(8 * 1024 - 6)}${short.slice(0, 6)}`)).toMatch(/^y+••••$/)
})

const encode = (text: string, kind: 'base64' | 'base64url') => Buffer.from(text).toString(kind)
test.each(['base64', 'base64url'] as const)('a secret is masked in %s', (kind) => {
  const secret = 'pw>>??key-20261119'
  const mask = createMask({ KEY: secret })
  expect(mask(`token ${encode(secret, kind)}.`)).toBe('token ••••.')
  expect(mask(`Basic ${encode(`me:${secret}`, kind)}`)).not.toContain(encode(secret.slice(3, 15), kind))
})

test.each([0, 1, 2, 3, 4, 5])('a secret behind %i bytes of base64 is masked', (before) => {
  const secret = 'correct-horse-battery'
  const shown = encode(`${'a'.repeat(before)}${secret}!`, 'base64')
  const masked = createMask({ KEY: secret })(shown)
  expect(masked).toContain('••••')
  const left = Buffer.from(masked.replace('••••', ''), 'base64').toString()
  expect(left).not.toMatch(/corr|horse|batt/)
})

test('what is as short as a word is left', () => {
  expect(createMask({ KEY: 'abc', OTHER: '' })('abc abc')).toBe('abc abc')
})
