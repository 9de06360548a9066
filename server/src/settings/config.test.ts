import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { rootCertificates } from 'node:tls'
import { describe, expect, test } from 'vitest'
import { useFolder } from '../../test/use-folder.ts'
import { QUOTAS } from '../tenancy/quotas/usual-quotas.ts'
import { readConfig } from './config.ts'
import { configRefusal } from './test/config-refusal.ts'

const KEY = 'a key that only tests use'
const shared = { DATABASE_URL: 'postgres://db/atrium', SECRET_KEY: KEY }

const folder = useFolder()

describe('settings', () => {
  test('none is needed', () => {
    expect(readConfig({ DATA_DIR: join(folder, 'plain') })).toMatchObject({
      port: 8787,
      host: '127.0.0.1',
      base_url: null,
      database_url: null,
      role: 'all',
      log_level: 'info',
      rate_limits: new Map(),
      staff_email_domains: [],
      outbound_allow: [],
      outbound_ca_file: null,
      webhook_retry_seconds: [5, 60, 300, 1800, 7200],
      webhook_timeout_seconds: 15,
      language_model: null,
      llm_base_url: null,
      llm_model: null,
      llm_api_key: null,
      llm_prices: { input: 0, output: 0 },
      mail: 'outbox',
      mail_from: 'Atrium <atrium@localhost>',
      trust_proxy: false,
      metrics_token: null,
      browser_path: null,
      browsers: 2,
      ...{ git_forge: 'local', git_forge_account: null, coding_sessions: 2 },
      coding_limits: { maxTokens: 2_000_000, maxCostMicros: null },
    })
  })

  test('quotas can be turned off', () => {
    expect(readConfig({ ...shared, QUOTAS: 'off' }).quotas).toBe(null)
  })

  test('each is read', () => {
    const [certificate = ''] = rootCertificates
    writeFileSync(join(folder, 'ca.pem'), certificate)
    const config = readConfig({
      ...shared,
      PORT: '0',
      HOST: '::',
      BASE_URL: 'https://atrium.example.com/',
      DATA_DIR: 'some/where',
      ROLE: 'worker',
      LOG_LEVEL: 'debug',
      RATE_LIMITS: 'folders.tree=600, folders.change = 7',
      STAFF_EMAIL_DOMAINS: 'Example.com, staff.example.org,',
      OUTBOUND_ALLOW: '10.0.0.0/8, ::1,',
      OUTBOUND_CA_FILE: join(folder, 'ca.pem'),
      WEBHOOK_RETRY_SECONDS: '0.5, 60',
      WEBHOOK_TIMEOUT_SECONDS: '2.5',
      LANGUAGE_MODEL: 'openai-compatible',
      LLM_BASE_URL: 'http://127.0.0.1:11434/v1/',
      LLM_MODEL: 'llama',
      LLM_API_KEY: 'k',
      LLM_PRICES: 'output=0.6, input=12',
      MAIL: 'smtps://ada:hush@mail.example.com',
      MAIL_FROM: 'Engines <engines@example.com>',
      FILE_STORAGE: 's3',
      FILES_PER_APP_MIB: '3',
      FILES_URL: 'https://files.example.net/',
      SITES_URL: 'https://*.sites.example.net/',
      S3_ENDPOINT: 'https://s3.example.com/',
      S3_BUCKET: 'engines',
      S3_REGION: 'eu-test-1',
      S3_ACCESS_KEY_ID: 'id',
      S3_SECRET_ACCESS_KEY: 'hush',
      FUNCTION_HOSTS: 'api.example.com, *.Example.org',
      FUNCTION_LIMITS: 'seconds=5',
      REALTIME_LIMITS: 'sockets=5, rooms_per_socket=7',
      RECORD_HISTORY_DAYS: '7',
      QUOTAS: 'app.records=5, workspace.record_bytes = 7',
      PAYMENTS: 'stripe',
      STRIPE_SECRET_KEY: 'sk_test_hush',
      STRIPE_BASE_URL: 'https://stripe.example.com/',
      AD_PLATFORM: 'google',
      GOOGLE_ADS_CLIENT_ID: 'engines.apps.example.com',
      GOOGLE_ADS_CLIENT_SECRET: 'hush',
      GOOGLE_ADS_REFRESH_TOKEN: '1//hush',
      GOOGLE_ADS_MANAGER_ID: '123-456-7890',
      GOOGLE_ADS_DEVELOPER_TOKEN: 'd',
      GOOGLE_ADS_BASE_URL: 'https://ads.example.com/v27/',
      GOOGLE_ADS_TOKEN_URL: 'https://ads.example.com/token',
      GOOGLE_ADS_UTC_ZONE: 'Atlantic/Reykjavik',
      PLATFORM_NAMES: 'App Forge, appforge.example,',
      ADVISORY_SOURCE: 'registry',
      ADVISORY_REGISTRY_URL: 'https://packages.example.com/npm/',
      BROWSER_PATH: ' /opt/chromium/chrome ',
      BROWSERS: '4',
      GIT_FORGE: 'gitea',
      GIT_FORGE_URL: 'https://git.example.com/forge/',
      GIT_FORGE_TOKEN: 't',
      CODING_SESSIONS: '0',
      CODING_LIMITS: 'tokens=5, cost=1.5',
      BACKUP_DIR: 'back/up',
      BACKUP_EVERY: '6h',
      BACKUP_KEEP: '14d',
      BACKUP_VERIFY: 'off',
      BACKUP_KEY: 'sixteen characters',
      BACKUP_LOG_SECONDS: '30',
      NEW_WORKSPACE_CREDITS: '70',
      TRUST_PROXY: 'on',
      METRICS_TOKEN: 'm',
    })
    expect(config).toEqual({
      port: 0,
      host: '::',
      base_url: 'https://atrium.example.com',
      data_dir: resolve('some/where'),
      database_url: 'postgres://db/atrium',
      role: 'worker',
      secret_key: KEY,
      log_level: 'debug',
      rate_limits: new Map([
        ['folders.tree', 600],
        ['folders.change', 7],
      ]),
      staff_email_domains: ['example.com', 'staff.example.org'],
      outbound_allow: ['10.0.0.0/8', '::1'],
      outbound_ca_file: join(folder, 'ca.pem'),
      webhook_retry_seconds: [0.5, 60],
      webhook_timeout_seconds: 2.5,
      language_model: 'openai-compatible',
      llm_base_url: 'http://127.0.0.1:11434/v1',
      llm_model: 'llama',
      llm_api_key: 'k',
      llm_prices: { input: 12, output: 0.6 },
      mail: 'smtps://ada:hush@mail.example.com',
      mail_from: 'Engines <engines@example.com>',
      files_per_app_bytes: 3 * 1024 ** 2,
      files_url: 'https://files.example.net',
      sites_url: 'https://*.sites.example.net',
      s3: {
        endpoint: 'https://s3.example.com',
        bucket: 'engines',
        region: 'eu-test-1',
        accessKeyId: 'id',
        secretAccessKey: 'hush',
      },
      stripe: { baseUrl: 'https://stripe.example.com', secretKey: 'sk_test_hush' },
      google_ads: {
        baseUrl: 'https://ads.example.com/v27',
        tokenUrl: 'https://ads.example.com/token',
        clientId: 'engines.apps.example.com',
        clientSecret: 'hush',
        refreshToken: '1//hush',
        managerId: '1234567890',
        developerToken: 'd',
        utcZone: 'Atlantic/Reykjavik',
      },
      platform_names: ['App Forge', 'appforge.example'],
      advisory_source: { kind: 'registry', registryUrl: 'https://packages.example.com/npm' },
      browser_path: '/opt/chromium/chrome',
      browsers: 4,
      git_forge: 'gitea',
      git_forge_account: { base_url: 'https://git.example.com/forge', token: 't' },
      coding_sessions: 0,
      coding_limits: { maxTokens: 5, maxCostMicros: 1_500_000 },
      function_hosts: ['api.example.com', '*.example.org'],
      function_limits: { seconds: 5, memory_mb: 256, processes: 64, processes_per_app: 8 },
      realtime_limits: {
        sockets: 5,
        sockets_per_app: 10_000,
        sockets_per_address: 1_000,
        rooms_per_socket: 7,
        joins_per_minute: 120,
      },
      record_history_days: 7,
      quotas: { ...QUOTAS, 'app.records': 5, 'workspace.record_bytes': 7 },
      backups: {
        place: { folder: resolve('back/up') },
        cron: '41 */6 * * *',
        verifyCron: null,
        keep: { days: 14 },
        passphrase: 'sixteen characters',
        logSeconds: 30,
      },
      new_workspace_credits: 70,
      trust_proxy: true,
      metrics_token: 'm',
    })
    expect(Object.isFrozen(config)).toBe(true)
  })

  test('mail comes from where the server is, unless set otherwise', () => {
    const BASE_URL = 'https://atrium.example.com:8443/below'
    expect(readConfig({ ...shared, BASE_URL }).mail_from).toBe('Atrium <atrium@atrium.example.com>')
    expect(readConfig({ ...shared, MAIL_FROM: 'plain@example.com' }).mail_from).toBe('plain@example.com')
  })

  test('files lie in DATA_DIR, or in a bucket whose every part is named', () => {
    expect(readConfig(shared)).toMatchObject({ s3: null, files_per_app_bytes: 10 * 1024 ** 3 })
    const bucket = {
      FILE_STORAGE: 's3',
      S3_ENDPOINT: 'http://minio:9000/',
      S3_BUCKET: 'atrium-files',
      S3_ACCESS_KEY_ID: 'id',
      S3_SECRET_ACCESS_KEY: 'hush',
    }
    expect(readConfig({ ...shared, ...bucket }).s3).toMatchObject({
      endpoint: 'http://minio:9000',
      region: 'us-east-1',
    })
    for (const name of ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const) {
      expect(configRefusal({ ...shared, ...bucket, [name]: '' })).toBe(`FILE_STORAGE=s3 needs ${name}.`)
    }
  })

  test('no waits between attempts mean one attempt only', () => {
    for (const WEBHOOK_RETRY_SECONDS of ['', ' ']) {
      expect(readConfig({ ...shared, WEBHOOK_RETRY_SECONDS }).webhook_retry_seconds).toEqual([])
    }
  })

  test('a node may run no browser at all', () => {
    expect(readConfig({ ...shared, BROWSERS: '0' }).browsers).toBe(0)
  })

  test('an address and a name are enough for a language model, and another choice passes them by', () => {
    const address = { LLM_BASE_URL: 'http://127.0.0.1:11434/v1', LLM_MODEL: 'llama' }
    expect(readConfig({ ...shared, ...address })).toMatchObject({ language_model: null, llm_model: 'llama' })
    expect(
      readConfig({ ...shared, LLM_BASE_URL: address.LLM_BASE_URL, LANGUAGE_MODEL: 'none' }),
    ).toMatchObject({ language_model: 'none' })
  })

  test('blanks around a value do not count, and a blank value is none', () => {
    expect(
      readConfig({ ...shared, PORT: ' 80\r', ROLE: '  ', HOST: '', RATE_LIMITS: ' off ' }),
    ).toMatchObject({
      port: 80,
      role: 'all',
      host: '127.0.0.1',
      rate_limits: 'off',
    })
  })
})

