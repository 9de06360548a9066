// biome-ignore-all lint/suspicious/noTemplateCurlyInString: it is the text of code
/** Written last, after what the later part had shown was mended. */
import { createSecretMaker, planted } from './make-secret.ts'

const { privateKey, random, webToken } = createSecretMaker(20_261_119)

export const plantedLast = [
  planted(
    'src/ai.ts',
    'const client = createOpenRouter({ apiKey: "@@" })',
    `sk-${'or-v1'}-${random('hex', 64)}`,
  ),
  planted('src/ai.mjs', "process.env.GROQ = '@@'", `gs${'k_'}${random('letters', 52)}`),
  planted(
    'ios/Config.plist',
    '<key>ApiSecret</key><string>@@</string>',
    `sk_${'live'}_${random('letters', 32)}`,
  ),
  planted('android/local.properties', 'signing.password=@@', `Qw${'$'}${random('letters', 12)}`),
  planted('src/auth.go', 'var jwtSecret = []byte("@@")', random('letters', 48)),
  planted('settings.py', "SECRET_KEY = '@@'", random('letters', 50)),
  planted('src/http.ts', "const headers = { 'X-Api-Key': '@@' }", random('hex', 40)),
  planted('src/http.ts', "req.setRequestHeader('X-Auth-Token', '@@')", random('letters', 32)),
  planted(
    'src/http.ts',
    'fetch(`https://api.acme.io/v1?access_token=@@`)',
    `gh${'o_'}${random('letters', 36)}`,
  ),
  planted('src/app.min.js', 'var a={apiKey:"@@",b:1};', random('letters', 39)),
  planted(
    'functions/db/index.ts',
    "const MONGO = 'mongodb://admin:@@@mongo.internal.acme.io:27017'",
    `p${random('letters', 15)}`,
  ),
  planted('terraform/main.tf', 'token = "@@"', `do${'p_v1_'}${random('hex', 64)}`),
  planted('src/key.ts', 'export const pem = "@@"', privateKey('', '\\n')),
  planted('src/legacy.php', "$password = '@@';", `R4!${random('letters', 11)}`),
  planted(
    'src/supabase.ts',
    "const admin = createClient(URL, '@@')",
    webToken({ iss: 'supabase', role: 'service_role', exp: 2_000_000_000 }),
  ),
  planted('src/atrium.ts', "createClient({ token: '@@' })", `pa${'t_'}${random('letters', 43)}`),
  planted(
    'src/notion.ts',
    "new Client({ auth: '@@' })",
    `nt${'n_'}${random('digits', 11)}${random('letters', 35)}`,
  ),
  planted('cypress.json', '{"env": {"clientSecret": "@@"}}', random('letters', 34)),
]

export const cleanLast = [
  ['src/theme.ts', "export const keyframes = 'pulse-token-animation-2s-infinite-alternate'"],
  ['src/keys.ts', "const queryKey = ['token', 'user-profile-settings-v2']"],
  ['src/hotkeys.ts', "bind({ key: 'Control+Shift+Alt+Delete+F12' })"],
  ['src/error.ts', "throw new Error('secret: must-have-at-least-32-characters')"],
  ['src/token.ts', "const tokenType = 'urn:ietf:params:oauth:token-type:access_token'"],
  ['src/aws.ts', "const secretArn = 'arn:aws:secretsmanager:eu-west-1:123456789012:secret:prod-AbCdEf'"],
  ['.env.development', 'API_KEY=test\nPASSWORD=dev\nTOKEN=local-development-only'],
  ['src/map.ts', `mapboxgl.accessToken = 'pk.eyJ${random('letters', 60)}.${random('letters', 22)}'`],
  [
    'src/uuid.ts',
    `const accessKeyId = crypto.randomUUID(); const NAMESPACE = '${random('hex', 8)}-1b2c-4d3e-8f4a-${random('hex', 12)}'`,
  ],
  ['src/wallet.ts', `const tokenAddress = '0x${random('hex', 40)}'`],
  ['src/contract.ts', `const usdcToken = { address: '0x${random('hex', 40)}' }`],
  ['src/pagination.ts', "const nextPageToken = response.nextPageToken ?? 'none-remaining-0'"],
  ['helm/values.yaml', 'existingSecret: app-credentials-secret-name\npasswordKey: postgresql-password'],
  ['nginx.conf', 'proxy_set_header Authorization "Bearer $http_x_token";'],
  ['src/vapid.ts', `const applicationServerPublicKey = '${random('letters', 87)}'`],
  [
    'src/google.tsx',
    `<GoogleOAuthProvider clientId="${random('digits', 12)}-${random('hex', 32)}.apps.googleusercontent.com">`,
  ],
  ['src/build.ts', `export const BUILD = { commit: '${random('hex', 40)}', keyVersion: 3 }`],
  ['CHANGELOG.md', `- rotate token (${random('hex', 40)})\n- password: \`Tr0ub4dor&3-example\``],
  ['src/mask.ts', "expect(mask(secret)).toBe('sk_live_••••••••••••••••••••')"],
  ['src/regex.ts', 'const TOKEN = /^gh[pousr]_[A-Za-z0-9]{36}$/; const key = "[A-Za-z0-9_-]{20,64}"'],
].map(([path = '', code = '']) => ({ path, code }))
