// biome-ignore-all lint/suspicious/noTemplateCurlyInString: it is the text of code
/** Written after the rules were finished. */
import { createSecretMaker, planted } from './make-secret.ts'

const { privateKey, random, webToken } = createSecretMaker(20_261_118)

export const plantedLater = [
  planted(
    'src/lib/aws.js',
    '  credentials: {\n    accessKeyId: "@@",\n    region: "eu-west-1"\n  }',
    `ASIA${random('base32', 16)}`,
  ),
  planted('src/lib/aws.js', 'AWS.config.update({ "secretAccessKey" : "@@" });', random('base64', 40)),
  planted('infra/prod.tfvars', 'aws_secret_key = "@@"', random('base64', 40)),
  planted(
    'src/gemini.ts',
    'const url = `https://generativelanguage.googleapis.com/v1/models?key=@@`',
    `AI${'za'}Sy${random('letters', 33)}`,
  ),
  planted('src/checkout.jsx', '/* live */ const k="@@";export{k}', `sk_${'live'}_51${random('letters', 97)}`),
  planted(
    'functions/hook/index.ts',
    'const event = verify(body, sig, "@@")',
    `wh${'sec'}_${random('letters', 38)}`,
  ),
  planted(
    'public/config.js',
    'window.SUPABASE_SERVICE = "@@"',
    webToken({ role: 'service_role', ref: 'abc', iat: 1_600_000_000, exp: 1_915_000_000 }),
  ),
  planted('src/robot.py', 'TOKEN = "@@"', webToken({ client: 'crm', scope: 'all' })),
  planted('functions/push/key.js', "const p8 = '@@'", privateKey('EC ', '\\n')),
  planted('deploy/id_rsa', '@@', privateKey('OPENSSH ', '\n')),
  planted(
    'src/server/redis.ts',
    'export const redis = new Redis("rediss://default:@@@apn1-fit-1234.upstash.io:6379")',
    random('hex', 32),
  ),
  planted('prisma/seed.ts', "url: 'mysql://shop:@@@10.2.0.7/shop'", `T!${random('letters', 10)}`),
  planted('src/feed.ts', "fetch('https://feeder:@@@feeds.acme.io/all.xml')", random('letters', 12)),
  planted(
    'src/client.ts',
    'axios.defaults.headers.common["Authorization"] = "Bearer @@"',
    random('letters', 64),
  ),
  planted(
    'src/client.ts',
    "headers: { Authorization: 'Basic @@' }",
    Buffer.from(`api:${random('letters', 20)}`).toString('base64'),
  ),
  planted('.env.local', 'TWILIO_AUTH_TOKEN="@@"', random('hex', 32)),
  planted(
    'functions/mail/send.ts',
    'const mg = mailgun({ username: "api", key: "@@" })',
    `${random('hex', 32)}-${random('hex', 8)}-${random('hex', 8)}`,
  ),
  planted(
    'src/mail.ts',
    "const client = new Resend('@@')",
    `r${'e_'}${random('letters', 8)}_${random('letters', 24)}`,
  ),
  planted(
    '.github/workflows/ci.yml',
    '      GH_TOKEN: @@',
    `github${'_pat_'}${random('letters', 22)}_${random('letters', 59)}`,
  ),
  planted(
    'src/discord.ts',
    'const hook = "https://discord.com/api/webhooks/@@"'.replace('@@', `${random('digits', 18)}/@@`),
    random('letters', 68),
  ),
  planted(
    'src/slack.ts',
    "post('https://hooks.slack.com/services/@@', text)",
    `T${random('upper', 8)}/B${random('upper', 10)}/${random('letters', 24)}`,
  ),
  planted('src/bot.ts', "new Telegraf('@@')", `${random('digits', 10)}:AA${random('letters', 33)}`),
  planted('src/shop.ts', "const access = '@@'", `shp${'at_'}${random('hex', 32)}`),
  planted(
    'src/airtable.ts',
    "Airtable.configure({ apiKey: '@@' })",
    `pa${'t'}${random('letters', 14)}.${random('hex', 64)}`,
  ),
  planted('functions/x/index.ts', "const client_secret = '@@'", random('letters', 40)),
  planted('src/config.json', '{ "weather": { "api_key": "@@" } }', random('hex', 32)),
  planted('src/App.vue', 'const ENCRYPTION_KEY = `@@`', random('base64', 44)),
  planted('src/api.ts', "const key = import.meta.env.VITE_API_KEY || '@@'", random('letters', 36)),
  planted('config/app.yml', 'jwt_secret: @@   # rotate', random('hex', 64)),
  planted(
    'src/db.ts',
    "connect({ host: 'db.acme.io', user: 'app', password: '@@' })",
    `Vx7${'!'}${random('letters', 10)}`,
  ),
  planted('.env', 'VITE_OPENAI_API_KEY=@@', `sk-${random('letters', 48)}`),
  planted(
    'src/ä/größe.ts',
    '// Schlüssel 😀\r\nconst größe = 1; const token = "@@"',
    `gl${'pat-'}${random('letters', 20)}`,
  ),
]