describe('payments', () => {
  test('need no provider, and a provider needs its key', () => {
    expect(readConfig(shared).stripe).toBeNull()
    expect(readConfig({ ...shared, STRIPE_SECRET_KEY: 'sk_test_1' }).stripe).toBeNull()
    expect(readConfig({ ...shared, PAYMENTS: 'stripe', STRIPE_SECRET_KEY: 'rk_live_1' }).stripe).toEqual({
      baseUrl: 'https://api.stripe.com',
      secretKey: 'rk_live_1',
    })
    expect(configRefusal({ ...shared, PAYMENTS: 'stripe' })).toBe('PAYMENTS=stripe needs STRIPE_SECRET_KEY.')
  })
})

describe('sites', () => {
  test('have a host that is neither that of the server nor that of its files', () => {
    const BASE_URL = 'https://atrium.example.com'
    const FILES_URL = 'https://files.example.com'
    const at = (SITES_URL: string) => ({ ...shared, BASE_URL, FILES_URL, SITES_URL })
    for (const taken of [
      'https://atrium.example.com:8443',
      'https://files.example.com:8443',
      // Below it lie those that have a host each.
      'https://*.example.com',
      'https://*.files.example.com',
    ])
      expect(configRefusal(at(taken)), taken).toContain('sites need one of their own')
    for (const free of ['https://example.com', 'https://sites.example.com', 'https://*.sites.example.com'])
      expect(readConfig(at(free)).sites_url).toBe(free)
  })
})

