import { describe, expect, test } from 'vitest'
import { cpuTime } from '../../../test/cpu-time.ts'
import { makeSecret } from '../secrets.ts'
import { isSecretName, REDACTED, redact, redactCode } from './redact.ts'

const JWT = `eyJhbGciOiJIUzI1NiJ9.${'a'.repeat(40)}.${'b'.repeat(43)}`
const PEM = '-----BEGIN RSA PRIVATE KEY-----\nMIIEow\n-----END RSA PRIVATE KEY-----'

describe('text', () => {
  test.each([
    [`My token is ${makeSecret('pat')}.`, 'My token is [redacted].'],
    [`${makeSecret('key')} and ${makeSecret('wsk')}`, '[redacted] and [redacted]'],
    [`Bearer ${'a1'.repeat(12)} was refused`, 'Bearer [redacted] was refused'],
    [`curl -H 'Authorization: Basic dXNlcjpwYXNz'`, `curl -H 'Authorization: [redacted]'`],
    ['Cookie: session=abc; theme=dark\nHost: a', 'Cookie: [redacted]\nHost: a'],
    [`see ${JWT}`, 'see [redacted]'],
    [`key:\n${PEM}\nend`, 'key:\n[redacted]\nend'],
    ['-----BEGIN PRIVATE KEY-----\nMIIEow and no end', REDACTED],
    [`id AKIA${'A'.repeat(16)}`, 'id [redacted]'],
    [`sk_live_${'a1'.repeat(12)}`, REDACTED],
    [`whsec_${'a1'.repeat(12)}`, REDACTED],
    [`ghp_${'a'.repeat(36)}`, REDACTED],
    [`github_pat_${'a'.repeat(36)}`, REDACTED],
    [`AIza${'a'.repeat(35)}`, REDACTED],
    [`xoxb-${'1'.repeat(12)}-abc`, REDACTED],
    [`sk-proj-${'a'.repeat(24)}`, REDACTED],
    [`SG.${'a'.repeat(22)}.${'b'.repeat(43)}`, REDACTED],
    [`ya29.${'a'.repeat(24)}`, REDACTED],
    [`npm_${'a'.repeat(36)} glpat-${'a'.repeat(20)}`, '[redacted] [redacted]'],
    [`ghs_${'a'.repeat(36)} gho_${'a'.repeat(36)}`, '[redacted] [redacted]'],
    [`id ASIA${'A'.repeat(16)}`, 'id [redacted]'],
    [`rk_test_${'a1'.repeat(12)}`, REDACTED],
    ['postgres://me:hush@db.example.com/shop', 'postgres://[redacted]@db.example.com/shop'],
    ['redis://:hush@10.0.0.1', 'redis://[redacted]@10.0.0.1'],
    ['Card 4242 4242 4242 4242 was declined', 'Card [redacted] was declined'],
    ['4111-1111-1111-1111', REDACTED],
    ['password=hunter2&user=ada', 'password=[redacted]&user=ada'],
    ['password: hunter2', 'password: [redacted]'],
    ['{"api_key": "a\\"bc", "n": 1}', '{"api_key": "[redacted]", "n": 1}'],
    ['{"body":"{\\"client_secret\\":\\"abc\\"}"}', '{"body":"{\\"client_secret\\":\\"[redacted]\\"}"}'],
    ['https://example.com/?page=2&access_token=abc#x', 'https://example.com/?page=2&access_token=[redacted]'],
    ['X-Api-Key: abc', 'X-Api-Key: [redacted]'],
    ["passwd='a b'", "passwd='[redacted]'"],
    ['X-Acme-Key: k9f8a7c6b5d4e3', 'X-Acme-Key: [redacted]'],
    ['Ocp-Apim-Subscription-Key: 9f8a7c6b5d4e3f2a', 'Ocp-Apim-Subscription-Key: [redacted]'],
    ['PRIVATE-TOKEN: abc', 'PRIVATE-TOKEN: [redacted]'],
    ['["X-Api-Key", "abc1"]', '["X-Api-Key", "[redacted]"]'],
    ["headers.append('Authorization', 'Token abc 1')", "headers.append('Authorization', '[redacted]')"],
    ["client.setApiKey('hush')", "client.setApiKey('[redacted]')"],
    ["request.auth('ada', 'hush')", "request.auth('ada', '[redacted]')"],
    ['curl -u ada:hush https://a.io', 'curl -u ada:[redacted] https://a.io'],
    ["curl --user 'ada:hush' https://a.io", "curl --user 'ada:[redacted]' https://a.io"],
    ['mysql -h db -pHush1 shop', 'mysql -h db -p[redacted] shop'],
    ['acme login --password hush', 'acme login --password [redacted]'],
    ['acme login --token=hush', 'acme login --token=[redacted]'],
    ['https://a.io/back?code=4f9a8b7c&page=2', 'https://a.io/back?code=[redacted]&page=2'],
    ['https://a.io/f?sv=1&sig=aB3%2Fd9==', 'https://a.io/f?sv=1&sig=[redacted]'],
    ['machine a.io login ada password hush', 'machine a.io login ada password [redacted]'],
    ['<password>hush</password>', '<password>[redacted]</password>'],
    ['<add key="ApiKey" value="hush" />', '<add key="ApiKey" value="[redacted]" />'],
    ['<string name="api_secret">hush</string>', '<string name="api_secret">[redacted]</string>'],
    ['{"name": "API_TOKEN", "value": "hush"}', '{"name": "API_TOKEN", "value": "[redacted]"}'],
    ["password => 'hush'", "password => '[redacted]'"],
    ['next=%2F&access_token%3Dabc', 'next=%2F&access_token%3D[redacted]'],
    ['my password is Hush-2026', 'my password is [redacted]'],
    [`hf_${'a1'.repeat(18)}`, REDACTED],
    [`dop_v1_${'a1'.repeat(32)}`, REDACTED],
    ['STRIPE_KEY=4f9a8b7c6d5e', 'STRIPE_KEY=[redacted]'],
  ])('%s', (text, clean) => {
    expect(redact(text)).toBe(clean)
    expect(redact(clean)).toBe(clean)
  })

  test.each([
    'The server answered 500 after 1763340000000 ms.',
    'Order 1234567890123456 of 2026-11-17',
    'input_tokens: 12, output_tokens=7',
    'Bearer authentication is required',
    'The basic understanding of this',
    'secretary: Ada',
    'run_06bcz0k3v4n8q1t5w7x9y2a3b4 of app_06bcz0k3v4n8q1t5w7x9y2a3b4',
    'https://example.com:8080/a@b',
    'has_password: true, password: null, token=""',
    `password: \${ $secrets.PASSWORD }`,
    'a plain sentence: with colons = and signs',
    'docker run -u 1000:1000 -p 80:80 app',
    'use --token to sign in',
    "pick(body, 'password', 'email')",
    '["password", "email"]',
    "await getSecret('STRIPE_KEY_2')",
    "Deno.env.get('STRIPE_SECRET_2')",
    'https://a.io/list?key=created_date&code=EUR',
    'sort_key: created_date_2026, cache_key: v2-build-0001a',
    '<key>name</key><string>Ada 1</string>',
    'the password is required',
  ])('%s stays as it is', (text) => {
    expect(redact(text)).toBe(text)
  })
})

