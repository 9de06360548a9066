// biome-ignore-all lint/suspicious/noTemplateCurlyInString: it is the text of code
/** Written together with the rules. */
import { createSecretMaker, planted } from './make-secret.ts'

const { privateKey, random, webToken } = createSecretMaker(20_261_117)

export const plantedFirst = [
  planted('src/upload.ts', "const s3 = new S3({ accessKeyId: '@@' })", `AKIA${random('base32', 16)}`),
  planted('src/upload.ts', "const config = { secretAccessKey: '@@' }", random('base64', 40)),
  planted('src/map.tsx', 'const MAPS = "@@"', `AI${'za'}${random('letters', 35)}`),
  planted('src/pay.ts', "const stripe = new Stripe('@@')", `sk_${'live'}_${random('letters', 24)}`),
  planted(
    'functions/pay/index.ts',
    "const stripe = new Stripe('@@')",
    `rk_${'live'}_${random('letters', 99)}`,
  ),
  planted('src/pay.ts', "const endpointSecret = '@@'", `wh${'sec'}_${random('letters', 32)}`),
  planted(
    'src/db.ts',
    "createClient(url, '@@')",
    webToken({ iss: 'supabase', role: 'service_role', iat: 1, exp: 2_000_000_000 }),
  ),
  planted(
    'src/api.ts',
    "const token = '@@'",
    webToken({ sub: 'robot', iat: 1_700_000_000, exp: 2_015_360_000 }),
  ),
  planted('src/db.ts', "createClient(url, '@@')", `sb_${'secret'}_${random('letters', 31)}`),
  planted('functions/sign/key.ts', 'const KEY = `@@`', privateKey('RSA ', '\n')),
  planted('service-account.json', '{"private_key": "@@\\n"}', privateKey('', '\\n')),
  planted(
    'functions/db/index.ts',
    "const pool = new Pool('postgresql://app:@@@db.acme.io:5432/app')",
    random('letters', 18),
  ),
  planted('.env', 'MONGO_URL=mongodb+srv://root:@@@cluster0.ab1cd.mongodb.net/shop', random('letters', 14)),
  planted('src/api.ts', "fetch(url, { headers: { Authorization: 'Bearer @@' } })", random('letters', 40)),
  planted(
    'functions/sms/index.ts',
    "const client = twilio('AC0a1b2c3d4e5f60718293a4b5c6d7e8f9', '@@')",
    random('hex', 32),
  ),
  planted('functions/sms/index.ts', "const apiKeySid = '@@'", `SK${random('hex', 32)}`),
  planted(
    'functions/mail/index.ts',
    "sendgrid.setApiKey('@@')",
    `SG${'.'}${random('letters', 22)}.${random('letters', 43)}`,
  ),
  planted(
    'functions/mail/index.ts',
    "const mailgun = new Mailgun({ key: '@@' })",
    `key-${random('hex', 32)}`,
  ),
  planted('.gitlab/ci.yml', 'GIT_TOKEN: @@', `gl${'pat'}-${random('letters', 20)}`),
  planted('src/model.ts', "new HfInference('@@')", `h${'f_'}${random('letters', 34)}`),
  planted('deploy.sh', 'export DO_TOKEN=@@', `dop${'_v1_'}${random('hex', 64)}`),
  planted('src/github.ts', "octokit({ auth: '@@' })", `gh${'p_'}${random('letters', 36)}`),
  planted(
    'src/ai.ts',
    "const openai = new OpenAI({ apiKey: '@@', dangerouslyAllowBrowser: true })",
    `sk-${'proj'}-${random('letters', 64)}`,
  ),
  planted('src/ai.ts', "anthropic('@@')", `sk-${'ant'}-api03-${random('letters', 93)}AA`),
  planted(
    'src/slack.ts',
    "const slack = '@@'",
    `xo${'xb'}-${random('digits', 12)}-${random('digits', 12)}-${random('letters', 24)}`,
  ),
  planted('src/config.ts', "export const API_KEY = '@@'", random('letters', 32)),
  planted('src/config.ts', "const clientSecret: string = '@@'", random('hex', 40)),
  planted('.env.production', 'SMTP_PASSWORD=@@', `Kp9${'#'}${random('letters', 9)}`),
  planted('.npmrc', '//registry.acme.io/:_authToken=@@', `np${'m_'}${random('letters', 36)}`),
]

export const cleanFirst = [
  ['src/pay.ts', `const stripe = loadStripe('pk_live_${random('letters', 24)}')`],
  [
    'src/firebase.ts',
    `const app = initializeApp({ apiKey: 'AI${'za'}${random('letters', 35)}', authDomain: 'shop.firebaseapp.com' })`,
  ],
  [
    'src/db.ts',
    `createClient(url, '${webToken({ iss: 'supabase', role: 'anon', iat: 1, exp: 2_000_000_000 })}')`,
  ],
  ['src/config.ts', "const apiKey = 'YOUR_API_KEY_GOES_HERE_1234'"],
  ['src/config.ts', 'const apiKey = process.env.API_KEY'],
  ['src/config.ts', 'const token = `${import.meta.env.VITE_TOKEN}`'],
  ['src/config.ts', "const secret = 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx'"],
  ['.env.example', 'STRIPE_KEY=sk_live_xxxxxxxxxxxxxxxxxxxxxxxx'],
  ['.env.example', 'DATABASE_URL=postgres://user:password@localhost:5432/app'],
  ['compose.yaml', 'DATABASE_URL: postgres://app:k2nD83ka@localhost/app'],
  [
    'package-lock.json',
    `{"integrity": "sha512-${random('base64', 86)}==", "token": "${random('letters', 40)}"}`,
  ],
  ['src/logo.svg', `<svg><path token="${random('letters', 40)}"/></svg>`],
  ['dist/app.js.map', `{"secret": "${random('letters', 40)}"}`],
  ['src/login.tsx', '<input type="password" name="password" placeholder="Enter your password" />'],
  ['src/i18n.ts', "export default { password: 'Passwort', token_expired: 'Der Token ist abgelaufen' }"],
  ['src/routes.ts', "const resetPasswordTokenRoute = '/auth/reset-password/confirm-token-2'"],
  ['src/api.ts', 'headers: { Authorization: `Bearer ${token}` }'],
  ['src/api.ts', "const header = 'Authorization: Bearer <token>'"],
  ['docs/aws.md', 'Use the key id `AKIAIOSFODNN7EXAMPLE` and `wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY`.'],
  ['src/jwt.ts', `const sample = '${webToken({ sub: '1234567890', name: 'John Doe', iat: 1516239022 })}'`],
  ['src/storage.ts', "const TOKEN_STORAGE_KEY = 'atrium.session.token.v2.2024'"],
  ['src/image.ts', `export const pixel = 'data:image/png;base64,${random('base64', 400)}'`],
  ['src/ids.ts', `const orderId = '${random('hex', 24)}'`],
  ['functions/pay/index.ts', "const stripe = new Stripe(Deno.env.get('STRIPE_SECRET_KEY'))"],
  ['src/key.ts', "if (pem.startsWith('-----BEGIN PRIVATE KEY-----')) return parse(pem)"],
].map(([path = '', code = '']) => ({ path, code }))
