/** What `atrium login` keeps between commands: an address and a session for each profile. */
import { chmod, mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { isRecord } from '../errors.ts'
import { didYouMean, UsageError } from './usage.ts'

export interface Credentials {
  url: string
  token: string
  /** Who signed in there, for the list. */
  email: string | null
}

/** What the file holds. */
export interface Profiles {
  /** The name of the one that is used when none is named. */
  current: string
  byName: ReadonlyMap<string, Credentials>
}

export type Environment = Readonly<Record<string, string | undefined>>

export const DEFAULT_PROFILE = 'default'

export function credentialsFile(env: Environment): string {
  return join(env.XDG_CONFIG_HOME || join(env.HOME || homedir(), '.config'), 'atrium', 'credentials.json')
}

export async function readProfiles(env: Environment): Promise<Profiles> {
  const file = credentialsFile(env)
  const text = await readFile(file, 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (text === null) return { current: DEFAULT_PROFILE, byName: new Map() }
  const stored = parse(text)
  if (!stored) throw new Error(`${file} does not hold credentials; delete it and run atrium login.`)
  return stored
}

/** The profile that was named, or the current one; null when there is none yet. */
export async function findCredentials(env: Environment, named?: string): Promise<Credentials | null> {
  const { byName, current } = await readProfiles(env)
  const found = byName.get(named ?? current)
  if (found) return found
  if (named !== undefined) throw unknownProfile(named, byName)
  return null
}

export function unknownProfile(name: string, byName: Profiles['byName']): UsageError {
  const known = [...byName.keys()]
  const hint =
    didYouMean(name, known) ||
    (known.length > 0 ? ` Known: ${known.join(', ')}.` : ` Run atrium login --profile ${name}.`)
  return new UsageError(`There is no profile "${name}".${hint}`)
}

export function requireName(name: string): string {
  if (NAME.test(name)) return name
  throw new UsageError(
    `"${name}" is no name for a profile: letters, digits, dots and dashes, at most 64, a letter or digit first.`,
  )
}

const NAME = /^[A-Za-z0-9][\w.-]{0,63}$/

/** One change at a time: two logins at once must not lose each other's. */
export async function changeProfiles(
  env: Environment,
  change: (profiles: Profiles) => Profiles,
): Promise<void> {
  const file = credentialsFile(env)
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const unlock = await lock(`${file}.lock`)
  try {
    const { current, byName } = change(await readProfiles(env))
    if (byName.size === 0) return await rm(file, { force: true })
    await write(file, { current, profiles: Object.fromEntries(byName) })
  } finally {
    await unlock()
  }
}

/** Written next to and renamed, so that the file is never half there nor readable by others. */
async function write(file: string, content: object): Promise<void> {
  const draft = `${file}.${process.pid}`
  await writeFile(draft, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 })
  await chmod(draft, 0o600)
  await rename(draft, file)
}

/** Changes take milliseconds: an older lock was left by a process that was killed. */
const STALE_MS = 5_000

async function lock(path: string): Promise<() => Promise<void>> {
  for (;;) {
    const taken = await open(path, 'wx', 0o600).catch((error) => {
      if (error.code === 'EEXIST') return null
      throw error
    })
    if (taken) {
      await taken.close()
      return () => rm(path, { force: true })
    }
    const age = Date.now() - ((await stat(path).catch(() => null))?.mtimeMs ?? Date.now())
    if (age > STALE_MS) await rm(path, { force: true })
    else await pause(20)
  }
}

function parse(text: string): Profiles | null {
  try {
    const stored: unknown = JSON.parse(text)
    if (!isRecord(stored)) return null
    // As it was before there were profiles.
    const before = credentialsIn(stored)
    if (before) return { current: DEFAULT_PROFILE, byName: new Map([[DEFAULT_PROFILE, before]]) }
    if (!isRecord(stored.profiles)) return null
    const byName = new Map<string, Credentials>()
    for (const [name, each] of Object.entries(stored.profiles)) {
      const credentials = isRecord(each) ? credentialsIn(each) : null
      if (!credentials || !NAME.test(name)) return null
      byName.set(name, credentials)
    }
    return { current: typeof stored.current === 'string' ? stored.current : DEFAULT_PROFILE, byName }
  } catch {
    return null
  }
}

function credentialsIn({ url, token, email }: Record<string, unknown>): Credentials | null {
  if (typeof url !== 'string' || typeof token !== 'string') return null
  return { url, token, email: typeof email === 'string' ? email : null }
}