describe('code', () => {
  test.each([
    ["const password = 'hunter2'", "const password = '[redacted]'"],
    ['{"api_key": "abc"}', '{"api_key": "[redacted]"}'],
    ['A=1\nDB_PASSWORD=hush\nB=2', 'A=1\nDB_PASSWORD=[redacted]\nB=2'],
    ['password: hunter2', 'password: [redacted]'],
    [`const key = "sk_live_${'a1'.repeat(12)}"`, 'const key = "[redacted]"'],
    ['postgres://me:hush@db.example.com/shop', 'postgres://[redacted]@db.example.com/shop'],
  ])('%s', (text, clean) => {
    expect(redactCode(text)).toBe(clean)
    expect(redactCode({ content: [text] })).toEqual({ content: [clean] })
  })

  test.each([
    'function login(email: string, password: string): Token',
    'const token = await readToken(request)',
    'password = hash1(text)',
    'if (token === other.token2) return',
    'let secret = process.env.SECRET_2',
    '  token=value',
    'auth: { user }',
  ])('%s stays as it is', (text) => {
    expect(redactCode(text)).toBe(text)
  })

  test('loses what the caller knows', () => {
    expect(redactCode('say swordfish', ['swordfish'])).toBe('say [redacted]')
  })
})

describe('JSON', () => {
  test('loses what stands under a secret name, whatever it is, and keeps its shape', () => {
    const value = {
      headers: { Authorization: 'Bearer x', Accept: '*/*' },
      auth: { user: 'ada', pass: 'x' },
      pin: 1234,
      has_password: true,
      password: null,
      list: ['a', { refreshToken: 'x' }, `Bearer ${'a1'.repeat(12)}`],
      max_tokens: 5,
      token: `\${ $context.token }`,
    }
    expect(redact(value)).toEqual({
      headers: { Authorization: REDACTED, Accept: '*/*' },
      auth: REDACTED,
      pin: REDACTED,
      has_password: true,
      password: null,
      list: ['a', { refreshToken: REDACTED }, `Bearer ${REDACTED}`],
      max_tokens: 5,
      token: `\${ $context.token }`,
    })
    expect(value.pin).toBe(1234)
  })

  test('loses the values of pairs', () => {
    const value = {
      headers: [
        ['X-Api-Key', 'abc1'],
        ['Accept', 'a/1'],
        ['password', 'email'],
      ],
      env: [
        { name: 'API_TOKEN', value: 'hush1' },
        { key: 'Authorization', value: 'Bearer x' },
        { name: 'A', value: 'b1' },
      ],
      acme_key: '4f9a8b7c6d5e',
      sort_key: '4f9a8b7c6d5e',
    }
    expect(redact(value)).toEqual({
      headers: [
        ['X-Api-Key', REDACTED],
        ['Accept', 'a/1'],
        ['password', 'email'],
      ],
      env: [
        { name: 'API_TOKEN', value: REDACTED },
        { key: 'Authorization', value: REDACTED },
        { name: 'A', value: 'b1' },
      ],
      acme_key: REDACTED,
      sort_key: '4f9a8b7c6d5e',
    })
  })

  test('that is nested without end is cut off', () => {
    const deep = JSON.parse(`${'['.repeat(5_000)}"x"${']'.repeat(5_000)}`)
    expect(JSON.stringify(redact(deep))).toContain(REDACTED)
  })
})

