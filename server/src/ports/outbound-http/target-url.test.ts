import { describe, expect, test } from 'vitest'
import { createAddressRules } from './address-rules.ts'
import { checkTargetUrl } from './target-url.ts'

const rulesWith = (...allow: string[]) => createAddressRules({ allow, ownAddresses: () => ['8.8.4.4'] })
const check = (text: string, ...allow: string[]) => checkTargetUrl(text, rulesWith(...allow))
const reasonOf = (text: string, ...allow: string[]) => {
  const checked = check(text, ...allow)
  return checked.ok ? 'accepted' : checked.reason
}

describe('what is called is the normalised address', () => {
  test.each([
    ['https://example.com', 'https://example.com/'],
    ['HTTPS://Example.COM:443/Path?Q=1#part', 'https://example.com/Path?Q=1'],
    ['https://example.com./x', 'https://example.com/x'],
    ['https://example.com:8443/', 'https://example.com:8443/'],
    ['https://bücher.example/', 'https://xn--bcher-kva.example/'],
    ['https://my_hooks.example.com/a/../b', 'https://my_hooks.example.com/b'],
    ['https://8.8.8.8/', 'https://8.8.8.8/'],
    ['https://[2606:4700::1111]:2053/', 'https://[2606:4700::1111]:2053/'],
  ])('%s', (text, href) => {
    const checked = check(text)
    expect(checked.ok && checked.url.href).toBe(href)
    expect(checked.ok && checked.reach).toBe('public')
  })
})

test.each([
  ['http://example.com/', 'scheme'],
  ['ftp://example.com/', 'scheme'],
  ['file:///etc/passwd', 'scheme'],
  ['javascript:alert(1)', 'scheme'],
  ['data:text/plain,x', 'scheme'],
  ['https://user:password@example.com/', 'userinfo'],
  ['https://user@example.com/', 'userinfo'],
  ['https://@example.com/', 'userinfo'],
  ['https://:@example.com/', 'userinfo'],
  ['https://example.com:0/', 'port'],
  ['https://example.com:22/', 'port'],
  ['https://example.com:25/', 'port'],
  ['https://example.com:80/', 'port'],
  ['https://example.com:5432/', 'port'],
  ['https://example.com:6379/', 'port'],
  ['https://example.com:65536/', 'malformed'],
  ['https://example.com:abc/', 'malformed'],
  ['', 'malformed'],
  ['example.com/hook', 'malformed'],
  ['//example.com', 'malformed'],
  ['https:example.com', 'malformed'],
  ['https:/example.com', 'malformed'],
  ['https:\\\\example.com', 'malformed'],
  ['https://exa\tmple.com/', 'malformed'],
  ['https://example.com/\nx', 'malformed'],
  [' https://example.com/', 'malformed'],
  ['https://example.com/a b', 'malformed'],
  ['https://example.com/\u00a0', 'malformed'],
  ['https://example.com/\u0000', 'malformed'],
  ['https://example.com/\ud800', 'malformed'],
  ['https://example.com\\@localhost/', 'malformed'],
  ['https://xn--/', 'malformed'],
  ['https://a..b/', 'malformed'],
  ['https://example.com../', 'malformed'],
  ['https://-a.example/', 'malformed'],
  [`https://${'a'.repeat(64)}.example/`, 'malformed'],
  [`https://${`${'a'.repeat(60)}.`.repeat(5)}example/`, 'malformed'],
  ['https://exa*mple.com/', 'malformed'],
  ['https://256.256.256.256/', 'malformed'],
  ['https://[fe80::1%25eth0]/', 'malformed'],
] as const)('%j is refused: %s', (text, reason) => {
  expect(reasonOf(text)).toBe(reason)
})

test.each([
  'localhost',
  'localhost.',
  'LOCALHOST',
  'ⓛⓞⓒⓐⓛⓗⓞⓢⓣ',
  'a.localhost',
  'printer.local',
  'db.internal',
  'metadata.google.internal',
  'intranet',
])('the local name %s is refused', (host) => {
  expect(reasonOf(`https://${host}/`)).toBe('host')
})

test.each([
  '127.0.0.1',
  '0x7f.1',
  '2130706433',
  '0177.0.0.1',
  '127.1',
  '0',
  '127.0.0.1.',
  '１２７.０.０.１',
  '①②⑦.⓪.⓪.①',
  '10.0.0.1',
  '169.254.169.254',
  '168.63.129.16',
  '100.100.100.200',
  '255.255.255.255',
  '8.8.4.4', // the node itself
  '[::1]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[64:ff9b::7f00:1]',
  '[2002:7f00:1::]',
  '[::7f00:1]',
  '[::127.0.0.1]',
  '[fe80::1]',
  '[fd00:ec2::254]',
  '[fec0::1]',
  '[5f00::1]',
  '[100::1]',
])('the address %s is refused', (host) => {
  expect(reasonOf(`https://${host}/`)).toBe('address')
})

describe('length', () => {
  test('2048 characters pass, 2049 do not', () => {
    const start = 'https://example.com/'
    expect(reasonOf(start + 'a'.repeat(2048 - start.length))).toBe('accepted')
    expect(reasonOf(start + 'a'.repeat(2049 - start.length))).toBe('too_long')
  })

  test('counts what is called, not what was typed', () => {
    expect(reasonOf(`https://example.com/${'🙂'.repeat(500)}`)).toBe('too_long')
  })

  test('a megabyte is refused at once', () => {
    // The fastest of several: others may hold this process up in the meantime.
    const times = Array.from({ length: 7 }, () => {
      const started = performance.now()
      expect(reasonOf(`https://${'a'.repeat(1_000_000)}`)).toBe('too_long')
      return performance.now() - started
    })
    expect(Math.min(...times)).toBeLessThan(50)
  })
})

describe('where the operator opened addresses', () => {
  test('plain http passes to those addresses and to local names, which are judged when called', () => {
    expect(check('http://127.0.0.1:3000/hook', '127.0.0.0/8')).toMatchObject({ ok: true, reach: 'opened' })
    expect(check('http://10.0.0.1/', '10.0.0.0/8')).toMatchObject({ ok: true, reach: 'opened' })
    expect(check('http://receiver.internal/', '10.0.0.0/8')).toMatchObject({ ok: true, reach: 'opened' })
    expect(reasonOf('http://hooks.example.com/', '10.0.0.0/8')).toBe('scheme')
    expect(reasonOf('http://8.8.8.8/', '10.0.0.0/8')).toBe('scheme')
    expect(reasonOf('http://127.0.0.1/', '10.0.0.0/8')).toBe('address')
  })

  test('local names pass, to be judged when called', () => {
    expect(check('https://localhost:9000/', '127.0.0.0/8')).toMatchObject({ ok: true, reach: 'opened' })
    expect(check('https://receiver/', '10.0.0.0/8')).toMatchObject({ ok: true, reach: 'opened' })
  })

  test('other rules stay', () => {
    expect(reasonOf('http://127.0.0.1:5432/', '127.0.0.0/8')).toBe('port')
    expect(reasonOf('http://user@127.0.0.1/', '127.0.0.0/8')).toBe('userinfo')
    expect(check('https://example.com/', '127.0.0.0/8')).toMatchObject({ ok: true, reach: 'public' })
  })
})

test('a refusal says in a sentence what to do', () => {
  expect(check('http://example.com/')).toEqual({
    ok: false,
    reason: 'scheme',
    message: 'The address must begin with https://.',
  })
})
