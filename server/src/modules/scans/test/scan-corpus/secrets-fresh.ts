// biome-ignore-all lint/suspicious/noTemplateCurlyInString: it is the text of code
/** Written from what repositories contain, after all rules; see `fresh-corpus.test.ts` for what the first run found. */
import { type CodeCase, createSecretMaker, planted } from './make-secret.ts'

const { random, webToken } = createSecretMaker(20_261_119)
const hex = (length: number) => random('hex', length)
const letters = (length: number) => random('letters', length)

export const plantedFresh: CodeCase[] = [
  planted(
    'src/lib/payments.ts',
    "const client = new PaymentClient({ merchant: 'acme', secret: '@@' })",
    letters(40),
  ),
  planted(
    'appsettings.Production.json',
    '{ "ConnectionStrings": { "Main": "Server=tcp:acme.database.windows.net,1433;Initial Catalog=shop;User ID=shop_admin;Password=@@;Encrypt=True" } }',
    'Qw7!zR2#pLm9',
  ),
  planted(
    'src/main/resources/application.properties',
    'spring.datasource.url=jdbc:postgresql://db.acme.io/shop\nspring.datasource.password=@@\n',
    'vT5x9Qm2Lw',
  ),
  planted(
    'config/database.yml',
    'production:\n  adapter: mysql2\n  host: db.acme.io\n  password: @@\n',
    'pR8kd02LqZ',
  ),
  planted('.netrc', 'machine api.acme.io login ci-bot password @@', letters(20)),
  planted('.npmrc', '//registry.acme.io/:_authToken=@@\n', letters(36)),
  planted('scripts/sync.sh', "curl -X POST -u 'svc-sync:@@' https://erp.acme.io/import", 'tY7uI9oP3a'),
  planted('scripts/notify.sh', 'curl -H "X-Notify-Token: @@" https://notify.acme.io/send', hex(40)),
  planted('scripts/db.sh', 'export PGPASSWORD=@@\npsql -h db.acme.io -U app shop\n', 'mN4bV6cX8z'),
  planted('Makefile', 'deploy:\n\tacme deploy --api-key=@@ --env prod\n', hex(32)),
  planted(
    'web.config',
    '<connectionStrings>\n  <add name="Main" connectionString="Data Source=sql.acme.io;Initial Catalog=crm;User ID=crm;Password=@@" />\n</connectionStrings>',
    'Zx9!cVb7Nm',
  ),
  planted(
    'pom-settings.xml',
    '<settings><servers><server><id>nexus</id><username>ci</username><password>@@</password></server></servers></settings>',
    'Hj6kL8pO2i',
  ),
  planted(
    'android/app/src/main/res/values/keys.xml',
    '<resources><string name="weather_api_key">@@</string></resources>',
    hex(32),
  ),
  planted('ios/Info.plist', '<key>AnalyticsSecret</key>\n  <string>@@</string>', letters(32)),
  planted('src/Billing.java', 'billing.setSecretKey("@@");', letters(32)),
  planted('src/Program.cs', 'services.AddBilling(o => { o.ApiKey = "@@"; });', letters(36)),
  planted('src/main.go', 'const apiToken string = "@@"', letters(40)),
  planted('src/main.rs', 'static WEBHOOK_SECRET: &str = "@@";', letters(40)),
  planted('app/settings.py', "SECRET_KEY = 'django-insecure-@@'", letters(50)),
  planted('src/config.ts', "export const stripeKey = import.meta.env.PROD ? '@@' : 'none'", letters(40)),
  planted(
    'src/config.ts',
    "const KEYS = { production: 'unused' }\nexport const apiKeys = [\n  '@@',\n  'second',\n]",
    letters(40),
  ),
  planted('.env.production', 'NODE_ENV=production\nMAILER_KEY=@@\n', letters(36)),
  planted('.env', 'VITE_BACKEND_SECRET="@@"\n', letters(32)),
  planted(
    'docker-compose.yml',
    'services:\n  api:\n    environment:\n      - PAYMENT_TOKEN=@@\n',
    letters(32),
  ),
  planted('Dockerfile', 'FROM node:24\nENV SENTRY_AUTH_TOKEN=@@\n', hex(64)),
  planted('.github/workflows/deploy.yml', 'env:\n  DEPLOY_KEY: @@\n', letters(40)),
  planted(
    'k8s/deployment.yaml',
    'containers:\n  - env:\n      - name: JWT_SECRET\n        value: "@@"\n',
    letters(32),
  ),
  planted('infra/main.tf', 'provider "acme" {\n  token = "@@"\n}', letters(40)),
  planted('index.html', '<meta name="weather-api-key" content="@@" />', hex(32)),
  planted('login.html', '<form><input type="hidden" name="client_secret" value="@@"></form>', letters(32)),
  planted('src/api.ts', "fetch('https://maps.acme.io/tiles?key=@@')", letters(40)),
  planted('src/api.ts', "axios.defaults.headers.common['X-Auth-Token'] = '@@'", letters(40)),
  planted(
    'src/mongo.ts',
    "mongoose.connect('mongodb+srv://shop:@@@cluster0.ab1cd.mongodb.net/shop')",
    'Lk3jH9gF5d',
  ),
  planted(
    'src/session.ts',
    "app.use(session({ resave: false, secret: '@@' }))",
    'correct horse'.replace(' ', '-').concat('-battery-91'),
  ),
  planted(
    'src/supabase.ts',
    "export const admin = createClient(URL, '@@')",
    webToken({ role: 'service_role', iss: 'supabase', iat: 1_700_000_000, exp: 2_000_000_000 }),
  ),
  planted('src/decode.ts', "const apiKey = atob('@@')", Buffer.from(`key-${letters(28)}`).toString('base64')),
  planted('notebooks/report.py', "os.environ['WAREHOUSE_PASSWORD'] = '@@'", 'Gt5rF7vB9n'),
]