test('known values go wherever they stand, also as JSON and in addresses', () => {
  const secrets = ['swordfish', 'sword"fish&1', 'it', 'short', 'longer']
  expect(redact('short and longer', secrets)).toBe(`short and ${REDACTED}`)
  expect(redact('it is swordfish', secrets)).toBe(`it is ${REDACTED}`)
  expect(redact(JSON.stringify({ a: 'sword"fish&1' }), secrets)).toBe(`{"a":"${REDACTED}"}`)
  expect(redact(`?q=${encodeURIComponent('sword"fish&1')}`, secrets)).toBe(`?q=${REDACTED}`)
  expect(redact({ swordfish: ['swordfish'] }, secrets)).toEqual({ [REDACTED]: [REDACTED] })
})

test.each([
  ['API_KEY', true],
  ['x-api-key', true],
  ['clientSecret', true],
  ['Set-Cookie', true],
  ['id_token', true],
  ['DATABASE_URL', true],
  ['secretary', false],
  ['tokens', false],
  ['token_count', false],
  ['author', false],
  ['spinner', false],
])('the name %s is one of secrets: %s', (name, isSecret) => {
  expect(isSecretName(name)).toBe(isSecret)
})

test('hostile text takes time in proportion to its length', () => {
  const pieces = [
    'eyJ',
    '"a", ',
    'a("',
    ' -u a',
    'mysql ',
    '?code=',
    '<a>a',
    'name="a" ',
    'name: a value',
    'login a ',
    '.auth("a", "',
    ' --token ',
    'eyJaaaaa.',
    'a=',
    'password=',
    '-----BEGIN PRIVATE KEY-----',
    'x://a:',
    '4242 ',
    '\\"',
  ]
  const long = [...pieces, 'Bearer aaaaaaaaaaaaaaaaaaaa ', 'sk-', '"token":"\\', 'a_', '1'].map((piece) =>
    piece.repeat(Math.ceil(300_000 / piece.length)),
  )
  for (const text of long) {
    const spent = cpuTime()
    redact(text)
    // A tenth of a second on a machine that does little else; minutes if it grew with the square of the length.
    expect(spent(), text.slice(0, 30)).toBeLessThan(10_000)
  }
})