export const cleanLater = [
  ['src/pay.tsx', `<Elements stripe={loadStripe("pk_test_${random('letters', 99)}")} />`],
  [
    'src/fire.js',
    `var firebaseConfig = {\n  apiKey: "AI${'za'}Sy${random('letters', 33)}",\n  projectId: "shop",\n  messagingSenderId: "${random('digits', 12)}"\n}`,
  ],
  [
    'src/supa.ts',
    `export const supabaseAnonKey = "${webToken({ role: 'anon', iss: 'supabase', exp: 2_000_000_000 })}"`,
  ],
  ['src/supa.ts', `const key = 'sb_publishable_${random('letters', 31)}'`],
  ['README.md', 'Set `OPENAI_API_KEY=sk-your-key-here` and `DATABASE_URL=postgres://user:pass@host/db`.'],
  ['.env.sample', 'JWT_SECRET=change-me-to-something-long-and-random'],
  ['.env.template', 'API_TOKEN=<your token>\nSMTP_PASSWORD='],
  [
    'docker-compose.yml',
    '      POSTGRES_PASSWORD: postgres\n      DATABASE_URL: postgres://postgres:postgres@db:5432/app',
  ],
  ['src/config.ts', "const secret = Deno.env.get('JWT_SECRET') ?? ''"],
  ['src/config.ts', 'const url = `postgres://${user}:${password}@${host}/app`'],
  ['src/auth.ts', "export const TOKEN_KEY = 'app_access_token'"],
  ['src/auth.ts', "errors.set('auth/invalid-credential', 'auth.errors.invalidCredential')"],
  [
    'src/form.tsx',
    '<PasswordField autoComplete="current-password" data-testid="login-password-input-field" />',
  ],
  ['src/schema.ts', "const passwordPattern = '^(?=.*[A-Z])(?=.*\\\\d)[A-Za-z\\\\d]{10,}$'"],
  ['src/analytics.ts', `posthog.init('phc_${random('letters', 43)}', { api_host: '/ingest' })`],
  ['src/captcha.tsx', `<ReCAPTCHA sitekey="6L${random('letters', 38)}" />`],
  ['src/sentry.ts', `Sentry.init({ dsn: 'https://${random('hex', 32)}@o123.ingest.sentry.io/456' })`],
  ['src/search.ts', `algoliasearch('APPID', '${random('hex', 32)}')`],
  ['src/hash.ts', `const passwordHash = '$2b$10$${random('letters', 53)}'`],
  ['src/page.html', `<script src="/a.js" integrity="sha384-${random('base64', 64)}" crossorigin></script>`],
  [
    'yarn.lock',
    `  resolved "https://x/y.tgz#${random('hex', 40)}"\n  integrity sha512-${random('base64', 86)}==`,
  ],
  ['src/tokens.css', `:root { --token-color-primary: #${random('hex', 6)}; }`],
  [
    'src/design-tokens.ts',
    "export const token = { colorBackgroundElevated2: 'var(--color-background-elevated-2)' }",
  ],
  ['src/api.ts', "const tokenEndpoint = 'https://login.acme.io/oauth2/v2.0/token'"],
  ['src/ids.ts', `const workspace = 'ws_${random('letters', 26)}'; const commit = '${random('hex', 40)}'`],
  ['src/session.test.ts', `const token = '${random('letters', 40)}'`],
  ['src/jwt.ts', `const expired = '${webToken({ sub: 'u', iat: 1_600_000_000, exp: 1_600_003_600 })}'`],
  ['src/proxy.ts', "const target = 'http://user:password@localhost:8080'"],
  ['src/docs.tsx', '<Code>{`curl -H "Authorization: Bearer $TOKEN" https://api.acme.io`}</Code>'],
  [
    'src/i18n/de.json',
    '{ "api_key": "API-Schlüssel", "secret": "Geheimnis", "password_reset_token_sent": "Gesendet" }',
  ],
  ['functions/pay/index.ts', 'const secretName = "projects/acme/secrets/stripe-live-key/versions/latest"'],
  ['src/k8s.yaml', 'secretKeyRef:\n  name: app-secrets\n  key: database-password-primary'],
  ['src/font.ts', `const font = "${random('base64', 3000)}"`],
  [
    'dist/bundle.js',
    `!function(e){var t=e.key,n=e.token;t&&n||console.log("missing-token-for-key")}({key:"Enter",token:"__TOKEN__"})`,
  ],
].map(([path = '', code = '']) => ({ path, code }))
