import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { allOperations, anonymousLimitOf } from '@atrium/contract'
import { LOG_LEVELS, type LogLevel } from '../platform/log.ts'
import { createAddressRules } from '../ports/outbound-http/address-rules.ts'
import { type AdPlatformSettings, adPlatformSettings, readAdPlatformSettings } from './ad-platform.ts'
import { type AdvisorySettings, advisorySettings, readAdvisorySettings } from './advisories.ts'
import { type BackupSettings, backupSettings, readBackupSettings } from './backups.ts'
import { type BrowserSettings, browserSettings, readBrowserSettings } from './browser.ts'
import { type CodingConfig, codingSettings, readCodingSettings } from './coding.ts'
import { ConfigError } from './config-error.ts'
import { type FileSettings, fileSettings, readFileSettings } from './files.ts'
import { type FunctionSettings, functionSettings, readFunctionSettings } from './functions.ts'
import {
  type LanguageModelSettings,
  languageModelSettings,
  readLanguageModelSettings,
} from './language-model.ts'
import {
  type NewWorkspaceSettings,
  newWorkspaceSettings,
  readNewWorkspaceSettings,
} from './new-workspaces.ts'
import { type PaymentSettings, paymentSettings, readPaymentSettings } from './payments.ts'
import {
  type PlatformNameSettings,
  platformNameSettings,
  readPlatformNameSettings,
} from './platform-names.ts'
import { type QuotaSettings, quotaSettings, readQuotaSettings } from './quotas.ts'
import { type RealtimeSettings, readRealtimeSettings, realtimeSettings } from './realtime.ts'
import { type RecordSettings, readRecordSettings, recordSettings } from './records.ts'
import { readSecretKey } from './secret-key.ts'
import { readSiteSettings, type SiteSettings, siteSettings } from './sites.ts'

/** Every setting: its default and what it means. The docs and .env.example are held against this. */
export const settings = {
  PORT: { default: '8787', meaning: 'Port on which the server listens; 0 takes any free one' },
  HOST: { default: '127.0.0.1', meaning: 'Address on which the server listens' },
  BASE_URL: { default: 'http://HOST:PORT', meaning: 'Public address, used in links and cookies' },
  DATA_DIR: {
    default: './data',
    meaning: 'Holds the PostgreSQL that Atrium runs, generated keys, and files of apps',
  },
  DATABASE_URL: {
    default: '',
    meaning: 'A PostgreSQL address that many nodes may share; without it Atrium runs its own in DATA_DIR',
  },
  ROLE: { default: 'all', meaning: '`all`, `api` (no background work) or `worker` (no API)' },
  SECRET_KEY: {
    default: 'made on first start, kept in DATA_DIR',
    meaning:
      'Signs cursors and encrypts secrets at rest; comma list: the first signs and encrypts, all verify and decrypt. Required with DATABASE_URL',
  },
  LOG_LEVEL: { default: 'info', meaning: LOG_LEVELS.map((level) => `\`${level}\``).join(', ') },
  RATE_LIMITS: {
    default: 'on',
    meaning:
      '`on`, `off` (for load tests), or a list such as `folders.tree=600,tokens.list=60` of limits per minute',
  },
  STAFF_EMAIL_DOMAINS: {
    default: '',
    meaning: 'Comma list; active guests of these domains are not listed as members',
  },
  OUTBOUND_ALLOW: {
    default: '',
    meaning:
      'Comma list of address ranges such as `10.0.0.0/8` that may be called although they are not public; a name passes when all its addresses do',
  },
  OUTBOUND_CA_FILE: {
    default: '',
    meaning: 'Further certificate authorities (PEM) for calls to other servers',
  },
  WEBHOOK_RETRY_SECONDS: {
    default: '5,60,300,1800,7200',
    meaning: 'Seconds to wait after each failed attempt of a delivery; empty = one attempt only',
  },
  WEBHOOK_TIMEOUT_SECONDS: {
    default: '15',
    meaning: 'How long the endpoint of a webhook may take to answer',
  },
  ...languageModelSettings,
  MAIL: {
    default: 'outbox',
    meaning:
      '`outbox` (mails stay in the workspace, where its admins read them) or a mail server, such as `smtps://user:password@mail.example.com`',
  },
  MAIL_FROM: { default: 'Atrium <atrium@host of BASE_URL>', meaning: 'The sender of mails' },
  ...fileSettings,
  ...backupSettings,
  ...functionSettings,
  ...siteSettings,
  ...realtimeSettings,
  ...recordSettings,
  ...quotaSettings,
  ...newWorkspaceSettings,
  ...paymentSettings,
  ...adPlatformSettings,
  ...platformNameSettings,
  ...advisorySettings,
  ...browserSettings,
  ...codingSettings,
  TRUST_PROXY: {
    default: 'off',
    meaning: '`on` behind a reverse proxy: take the caller’s address from the last entry of X-Forwarded-For',
  },
  METRICS_TOKEN: { default: '', meaning: 'Bearer for /metrics from elsewhere than loopback' },
} as const