describe('backups', () => {
  const bucket = {
    BACKUP_S3_ENDPOINT: 'http://minio:9000/',
    BACKUP_S3_BUCKET: 'atrium-backups',
    BACKUP_S3_ACCESS_KEY_ID: 'id',
    BACKUP_S3_SECRET_ACCESS_KEY: 'hush',
  }
  const backupsOf = (env: object) => readConfig({ ...shared, ...env }).backups

  test('are taken nowhere unless it is said where, once a day, and a week of them stays', () => {
    expect(backupsOf({})).toEqual({
      ...{ place: null, cron: '41 2 * * *', verifyCron: '17 5 * * 0', keep: { count: 7 } },
      ...{ passphrase: null, logSeconds: 60 },
    })
  })

  test('go to a bucket whose every part is named, or to a folder, not to both', () => {
    const { place } = backupsOf(bucket)
    expect(place).toMatchObject({ s3: { endpoint: 'http://minio:9000', region: 'us-east-1' } })
    for (const name of Object.keys(bucket))
      expect(configRefusal({ ...shared, ...bucket, [name]: '' })).toBe(
        `Backups on an S3-compatible server need ${name}.`,
      )
    expect(configRefusal({ ...shared, ...bucket, BACKUP_DIR: 'back/up' })).toContain('not both')
  })

  test.each([
    ['1h', '41 */1 * * *'],
    ['24h', '41 2 * * *'],
    ['30 2 * * 1', '30 2 * * 1'],
  ])('are taken every %s', (BACKUP_EVERY, cron) => {
    expect(backupsOf({ BACKUP_EVERY }).cron).toBe(cron)
  })

  test.each(['25h', '0 0 31 2 *'])('are not taken every %s', (BACKUP_EVERY) => {
    expect(configRefusal({ ...shared, BACKUP_EVERY })).toContain('BACKUP_EVERY')
  })

  test('stay by count or by days', () => {
    expect(backupsOf({ BACKUP_KEEP: '14' }).keep).toEqual({ count: 14 })
    expect(backupsOf({ BACKUP_KEEP: '1d' }).keep).toEqual({ days: 1 })
  })
})
