import { randomBytes } from 'node:crypto'
import { lchown, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Log } from '../log.ts'
import { type PostgresBinaries, program } from './postgres-binaries.ts'
import { type Account, runAs } from './run-as.ts'

/**
 * Makes the database files once. All is done in a folder next to, which gets its name when it is complete: a
 * kill on the way leaves nothing that looks like a database.
 */
export async function createCluster(options: {
  cluster: string
  database: string
  user: string
  binaries: PostgresBinaries
  account: Account
  durable: 'on' | 'off'
  log: Log
}): Promise<void> {
  const { cluster, database, user, binaries, account, durable, log } = options
  if (await isThere(join(cluster, 'PG_VERSION'))) return
  log.info({ folder: cluster }, 'making the database, once')
  await removeAbandoned(cluster)

  const draft = `${cluster}.new-${randomBytes(4).toString('hex')}`
  await mkdir(draft, { mode: 0o700 })
  try {
    if (process.getuid?.() === 0) await lchown(draft, account.owner.uid, account.owner.gid)
    const syncing = durable === 'on' ? [] : ['--no-sync']
    await runAs(account, program(binaries, 'initdb'), [
      '-D',
      draft,
      '-U',
      user,
      ...LOCALE,
      ...ACCESS,
      ...syncing,
    ])
    await createDatabase(account, program(binaries, 'postgres'), draft, database, durable)
    await rename(draft, cluster)
  } catch (cause) {
    await rm(draft, { recursive: true, force: true })
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new Error(`The database could not be made in ${cluster}: ${reason}`, { cause })
  }
  if (durable === 'on') await syncFolder(dirname(cluster))
}

/** The same order of text on every system, however its own locales are. */
const LOCALE = ['-E', 'UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']

/** Anyone who can reach the socket is let in: the folder of the socket is the guard. */
const ACCESS = ['--auth=trust', '--no-instructions']

async function createDatabase(
  account: Account,
  postgres: string,
  folder: string,
  database: string,
  durable: 'on' | 'off',
): Promise<void> {
  const args = ['--single', '-D', folder, '-c', `fsync=${durable}`, 'postgres']
  const said = await runAs(account, postgres, args, `CREATE DATABASE ${database}\n`)
  // The single-user server goes on after an error and ends well.
  if (said.includes('ERROR:')) throw new Error(said.trim())
}

async function isThere(path: string): Promise<boolean> {
  try {
    await stat(path)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false
    throw error
  }
}

async function removeAbandoned(cluster: string): Promise<void> {
  const parent = dirname(cluster)
  for (const name of await readdir(parent)) {
    if (!name.startsWith(`${basename(cluster)}.new-`)) continue
    await rm(join(parent, name), { recursive: true, force: true, maxRetries: 5 })
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
