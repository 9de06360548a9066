// biome-ignore-all lint/suspicious/noTemplateCurlyInString: it is the text of code
/** Secrets in forms that are written less often. */
import { expect, test } from 'vitest'
import { createSecretMaker, planted } from '../../test/scan-corpus/make-secret.ts'
import { scanSecrets } from './scan-secrets.ts'

const { random } = createSecretMaker(20_261_201)
const scan = (path: string, text: string) =>
  scanSecrets({ file: { path, text }, function_name: null, key: 'of these tests' })
const HEX = random('hex', 32)
const LONG = random('letters', 32)
const LIVE = `sk_${'live'}_${random('letters', 30)}`

test.each([
  planted(
    'src/db.cs',
    '"Server=db.acme.io;Database=shop;User Id=app;Password=@@;Encrypt=true"',
    'kX83!kqPw2',
  ),
  planted(
    'appsettings.json',
    '{"Default": "Data Source=sql.acme.io;Initial Catalog=a;Uid=app;Pwd=@@"}',
    'kX83!kqPw2',
  ),
  planted(
    'src/db.java',
    'DriverManager.getConnection("jdbc:mysql://db.acme.io/shop?user=app&password=@@")',
    'kX83kqPw2',
  ),
  planted('src/db.java', '"jdbc:oracle:thin:app/@@@db.acme.io:1521/shop"'.replace('@@@', '@@@'), 'kX83kqPw2'),
  planted('src/db.py', 'connect("host=db.acme.io user=app password=@@ dbname=shop")', 'kX83kqPw2'),
  planted('.netrc', 'machine git.acme.io\n  login deploy\n  password @@\n', 'kX83kqPw2'),
  planted('deploy.sh', 'curl -s -u deploy:@@ https://api.acme.io/v1', 'kX83kqPw2'),
  planted('deploy.sh', "curl --user 'deploy:@@' https://api.acme.io/v1", 'kX83kqPw2'),
  planted('backup.sh', 'mysqldump -h db.acme.io -u root -p@@ shop > a.sql', 'kX83kqPw2z'),
  planted('deploy.sh', 'acme login --token @@', HEX),
  planted('settings.xml', '<server><username>a</username><password>@@</password></server>', 'kX83!kqPw2x'),
  planted('web.config', '<add key="PaymentApiKey" value="@@" />', HEX),
  planted('res/values/strings.xml', '<string name="maps_api_key">@@</string>', LONG),
  planted('Info.plist', '<key>ApiSecret</key>\n<string>@@</string>', LONG),
  planted('src/a.java', 'client.setApiKey("@@");', LONG),
  planted('src/a.ts', "mailer.setPassword('@@')", 'kX83!kqPw2x'),
  planted('src/a.ts', "const apiKey = isLive ? '@@' : ''", LONG),
  planted('src/a.ts', "const apiKey = isLive\n  ? '@@'\n  : 'test'", LONG),
  planted('src/a.ts', "const API_KEYS = ['@@', 'b']", LONG),
  planted('src/a.ts', "const token = process.env.TOKEN || (isLive ? '@@' : 'x')", LONG),
  planted('.env', 'STRIPE_KEY=@@\n', LONG),
  planted('.env.local', 'export MAPS_SERVER_KEY="@@"\n', LONG),
  planted('Dockerfile', 'ENV PAYMENT_KEY @@\n', LONG),
  planted('index.html', '<meta name="api-key" content="@@">', LONG),
  planted('index.html', '<input value="@@" type="hidden" name="auth_token">', LONG),
  planted('k8s.yaml', 'env:\n  - name: PAYMENT_API_KEY\n    value: @@\n', LONG),
  planted('main.tf', 'variable "db_password" {\n  type    = string\n  default = "@@"\n}', 'kX83!kqPw2x'),
  planted('init.sql', "CREATE USER app WITH PASSWORD '@@';", 'kX83!kqPw2x'),
  planted('src/a.ts', "headers: ['X-Acme-Key: @@']", LONG),
  planted('src/a.rs', 'const API_KEY: &str = "@@";', LONG),
  planted(
    'src/a.ts',
    "fetch('https://a.blob.core.windows.net/a/b?sv=2022&sig=@@')",
    `${random('letters', 43)}%3D`,
  ),
])('$path: $code', async (each) => {
  const findings = await scan(each.path, each.code)
  const lines = each.code.slice(0, each.code.indexOf(each.value)).split('\n')
  expect(findings).toContainEqual(
    expect.objectContaining({ line: lines.length, column: (lines.at(-1) ?? '').length + 1 }),
  )
  expect(JSON.stringify(findings)).not.toContain(each.value)
})

