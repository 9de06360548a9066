/** Where backups go, how often, and how many stay. */
import { resolve } from 'node:path'
import { nextTime } from '../platform/time/cron.ts'
import { ConfigError } from './config-error.ts'
import type { S3Settings } from './files.ts'

export const backupSettings = {
  BACKUP_DIR: {
    default: '',
    meaning:
      'Folder for backups, best on another disk; with it, or with BACKUP_S3_BUCKET, backups are taken by themselves',
  },
  BACKUP_EVERY: {
    default: '24h',
    meaning: 'How often: hours such as `6h`, or five fields of cron in UTC such as `30 2 * * *`',
  },
  BACKUP_KEEP: {
    default: '7',
    meaning:
      'How many backups stay, such as `7`, or for how long, such as `30d`; the newest always stays, and so do the newest complete one and the newest that was verified',
  },
  BACKUP_VERIFY: {
    default: '17 5 * * 0',
    meaning:
      'When the newest backup is restored into a temporary folder and counted: five fields of cron in UTC, or `off`',
  },
  BACKUP_KEY: {
    default: '',
    meaning: 'Passphrase of 16 characters or more that encrypts backups; without it none can be read again',
  },
  BACKUP_LOG_SECONDS: {
    default: '60',
    meaning:
      'At most so much is lost with the disk: how often the log of the embedded database is copied; 0 = never',
  },
  BACKUP_S3_ENDPOINT: {
    default: '',
    meaning: 'Address of an S3-compatible server for backups, in place of BACKUP_DIR',
  },
  BACKUP_S3_BUCKET: { default: '', meaning: 'Its bucket for backups, by path; it must exist' },
  BACKUP_S3_REGION: { default: 'us-east-1', meaning: 'Its region; many servers take any' },
  BACKUP_S3_ACCESS_KEY_ID: { default: '', meaning: 'Who signs the requests for backups' },
  BACKUP_S3_SECRET_ACCESS_KEY: { default: '', meaning: 'The secret to sign them with' },
} as const

export interface BackupSettings {
  backups: BackupConfig
}

export interface BackupConfig {
  /** Null: none are taken by themselves. */
  place: { folder: string } | { s3: S3Settings } | null
  /** Five fields, UTC. */
  cron: string
  /** Null: none is verified by itself. */
  verifyCron: string | null
  keep: { count: number } | { days: number }
  passphrase: string | null
  logSeconds: number
}

type Read = (name: keyof typeof backupSettings) => string | null

export function readBackupSettings(read: Read): BackupSettings {
  const passphrase = read('BACKUP_KEY')
  if (passphrase !== null && passphrase.length < SHORTEST_KEY) {
    throw new ConfigError(`BACKUP_KEY is too short; it needs ${SHORTEST_KEY} characters or more.`)
  }
  return {
    backups: {
      place: placeOf(read),
      cron: cronOf(read('BACKUP_EVERY') ?? backupSettings.BACKUP_EVERY.default),
      verifyCron: verifyCronOf(read('BACKUP_VERIFY') ?? backupSettings.BACKUP_VERIFY.default),
      keep: retentionOf(read('BACKUP_KEEP') ?? backupSettings.BACKUP_KEEP.default),
      passphrase,
      logSeconds: secondsOf(read('BACKUP_LOG_SECONDS') ?? backupSettings.BACKUP_LOG_SECONDS.default),
    },
  }
}

const SHORTEST_KEY = 16

function placeOf(read: Read): BackupConfig['place'] {
  const folder = read('BACKUP_DIR')
  const bucket = read('BACKUP_S3_BUCKET')
  const endpoint = read('BACKUP_S3_ENDPOINT')
  if (bucket === null && endpoint === null) return folder === null ? null : { folder: resolve(folder) }
  if (folder !== null) throw new ConfigError('Set BACKUP_DIR or BACKUP_S3_BUCKET, not both.')
  if (bucket !== null && !/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket)) {
    throw new ConfigError(`BACKUP_S3_BUCKET=${bucket} is not the name of a bucket.`)
  }
  const required = (name: Parameters<Read>[0]): string => {
    const value = read(name)
    if (value === null) throw new ConfigError(`Backups on an S3-compatible server need ${name}.`)
    return value
  }
  const parsed = URL.parse(required('BACKUP_S3_ENDPOINT'))
  // Never repeated: it may hold a password.
  if (!parsed || !/^https?:$/.test(parsed.protocol) || parsed.username !== '' || parsed.password !== '') {
    throw new ConfigError(
      'BACKUP_S3_ENDPOINT is not an http or https address without a name or password in it.',
    )
  }
  const s3 = {
    endpoint: required('BACKUP_S3_ENDPOINT').replace(/\/+$/, ''),
    bucket: required('BACKUP_S3_BUCKET'),
    region: read('BACKUP_S3_REGION') ?? backupSettings.BACKUP_S3_REGION.default,
    accessKeyId: required('BACKUP_S3_ACCESS_KEY_ID'),
    secretAccessKey: required('BACKUP_S3_SECRET_ACCESS_KEY'),
  }
  return { s3 }
}

function cronOf(text: string): string {
  const hours = Number(/^(\d{1,3})h$/.exec(text)?.[1] ?? Number.NaN)
  if (hours >= 1 && hours <= 24) return hours === 24 ? '41 2 * * *' : `41 */${hours} * * *`
  if (!isCron(text)) {
    throw new ConfigError(
      `BACKUP_EVERY=${text} is neither 1h to 24h nor five fields of cron such as 30 2 * * *.`,
    )
  }
  return text
}

function verifyCronOf(text: string): string | null {
  if (text === 'off') return null
  if (isCron(text)) return text
  throw new ConfigError(`BACKUP_VERIFY=${text} is neither off nor five fields of cron such as 17 5 * * 0.`)
}

function isCron(text: string): boolean {
  return text.trim().split(/\s+/).length === 5 && nextTime(text, undefined, new Date()) !== null
}

function retentionOf(text: string): BackupConfig['keep'] {
  const [, number = '', unit] = /^(\d{1,4})(d?)$/.exec(text) ?? []
  if (!(Number(number) >= 1)) {
    throw new ConfigError(`BACKUP_KEEP=${text} is neither a count such as 7 nor days such as 30d.`)
  }
  return unit === 'd' ? { days: Number(number) } : { count: Number(number) }
}

function secondsOf(text: string): number {
  if (!/^\d{1,5}$/.test(text)) {
    throw new ConfigError(`BACKUP_LOG_SECONDS=${text} is not a whole number of seconds.`)
  }
  return Number(text)
}
