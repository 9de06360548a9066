import { describe, expect, test } from 'vitest'
import { createSecretMaker, planted } from '../../test/scan-corpus/make-secret.ts'
import { MOST_SECRETS } from './find-secrets.ts'
import { createMask } from './mask-secrets.ts'
import { scanSecrets } from './scan-secrets.ts'

const scan = (path: string, text: string, { function_name = null as string | null, key = 'ours' } = {}) =>
  scanSecrets({ file: { path, text }, function_name, key })

const { random, webToken } = createSecretMaker(20_261_120)
const LIVE_KEY = `sk_${'live'}_${random('letters', 30)}`
const CODE = `const stripe = new Stripe('${LIVE_KEY}')\n`
/** Only the library knows this one. */
const LIBRARY_KEY = `da${'pi'}${random('hex', 32)}`

const WORDS = [
  'secretlint-disable',
  'secretlint-disable-line',
  'SECRETLINT-DISABLE',
  'gitleaks:allow',
  'nosec',
  'eslint-disable',
]
test.each(
  WORDS.flatMap((word) => [
    `// ${word}`,
    `/* ${word} */`,
    `# ${word}`,
    `<!-- ${word} -->`,
    `{/* ${word} */}`,
  ]),
)('no comment in the code keeps a secret from being found: %s', async (comment) => {
  for (const value of [LIVE_KEY, LIBRARY_KEY]) {
    const text = `${comment}\n${comment} const a = '${value}' ${comment}\n// secretlint-enable\n`
    expect(await scan('src/a.ts', text)).toMatchObject([{ line: 2 }])
  }
})

describe('fingerprints', () => {
  const fingerprintOf = async (path: string, text: string, key?: string) =>
    (await scan(path, text, key ? { key } : {})).map(({ fingerprint }) => fingerprint).join()

  test('stay with the value, wherever it moves within its file', async () => {
    const moved = `import x from 'x'\r\n\r\n  ${CODE.replace('const', 'let')}\r\nrun()`
    expect(await fingerprintOf('src/a.ts', moved)).toBe(await fingerprintOf('src/a.ts', CODE))
  })

  test('are others for another value, another file and another installation', async () => {
    const other = CODE.replace(LIVE_KEY, `sk_${'live'}_${random('letters', 30)}`)
    const all = [
      await fingerprintOf('src/a.ts', CODE),
      await fingerprintOf('src/a.ts', other),
      await fingerprintOf('src/b.ts', CODE),
      await fingerprintOf('src/a.ts', CODE, 'theirs'),
    ]
    expect(new Set(all).size).toBe(4)
  })
})

test('a value that stands twice in a file is one finding, at its first place', async () => {
  expect(await scan('src/a.ts', `\n${CODE}${CODE}`)).toMatchObject([{ line: 2, column: 28 }])
})

test.each([
  ['src/a.ts', null, 'frontend', 'critical'],
  ['public/config.json', null, 'frontend', 'critical'],
  ['index.ts', 'pay', 'backend_function', 'high'],
  ['functions/pay/index.ts', null, 'backend_function', 'high'],
  ['.env', null, 'config', 'high'],
  ['settings.json', null, 'config', 'high'],
  ['src/pay.test.ts', null, 'frontend', 'high'],
])('in %s of function %s it is exposed as %s and %s', async (path, function_name, exposure, severity) => {
  expect(await scan(path, CODE, { function_name })).toMatchObject([{ exposure, severity }])
})

test('what a builder puts into the browser is not only in the config', async () => {
  const [bundled, kept] = ['VITE_STRIPE', 'STRIPE'].map((name) => scan('.env', `${name}=${LIVE_KEY}\n`))
  expect(await bundled).toMatchObject([{ exposure: 'frontend', severity: 'critical' }])
  expect(await kept).toMatchObject([{ exposure: 'config', severity: 'high' }])
})

test('the web key of Firebase is information at most', async () => {
  const text = `const config = { apiKey: 'AI${'za'}${random('letters', 35)}', authDomain: 'a.firebaseapp.com' }`
  expect(await scan('src/a.ts', text)).toMatchObject([{ severity: 'info' }])
})

