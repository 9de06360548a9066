/** The settings of where files of apps lie. */
import { ConfigError } from './config-error.ts'

export const fileSettings = {
  FILE_STORAGE: {
    default: 'local',
    meaning:
      'Where the files of apps lie: `local` (in DATA_DIR/uploads, which several nodes must share) or `s3`',
  },
  FILES_PER_APP_MIB: {
    default: '10240',
    meaning: 'How much room the files of one app may take together, in MiB',
  },
  FILES_URL: {
    default: '',
    meaning:
      'Address of files where they have an origin of their own, such as `https://files.example.net`; its host is not that of BASE_URL and leads to this server too',
  },
  S3_ENDPOINT: {
    default: '',
    meaning: 'Address of the S3-compatible server, such as `https://s3.example.com` or `http://minio:9000`',
  },
  S3_BUCKET: {
    default: '',
    meaning: 'The bucket, by path; it must exist, and nobody but Atrium needs to reach it',
  },
  S3_REGION: { default: 'us-east-1', meaning: 'Its region; many servers take any' },
  S3_ACCESS_KEY_ID: { default: '', meaning: 'Who signs the requests' },
  S3_SECRET_ACCESS_KEY: { default: '', meaning: 'The secret to sign them with' },
} as const

export interface FileSettings {
  files_per_app_bytes: number
  /** Null: files are read at the public address. */
  files_url: string | null
  /** Null: files lie in DATA_DIR. */
  s3: S3Settings | null
}

export interface S3Settings {
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

type Read = (name: keyof typeof fileSettings) => string | null

export function readFileSettings(read: Read, baseUrl: string): FileSettings {
  const kind = read('FILE_STORAGE') ?? fileSettings.FILE_STORAGE.default
  if (kind !== 'local' && kind !== 's3') {
    throw new ConfigError(`FILE_STORAGE=${kind} is not known; use one of local, s3.`)
  }
  const mebibytes = read('FILES_PER_APP_MIB') ?? fileSettings.FILES_PER_APP_MIB.default
  if (!/^\d{1,9}$/.test(mebibytes) || Number(mebibytes) === 0) {
    throw new ConfigError(`FILES_PER_APP_MIB=${mebibytes} is not a whole number from 1 to 999999999.`)
  }
  const endpoint = s3Address(read('S3_ENDPOINT'))
  const bucket = s3Bucket(read('S3_BUCKET'))
  const s3 = kind === 'local' ? null : s3Settings(read, endpoint, bucket)
  const files_url = filesOrigin(read('FILES_URL'), baseUrl)
  return { files_per_app_bytes: Number(mebibytes) * 1024 * 1024, files_url, s3 }
}

function filesOrigin(text: string | null, baseUrl: string): string | null {
  if (text === null) return null
  const parsed = URL.parse(text)
  if (!parsed || !/^https?:$/.test(parsed.protocol) || parsed.href !== `${parsed.origin}/`) {
    // Never repeated: it may hold a password.
    throw new ConfigError('FILES_URL is not an http or https address with nothing behind its host and port.')
  }
  // Another port would not do: browsers send cookies to every port of a host.
  if (parsed.hostname === URL.parse(baseUrl)?.hostname) {
    throw new ConfigError(
      `FILES_URL=${text} has the host of the public address; files need one of their own.`,
    )
  }
  return parsed.origin
}

function s3Settings(read: Read, endpoint: string | null, bucket: string | null): S3Settings {
  const required = (name: Parameters<Read>[0], value: string | null): string => {
    if (value === null) throw new ConfigError(`FILE_STORAGE=s3 needs ${name}.`)
    return value
  }
  return {
    endpoint: required('S3_ENDPOINT', endpoint),
    bucket: required('S3_BUCKET', bucket),
    region: read('S3_REGION') ?? fileSettings.S3_REGION.default,
    accessKeyId: required('S3_ACCESS_KEY_ID', read('S3_ACCESS_KEY_ID')),
    secretAccessKey: required('S3_SECRET_ACCESS_KEY', read('S3_SECRET_ACCESS_KEY')),
  }
}

function s3Address(text: string | null): string | null {
  if (text === null) return null
  const parsed = URL.parse(text)
  // Never repeated: it may hold a password, which belongs into S3_SECRET_ACCESS_KEY.
  if (!parsed || !/^https?:$/.test(parsed.protocol) || parsed.username !== '' || parsed.password !== '') {
    throw new ConfigError('S3_ENDPOINT is not an http or https address without a name or password in it.')
  }
  return text.replace(/\/+$/, '')
}

function s3Bucket(text: string | null): string | null {
  if (text !== null && !/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(text)) {
    throw new ConfigError(`S3_BUCKET=${text} is not the name of a bucket.`)
  }
  return text
}