export const cleanFresh = [
  ['src/lib/payments.ts', 'const client = new PaymentClient({ secret: process.env.PAYMENT_SECRET })'],
  [
    'appsettings.json',
    '{ "ConnectionStrings": { "Main": "Server=(localdb)\\\\mssqllocaldb;Database=shop;Trusted_Connection=True" } }',
  ],
  ['appsettings.Development.json', '{ "Main": "Server=localhost;User ID=sa;Password=Dev-Password-1" }'],
  ['application.properties', 'spring.datasource.password=${DB_PASSWORD}\n'],
  ['config/database.yml', "production:\n  password: <%= ENV['DB_PASSWORD'] %>\n"],
  ['scripts/sync.sh', 'curl -u "$SYNC_USER:$SYNC_PASSWORD" https://erp.acme.io/import'],
  ['scripts/notify.sh', 'curl -H "X-Notify-Token: ${NOTIFY_TOKEN}" https://notify.acme.io/send'],
  ['scripts/up.sh', 'docker run -u 1000:1000 -p 5432:5432 postgres:18'],
  ['Makefile', 'deploy:\n\tacme deploy --api-key=$(API_KEY) --env prod\n'],
  ['pom-settings.xml', '<password>${env.NEXUS_PASSWORD}</password>'],
  ['res/values/strings.xml', '<string name="forgot_password">Forgot-your-password?</string>'],
  ['res/values/strings.xml', '<string name="token_expired">Session-token-has-expired</string>'],
  ['src/Billing.java', 'billing.setSecretKey(System.getenv("BILLING_SECRET_KEY"));'],
  ['src/main.go', 'const tokenHeader string = "X-Acme-Access-Token-Header"'],
  ['app/settings.py', "SECRET_KEY = os.environ['DJANGO_SECRET_KEY']"],
  ['src/config.ts', "const storageKey = isLive ? 'acme.production.session.v2' : 'acme.test.session.v2'"],
  ['src/config.ts', "export const apiKeyHeaders = ['x-api-key', 'x-acme-api-key-v2']"],
  ['.env.example', 'MAILER_KEY=your-mailer-key-goes-here\nJWT_SECRET=\n'],
  ['.env', 'SESSION_COOKIE_NAME=acme_session_v2_production\nPUBLIC_KEY_FILE=/etc/keys/public-key-2026.pem\n'],
  ['docker-compose.yml', 'environment:\n  - PAYMENT_TOKEN=${PAYMENT_TOKEN:?missing}\n'],
  ['.github/workflows/deploy.yml', 'env:\n  DEPLOY_KEY: ${{ secrets.DEPLOY_KEY }}\n'],
  ['.github/workflows/deploy.yml', `steps:\n  - uses: actions/checkout@${hex(40)}\n`],
  [
    'k8s/deployment.yaml',
    'env:\n  - name: JWT_SECRET\n    valueFrom:\n      secretKeyRef:\n        name: api\n        key: jwt-secret\n',
  ],
  ['infra/main.tf', 'provider "acme" {\n  token = var.acme_token\n}'],
  ['index.html', `<link rel="stylesheet" href="/app.css" integrity="sha512-${random('base64', 86)}==">`],
  ['index.html', '<meta name="google-site-verification" content="site-verification-of-acme">'],
  ['login.html', '<input type="password" name="password" autocomplete="current-password" value="">'],
  ['src/api.ts', 'fetch(`https://maps.acme.io/tiles?key=${key}`)'],
  ['src/api.ts', "axios.defaults.headers.common['X-Auth-Token'] = session.token"],
  ['src/mongo.ts', 'mongoose.connect(`mongodb+srv://shop:${password}@cluster0.acme.mongodb.net/shop`)'],
  ['src/pay.ts', `const publishableKey = 'pk_live_${letters(40)}'`],
  [
    'src/supabase.ts',
    `createClient(URL, '${webToken({ role: 'anon', iss: 'supabase', iat: 1_700_000_000, exp: 2_000_000_000 })}')`,
  ],
  ['src/image.ts', `const pixel = 'data:image/png;base64,${random('base64', 200)}'`],
  ['src/ids.ts', `export const PROJECT_ID = '${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}'`],
  ['src/colors.ts', "const palette = ['#a1b2c3', '#d4e5f6', '#0718293'].join(',')"],
  [
    'src/words.ts',
    "export const words = { secret: 'Geheimes Wort eingeben', token: 'Zugangstoken-kopieren' }",
  ],
  ['src/query.ts', "const cacheKey = 'orders:list:status=open:page=1:size=50'"],
  ['src/hash.ts', `const emptyHash = '${hex(64)}'`],
].map(([path = '', code = '']) => ({ path, code }))