test.each(['\n', '\r\n', '\r'])(
  'lines that end by %j and wide characters are counted as editors do',
  async (end) => {
    const text = ['// größer 😀', 'const a = 1', `/* 😀ß */ const b = '${LIVE_KEY}'`].join(end)
    expect(await scan('src/a.ts', text)).toMatchObject([{ line: 3, column: 22 }])
  },
)

test('of a value only its ends are shown, of a short one nothing', async () => {
  const { code, value } = planted('', 'postgres://app:@@@db.acme.io/app', 'kX83kq')
  expect(await scan('src/a.ts', `open('${code}')`)).toMatchObject([{ masked_value: '••••••••' }])
  expect(JSON.stringify(await scan('src/a.ts', `open('${code}')`))).not.toContain(value)
  expect(await scan('src/a.ts', CODE)).toMatchObject([{ masked_value: `sk_l••••••••${LIVE_KEY.slice(-2)}` }])
})

test('a part of a file is masked by what the whole file says of it', async () => {
  const file = { path: 'src/a.ts', text: `const api_key = '${random('hex', 32)}'` }
  const masked = await createMask()(file, file.text.slice(10))
  expect(masked).toMatch(/^key = '[0-9a-f]{4}••••••••[0-9a-f]{2}'$/)
})

describe('hostile files', () => {
  const MEGABYTE = 1024 * 1024
  const fill = (text: string, length: number) => text.repeat(Math.ceil(length / text.length)).slice(0, length)

  test('a line of 50 MB is read to its end', { timeout: 120_000 }, async () => {
    const text = `${fill('a1b2c3;', 50 * MEGABYTE)} ${CODE}`
    expect(await scan('src/a.ts', text)).toMatchObject([{ line: 1, column: 50 * MEGABYTE + 29 }])
  })

  test.each([
    'secret="aaaaaaa',
    '_authToken=',
    'ghs_1_',
    'postgres://a:',
    'http://a',
    'xoxb-',
    'eyJaaaaaaaaaa.eyJ',
    `-----BEGIN ${'PRIVATE'} KEY-----`,
    'aws_secret_key',
    'password:"',
    'token        ',
    'Bearer ',
    'twilio',
    'SG.a.',
    'session({a:',
    'jwt.sign({ a, ',
    'new aaaaaaaa',
    'btoa("aaaaaaaa',
    '1234abcd-1234-',
    "'a' + ",
    "['a', ",
    '"a".concat("b", ',
    '<password>aaaaaaaa',
    'name="api_key" ',
    'value="aaaaaaaa" ',
    '<add key="token" ',
    'api_key: [',
    'token = a ? ',
    'token: "aaaaaaaa", ',
    'curl --user ',
    'mysql -u ',
    'login a password ',
    'user a password ',
    'variable "api_key" {',
    'setApiKey("aaaaaaaa',
    'Server=a;Password=',
    'jdbc:oracle:thin:a',
    'String.fromCharCode(115, ',
    'A_KEY ',
    '--token ',
    '"X-Key: aaaaaaaa',
  ])('bait for slow patterns is passed over: %s', { timeout: 60_000 }, async (bait) => {
    expect(await scan('config/a.yml', `${fill(bait, MEGABYTE / 4)}\n${CODE}`)).not.toEqual([])
  })

  test('a secret that lies over the cut of a long line is found once', async () => {
    for (const place of [128 * 1024 - 20, 119_072, 119_072 + 5]) {
      expect(await scan('src/a.js', `${fill('a;', place)}'${LIVE_KEY}'${fill(';a', 200_000)}`)).toHaveLength(
        1,
      )
    }
  })

  test('more secrets than anybody plants are cut off', async () => {
    const text = Array.from({ length: 300 }, () => `'sk_${'live'}_${random('letters', 24)}'`).join('\n')
    expect(await scan('src/a.ts', text)).toHaveLength(MOST_SECRETS)
  })

  test('what the library measures is not kept', async () => {
    await scan('src/a.ts', CODE)
    expect(performance.getEntriesByType('mark').filter(({ name }) => name.includes('src/a.ts'))).toEqual([])
  })

  test('tokens that cannot be read are none', async () => {
    const [head, , sign] = webToken({ role: 'service_role' }).split('.')
    expect(await scan('src/a.ts', `'${head}.eyJ${random('letters', 40)}.${sign}'`)).toEqual([])
  })
})
