/** What `atrium login` keeps between commands: one address and the session for it. */
import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { isRecord } from '../errors.ts'

export interface Credentials {
  url: string
  token: string
}

export type Environment = Readonly<Record<string, string | undefined>>

export function credentialsFile(env: Environment): string {
  return join(env.XDG_CONFIG_HOME || join(env.HOME || homedir(), '.config'), 'atrium', 'credentials.json')
}

export async function findCredentials(env: Environment): Promise<Credentials | null> {
  const file = credentialsFile(env)
  const text = await readFile(file, 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (text === null) return null
  const stored = parse(text)
  if (!stored) throw new Error(`${file} does not hold credentials; delete it and run atrium login.`)
  return stored
}

/** Written next to and renamed, so that the file is never half there nor readable by others. */
export async function saveCredentials(env: Environment, { url, token }: Credentials): Promise<void> {
  const file = credentialsFile(env)
  const draft = `${file}.${process.pid}`
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  await writeFile(draft, `${JSON.stringify({ url, token }, null, 2)}\n`, { mode: 0o600 })
  await chmod(draft, 0o600)
  await rename(draft, file)
}

export async function deleteCredentials(env: Environment): Promise<void> {
  await rm(credentialsFile(env), { force: true })
}

function parse(text: string): Credentials | null {
  try {
    const stored: unknown = JSON.parse(text)
    const isComplete = isRecord(stored) && typeof stored.url === 'string' && typeof stored.token === 'string'
    return isComplete ? { url: String(stored.url), token: String(stored.token) } : null
  } catch {
    return null
  }
}
