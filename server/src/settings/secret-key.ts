/** The key that signs and encrypts: as it was set, or one of our own that is kept in DATA_DIR. */
import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from './config-error.ts'

export function readSecretKey(text: string | null, dataDir: string, databaseUrl: string | null): string {
  return secretKey(text) ?? keptSecretKey(dataDir, databaseUrl)
}

function secretKey(text: string | null): string | null {
  if (text === null) return null
  const keys = text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
  if (keys.length === 0 || keys.some((key) => key.length < SHORTEST_KEY)) {
    throw new ConfigError(
      `SECRET_KEY is too short; each key needs ${SHORTEST_KEY} characters or more. ${MAKE_A_KEY}`,
    )
  }
  return keys.join(',')
}

const SHORTEST_KEY = 16
const MAKE_A_KEY = 'Make one with `openssl rand -base64 32`.'

function keptSecretKey(dataDir: string, databaseUrl: string | null): string {
  if (databaseUrl !== null) {
    throw new ConfigError(`SECRET_KEY is required with DATABASE_URL, the same on every node. ${MAKE_A_KEY}`)
  }
  const path = join(dataDir, 'secret.key')
  const kept = useFolder(dataDir, () => {
    if (!existsSync(path)) {
      requireNoData(dataDir, `${path} is missing`)
      makeKeyFile(dataDir, path)
    }
    return readFileSync(path, 'utf8').trim()
  })
  if (kept.length < SHORTEST_KEY) {
    requireNoData(dataDir, `${path} holds no key`)
    throw new ConfigError(
      `${path} holds no key; put it back from a backup, or remove the file to get a new key.`,
    )
  }
  return kept
}

/** A new key would open nothing of what an older one has encrypted there. */
function requireNoData(dataDir: string, fault: string): void {
  if (!existsSync(join(dataDir, CLUSTER, 'PG_VERSION'))) return
  throw new ConfigError(
    `${fault}, and the database in ${dataDir} was encrypted with one. Put the file back from a backup, or ` +
      'set SECRET_KEY to what it held. Nothing was changed. If that key is lost for good, put a new one into the ' +
      'file (`openssl rand -base64 32`) and run: npm run atrium -- key accept',
  )
}

/** Where the embedded database lies. */
const CLUSTER = 'postgres'

/** Written aside and linked: the key appears whole or not at all, and of two starts at once both read the same. */
function makeKeyFile(dataDir: string, path: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const draft = `${path}.${randomBytes(6).toString('hex')}`
  try {
    writeFileSync(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' })
    linkSync(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

function useFolder<T>(dataDir: string, work: () => T): T {
  try {
    return work()
  } catch (cause) {
    if (cause instanceof ConfigError) throw cause
    throw new ConfigError(
      `DATA_DIR ${dataDir} cannot be used (${(cause as Error).message}); make it readable and writable for this user, or set DATA_DIR.`,
      { cause },
    )
  }
}
