/** A database that somebody else runs is dumped and brought back by PostgreSQL's own programs. */
import { execFile, spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type pg from 'pg'
import type { Log } from '../log.ts'
import { BackupFault, ShownFault } from './backup-fault.ts'

type Program = 'pg_dump' | 'pg_restore'

export interface Dump {
  folder: string
  name: string
  remove(): Promise<void>
}

export async function dumpDatabase(address: string, client: pg.Client, log: Log): Promise<Dump> {
  await requireProgram('pg_dump', await serverMajor(client))
  const folder = await mkdtemp(join(tmpdir(), 'atrium-dump-'))
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    log.info({}, 'pg_dump writes the database')
    await runProgram('pg_dump', address, [
      '--format=custom',
      '--no-owner',
      '--no-privileges',
      '--file',
      join(folder, NAME),
    ])
    return { folder, name: NAME, remove }
  } catch (error) {
    await remove()
    throw error
  }
}

/** Into an empty database. */
export async function restoreDump(address: string, client: pg.Client, path: string): Promise<void> {
  await requireProgram('pg_restore', await serverMajor(client))
  await runProgram('pg_restore', address, [
    '--no-owner',
    '--no-privileges',
    '--exit-on-error',
    '--single-transaction',
    path,
  ])
}

const NAME = 'database.dump'

async function serverMajor(client: pg.Client): Promise<number> {
  const { rows } = await client.query(`select current_setting('server_version_num')::int / 10000 as major`)
  return rows[0].major
}

/** An older program cannot read a newer database. */
export async function requireProgram(program: Program, serverVersion: number): Promise<void> {
  const said = await promisify(execFile)(program, ['--version']).catch(() => null)
  if (said === null) {
    throw new ShownFault(
      `${program} is not on the PATH. Install the PostgreSQL client programs of version ${serverVersion} or newer.`,
    )
  }
  const major = Number(/(\d+)(\.\d+)*/.exec(said.stdout)?.[1] ?? 0)
  if (major < serverVersion) {
    throw new ShownFault(
      `${program} has version ${major}, and the database ${serverVersion}. Put ${program} of version ${serverVersion} or newer first on the PATH.`,
    )
  }
}

/** The password goes by a file: the command line can be seen by everybody on the machine. */
async function runProgram(program: Program, address: string, args: readonly string[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-pass-'))
  try {
    const url = await withPassFile(address, join(folder, 'pass'))
    const child = spawn(program, [...args, `--dbname=${url}`, '--no-password'], {
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let said = ''
    child.stderr.on('data', (data) => {
      said = (said + data).slice(-2_000)
    })
    const { promise, resolve, reject } = Promise.withResolvers<number | null>()
    child.once('error', reject)
    child.once('close', resolve)
    const code = await promise
    if (code !== 0) throw new BackupFault(`${program} failed: ${said.trim().split('\n').at(-1) ?? code}`)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function withPassFile(address: string, path: string): Promise<string> {
  const url = new URL(address)
  if (url.password !== '') {
    const password = decodeURIComponent(url.password).replaceAll(/[\\:]/g, '\\$&')
    await writeFile(path, `*:*:*:*:${password}\n`, { mode: 0o600, flag: 'wx' })
    url.password = ''
    url.searchParams.set('passfile', path)
  }
  return url.href
}
