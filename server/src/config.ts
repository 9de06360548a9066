import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { allOperations } from '@atrium/contract'
import { LOG_LEVELS, type LogLevel } from './platform/log.ts'

/** Every setting: its default and what it means. The docs and .env.example are held against this. */
export const settings = {
  PORT: { default: '8787', meaning: 'Port on which the server listens; 0 takes any free one' },
  HOST: { default: '127.0.0.1', meaning: 'Address on which the server listens' },
  BASE_URL: { default: 'http://HOST:PORT', meaning: 'Public address, used in links and cookies' },
  DATA_DIR: { default: './data', meaning: 'Holds the PostgreSQL that Atrium runs, and generated keys' },
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
  TRUST_PROXY: {
    default: 'off',
    meaning: '`on` behind a reverse proxy: take the caller’s address from the last entry of X-Forwarded-For',
  },
  METRICS_TOKEN: { default: '', meaning: 'Bearer for /metrics from elsewhere than loopback' },
} as const

export type SettingName = keyof typeof settings

export interface Config {
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
  trust_proxy: boolean
  metrics_token: string | null
}

/** The environment as one frozen object; a bad value stops the start with a sentence that names it. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Readonly<Config> {
  const read = (name: SettingName) => env[name]?.trim() || null
  const data_dir = resolve(read('DATA_DIR') ?? settings.DATA_DIR.default)
  const database_url = read('DATABASE_URL')
  return Object.freeze({
    port: whole('PORT', read('PORT') ?? settings.PORT.default, 65_535),
    host: read('HOST') ?? settings.HOST.default,
    base_url: url('BASE_URL', read('BASE_URL')),
    data_dir,
    database_url: postgresUrl(database_url),
    role: word('ROLE', read('ROLE') ?? settings.ROLE.default, ['all', 'api', 'worker'] as const),
    secret_key: secretKey(read('SECRET_KEY')) ?? keptSecretKey(data_dir, database_url),
    log_level: word('LOG_LEVEL', read('LOG_LEVEL') ?? settings.LOG_LEVEL.default, LOG_LEVELS),
    rate_limits: limits(read('RATE_LIMITS') ?? settings.RATE_LIMITS.default),
    staff_email_domains: domains(read('STAFF_EMAIL_DOMAINS')),
    trust_proxy:
      word('TRUST_PROXY', read('TRUST_PROXY') ?? settings.TRUST_PROXY.default, ['on', 'off'] as const) ===
      'on',
    metrics_token: read('METRICS_TOKEN'),
  })
}

/** A setting that cannot be used; the message names it and the remedy. */
export class ConfigError extends Error {}

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

function url(name: SettingName, text: string | null): string | null {
  if (text === null) return null
  if (!URL.canParse(text) || !/^https?:/.test(text)) {
    throw new ConfigError(`${name}=${text} is not an http or https address.`)
  }
  return text.replace(/\/+$/, '')
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
  const known = new Set(allOperations.flatMap(({ name, limit }) => [name, limit?.group ?? name]))
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

function secretKey(text: string | null): string | null {
  if (text === null) return null
  const keys = list(text)
  if (keys.length === 0 || keys.some((key) => key.length < SHORTEST_KEY)) {
    throw new ConfigError(
      `SECRET_KEY is too short; each key needs ${SHORTEST_KEY} characters or more. ${MAKE_A_KEY}`,
    )
  }
  return keys.join(',')
}

const SHORTEST_KEY = 16
const MAKE_A_KEY = 'Make one with `openssl rand -base64 32`.'

function list(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
}

function keptSecretKey(dataDir: string, databaseUrl: string | null): string {
  if (databaseUrl !== null) {
    throw new ConfigError(`SECRET_KEY is required with DATABASE_URL, the same on every node. ${MAKE_A_KEY}`)
  }
  const path = join(dataDir, 'secret.key')
  const kept = useFolder(dataDir, () => {
    if (!existsSync(path)) makeKeyFile(dataDir, path)
    return readFileSync(path, 'utf8').trim()
  })
  if (kept.length < SHORTEST_KEY) {
    throw new ConfigError(
      `${path} holds no key; put it back from a backup, or remove the file to get a new key.`,
    )
  }
  return kept
}

/** Written aside and linked: the key appears whole or not at all, and of two starts at once both read the same. */
function makeKeyFile(dataDir: string, path: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const draft = `${path}.${randomBytes(6).toString('hex')}`
  writeFileSync(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' })
  try {
    linkSync(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft)
  }
}

function useFolder<T>(dataDir: string, work: () => T): T {
  try {
    return work()
  } catch (cause) {
    throw new ConfigError(
      `DATA_DIR ${dataDir} cannot be used (${(cause as Error).message}); make it readable and writable for this user, or set DATA_DIR.`,
    )
  }
}