const half = (text: string) => [text.slice(0, 12), text.slice(12)] as const
const base64 = (text: string) => Buffer.from(text).toString('base64')
test.each([
  ['a concatenation', `const a = '${half(LIVE)[0]}' + '${half(LIVE)[1]}'`, half(LIVE)[1]],
  [
    'a concatenation over lines',
    `const apiKey =\n  '${half(LONG)[0]}' +\n  '${half(LONG)[1]}'`,
    half(LONG)[1],
  ],
  ['a joined list', `const a = ['${half(LIVE)[0]}', '${half(LIVE)[1]}'].join('')`, half(LIVE)[1]],
  ['concat', `const a = "${half(LIVE)[0]}".concat("${half(LIVE)[1]}")`, half(LIVE)[1]],
  ['atob', `const a = atob('${base64(LIVE)}')`, base64(LIVE)],
  ['a decoded buffer', `const apiKey = Buffer.from('${base64(LONG)}', 'base64').toString()`, base64(LONG)],
  [
    'a reversed text',
    `const a = '${[...LIVE].reverse().join('')}'.split('').reverse().join('')`,
    [...LIVE].reverse().join(''),
  ],
  [
    'codes of letters',
    `const a = String.fromCharCode(${[...LIVE].map((letter) => letter.charCodeAt(0)).join(', ')})`,
    '115, 107, 95, 108',
  ],
])('a secret in %s is found and masked', async (_, code, part) => {
  const findings = await scan('src/a.ts', code)
  expect(findings).toHaveLength(1)
  expect(JSON.stringify(findings)).not.toContain(part)
})

test.each([
  ['src/db.cs', '"Server=localhost;Database=shop;User Id=sa;Password=kX83!kqPw2"'],
  ['src/db.cs', '"Server=db.acme.io;User Id=app;Password={password};"'],
  ['src/db.cs', '"Server=db.acme.io;User Id=app;Password=${PASSWORD};"'],
  ['deploy.sh', 'curl -u "$USER:$PASSWORD" https://api.acme.io'],
  ['deploy.sh', 'curl -u user:password https://api.acme.io'],
  ['deploy.sh', 'acme login --token "$TOKEN"'],
  ['deploy.sh', 'acme login --token-file /run/secrets/token'],
  ['settings.xml', '<password>${env.PASSWORD}</password>'],
  ['web.config', '<add key="PasswordMinLength" value="twelve-or-more-2" />'],
  ['strings.xml', '<string name="password_hint">Choose-a-long-password-1</string>'],
  ['src/a.ts', "const label = setPassword('new-password-field')"],
  ['src/a.ts', "const secret = getSecret('projects/acme-1/secrets/a-2')"],
  ['src/a.ts', "const tokenName = isLive ? 'live_access_token' : 'test_access_token'"],
  ['src/a.ts', "const KEYS = ['created_date', 'updated_date', 'owner_name']"],
  ['src/a.ts', "const text = 'The first half of a sentence ' + 'and its second half with 2 numbers'"],
  ['src/a.ts', "const classes = ['btn', 'btn-primary-2', 'rounded-lg'].join(' ')"],
  ['src/a.ts', `const logo = atob('${base64('<svg viewBox="0 0 24 24"><path d="M0 0h24v24H0z"/></svg>')}')`],
  ['src/a.ts', `const hello = atob('${base64('hello world, this is text')}')`],
  ['.env', 'SORT_KEY=created_date_descending\nPUBLIC_KEY_URL=https://acme.io/keys\n'],
  ['.env', 'STRIPE_KEY=\nCACHE_KEY=v2-2026-11-19-build-0001\n'],
  ['index.html', '<meta name="csrf-token" content="{{ csrf_token() }}">'],
  ['index.html', '<input type="hidden" name="password_confirmation_label" value="Confirm-Password-1">'],
  ['index.html', '<meta name="description" content="Long-text-with-9-words-and-keys-of-pianos">'],
  ['k8s.yaml', 'env:\n  - name: API_KEY\n    valueFrom:\n      secretKeyRef:\n        name: acme\n'],
  ['init.sql', "CREATE USER app WITH PASSWORD :'password';"],
])('nothing is found in %s: %s', async (path, code) => {
  expect((await scan(path, code)).filter(({ severity }) => severity !== 'info')).toEqual([])
})
