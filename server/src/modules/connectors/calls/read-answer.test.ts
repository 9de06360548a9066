import { expect, test } from 'vitest'
import type { Credentials } from '../tokens/sealed-credentials.ts'
import { maskOf } from './mask-secrets.ts'
import { readAnswer } from './read-answer.ts'

const TOKEN = 'tok/en+"of\\us"'
const credentials: Credentials = {
  access_token: TOKEN,
  refresh_token: 'refresh-token',
  values: { api_key: '12345678', short: 'abc' },
}
const BASIC = `Basic ${Buffer.from('ada:12345678').toString('base64')}`

test.each([
  ['application/json', '{"a":[1,null]}', { a: [1, null] }, 'json'],
  ['application/problem+json; charset=utf-8', '"x"', 'x', 'json'],
  ['application/json', '{"__proto__":1}', JSON.parse('{"__proto__":1}'), 'json'],
  ['application/json', '{broken', '{broken', 'text'],
  ['text/html', '<p>', '<p>', 'text'],
  ['application/atom+xml', '<a/>', '<a/>', 'text'],
  ['', 'plain', 'plain', 'text'],
  ['image/png', 'plain', Buffer.from('plain').toString('base64'), 'base64'],
  ['application/json', '', null, 'json'],
])('%s with %j is read', (type, text, body, encoding) => {
  expect(read(text, { 'content-type': type })).toMatchObject({ body, encoding })
})

test('bytes that are no text come in base64, whatever the service calls them', () => {
  const bytes = Buffer.from([0xff, 0xfe, 0])
  expect(read(bytes, { 'content-type': 'text/plain' })).toMatchObject({ body: bytes.toString('base64') })
})

test('JSON that is nested too deeply comes as a text', () => {
  const text = '['.repeat(100_000) + ']'.repeat(100_000)
  expect(read(text, { 'content-type': 'application/json' })).toMatchObject({ body: text, encoding: 'text' })
})

test('headers about letting in and between neighbours are left out', () => {
  const left = { 'content-type': 'text/plain', 'x-total': '3', link: '</x>; rel="next"', 'retry-after': '1' }
  const dropped = ['set-cookie', 'www-authenticate', 'proxy-authenticate', 'connection', 'transfer-encoding']
  const others = Object.fromEntries(
    [...dropped, 'content-length', 'authorization'].map((name) => [name, 'x']),
  )
  expect(read('x', { ...left, ...others }).headers).toEqual(left)
})

test.each([
  [
    'in JSON',
    'application/json',
    JSON.stringify({ you: `Bearer ${TOKEN}`, [TOKEN]: [TOKEN, 'refresh-token'] }),
  ],
  ['escaped in JSON', 'application/json', `{"a":"\\u0074ok\\/en+\\"of\\\\us\\""}`],
  ['as a number', 'application/json', '{"pin":12345678}'],
  ['in an address', 'text/html', `<a href="/?t=${encodeURIComponent(TOKEN)}">`],
  ['in a text', 'text/plain', `${TOKEN} ${BASIC} 12345678`],
  ['in bytes', 'application/octet-stream', `\u0001${TOKEN}`],
])('a secret that the service echoes %s is masked', (_, type, text) => {
  const answer = read(text, { 'content-type': type, 'x-echo': `${TOKEN},${BASIC}` })
  const shown =
    answer.encoding === 'base64' ? Buffer.from(String(answer.body), 'base64').toString() : answer.body
  const all = JSON.stringify([shown, answer.headers])
  expect(all).toContain('[redacted]')
  const secrets = [
    TOKEN,
    JSON.stringify(TOKEN).slice(1, -1),
    encodeURIComponent(TOKEN),
    'refresh-token',
    '12345678',
  ]
  for (const secret of [...secrets, BASIC.slice(6)]) expect(all).not.toContain(secret)
})

test('all else stays as it is, also what looks like a secret of somebody', () => {
  const text = JSON.stringify({ password: 'hunter2', key: 'abc', line: 'a\nb', n: 1e21, ok: true })
  expect(read(text, { 'content-type': 'application/json' }).body).toEqual(JSON.parse(text))
})

function read(body: string | Buffer, headers: Record<string, string>) {
  return readAnswer({ status: 200, headers, body: Buffer.from(body) }, maskOf(credentials, [BASIC])).answer
}