export { ConfigError }
export type SettingName = keyof typeof settings

export interface Config
  extends AdPlatformSettings,
    AdvisorySettings,
    BackupSettings,
    BrowserSettings,
    CodingConfig,
    FileSettings,
    FunctionSettings,
    LanguageModelSettings,
    NewWorkspaceSettings,
    PaymentSettings,
    PlatformNameSettings,
    RealtimeSettings,
    RecordSettings,
    QuotaSettings,
    SiteSettings {
  port: number
  host: string
  base_url: string | null
  data_dir: string
  database_url: string | null
  role: 'all' | 'api' | 'worker'
  secret_key: string
  log_level: LogLevel
  rate_limits: 'off' | ReadonlyMap<string, number>
  staff_email_domains: readonly string[]
  outbound_allow: readonly string[]
  outbound_ca_file: string | null
  webhook_retry_seconds: readonly number[]
  webhook_timeout_seconds: number
  mail: string
  mail_from: string
  trust_proxy: boolean
  metrics_token: string | null
}

/** The environment as one frozen object; a bad value stops the start with a sentence that names it. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Readonly<Config> {
  const read = (name: SettingName) => env[name]?.trim() || null
  const data_dir = resolve(read('DATA_DIR') ?? settings.DATA_DIR.default)
  const database_url = read('DATABASE_URL')
  const host = read('HOST') ?? settings.HOST.default
  const base_url = url('BASE_URL', read('BASE_URL'))
  const baseUrl = base_url ?? `http://${host}`
  const files = readFileSettings(read, baseUrl)
  return Object.freeze({
    port: whole('PORT', read('PORT') ?? settings.PORT.default, 65_535),
    host,
    base_url,
    data_dir,
    database_url: postgresUrl(database_url),
    role: word('ROLE', read('ROLE') ?? settings.ROLE.default, ['all', 'api', 'worker'] as const),
    secret_key: readSecretKey(read('SECRET_KEY'), data_dir, database_url),
    log_level: word('LOG_LEVEL', read('LOG_LEVEL') ?? settings.LOG_LEVEL.default, LOG_LEVELS),
    rate_limits: limits(read('RATE_LIMITS') ?? settings.RATE_LIMITS.default),
    staff_email_domains: domains(read('STAFF_EMAIL_DOMAINS')),
    outbound_allow: ranges(read('OUTBOUND_ALLOW')),
    outbound_ca_file: certificates(read('OUTBOUND_CA_FILE')),
    webhook_retry_seconds: waits(env.WEBHOOK_RETRY_SECONDS ?? settings.WEBHOOK_RETRY_SECONDS.default),
    webhook_timeout_seconds: timeout(
      'WEBHOOK_TIMEOUT_SECONDS',
      read('WEBHOOK_TIMEOUT_SECONDS') ?? settings.WEBHOOK_TIMEOUT_SECONDS.default,
    ),
    ...readLanguageModelSettings(read),
    mail: mailAddress(read('MAIL') ?? settings.MAIL.default),
    mail_from: sender(read('MAIL_FROM'), read('BASE_URL')),
    ...files,
    ...readBackupSettings(read),
    ...readFunctionSettings(read('FUNCTION_HOSTS'), read('FUNCTION_LIMITS')),
    ...readSiteSettings(read('SITES_URL'), { baseUrl, filesUrl: files.files_url }),
    ...readRealtimeSettings(read('REALTIME_LIMITS')),
    ...readRecordSettings(read('RECORD_HISTORY_DAYS')),
    ...readQuotaSettings(read('QUOTAS')),
    ...readNewWorkspaceSettings(read('NEW_WORKSPACE_CREDITS')),
    ...readPaymentSettings(read),
    ...readAdPlatformSettings(read),
    ...readPlatformNameSettings(read('PLATFORM_NAMES')),
    ...readAdvisorySettings(read),
    ...readBrowserSettings(read('BROWSER_PATH'), read('BROWSERS')),
    ...readCodingSettings(read),
    trust_proxy:
      word('TRUST_PROXY', read('TRUST_PROXY') ?? settings.TRUST_PROXY.default, ['on', 'off'] as const) ===
      'on',
    metrics_token: read('METRICS_TOKEN'),
  })
}

function whole(name: SettingName, text: string, max: number): number {
  if (!/^\d{1,9}$/.test(text) || Number(text) > max) {
    throw new ConfigError(`${name}=${text} is not a whole number from 0 to ${max}.`)
  }
  return Number(text)
}

function word<const W extends readonly string[]>(name: SettingName, text: string, words: W): W[number] {
  if (!words.includes(text))
    throw new ConfigError(`${name}=${text} is not known; use one of ${words.join(', ')}.`)
  return text
}

function waits(text: string): number[] {
  if (text.trim() === '') return []
  return text.split(',').map((part) => {
    const seconds = Number(part.trim() || Number.NaN)
    if (!(seconds > 0 && seconds <= 7 * 24 * 3600)) {
      throw new ConfigError(`WEBHOOK_RETRY_SECONDS=${text} is not a list of seconds, such as 5,60,300.`)
    }
    return seconds
  })
}

function timeout(name: SettingName, text: string): number {
  const seconds = Number(text)
  if (!(seconds >= 0.1 && seconds <= 60)) {
    throw new ConfigError(`${name}=${text} is not a number of seconds from 0.1 to 60.`)
  }
  return seconds
}

function url(name: SettingName, text: string | null): string | null {
  if (text === null) return null
  if (!URL.canParse(text) || !/^https?:/.test(text)) {
    throw new ConfigError(`${name}=${text} is not an http or https address.`)
  }
  return text.replace(/\/+$/, '')
}

function ranges(text: string | null): string[] {
  const allow = list(text ?? '')
  try {
    createAddressRules({ allow, ownAddresses: () => [] })
  } catch (cause) {
    throw new ConfigError(`OUTBOUND_ALLOW: ${(cause as Error).message}`)
  }
  return allow
}

function certificates(path: string | null): string | null {
  if (path === null) return null
  try {
    new X509Certificate(readFileSync(path))
  } catch (cause) {
    throw new ConfigError(`OUTBOUND_CA_FILE=${path} cannot be used (${(cause as Error).message}).`)
  }
  return path
}

function mailAddress(text: string): string {
  if (text === 'outbox') return text
  const parsed = URL.parse(text)
  const isMailServer = parsed && /^smtps?:$/.test(parsed.protocol) && parsed.hostname !== ''
  if (!isMailServer || !isDecodable(parsed.username) || !isDecodable(parsed.password)) {
    // Never repeated: it may hold a password.
    throw new ConfigError(
      'MAIL is neither outbox nor an address such as smtps://user:password@mail.example.com.',
    )
  }
  return text
}

function isDecodable(text: string): boolean {
  return !/%(?![0-9a-f]{2})/i.test(text)
}

function sender(text: string | null, baseUrl: string | null): string {
  if (text === null) return `Atrium <atrium@${(baseUrl && URL.parse(baseUrl)?.hostname) || 'localhost'}>`
  if (!/^([^<>@\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(text)) {
    throw new ConfigError(`MAIL_FROM=${text} is not an email such as Atrium <atrium@example.com>.`)
  }
  return text
}

function postgresUrl(text: string | null): string | null {
  // Never repeated: it may hold a password.
  if (text !== null && !(/^postgres(ql)?:\/\//.test(text) && URL.canParse(text))) {
    throw new ConfigError('DATABASE_URL is not an address that starts with postgres:// or postgresql://.')
  }
  return text
}

function domains(text: string | null): string[] {
  const names = list(text ?? '').map((name) => name.toLowerCase())
  const wrong = names.find((name) => !/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(name))
  if (wrong !== undefined)
    throw new ConfigError(`STAFF_EMAIL_DOMAINS=${wrong} is not a domain such as example.com.`)
  return names
}

function limits(text: string): Config['rate_limits'] {
  if (text === 'off') return 'off'
  if (text === 'on') return new Map()
  const known = new Set(allOperations.flatMap((one) => [one.name, anonymousLimitOf(one)?.group ?? one.name]))
  return new Map(
    list(text).map((pair) => {
      const [operation = '', count = ''] = pair.split('=').map((part) => part.trim())
      if (!known.has(operation)) {
        throw new ConfigError(
          `RATE_LIMITS=${pair} names no operation; use on, off or a list such as folders.tree=600.`,
        )
      }
      return [operation, whole('RATE_LIMITS', count, 1_000_000)]
    }),
  )
}

function list(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
}
