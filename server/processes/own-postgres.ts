/** A PostgreSQL that is not ours, as operators have one: with its own `pg_dump`, on a machine that has it installed. */
import { execFile, execFileSync } from 'node:child_process'
import { chmod, chown, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { onTestFinished } from 'vitest'

/** The oldest that docs/self-hosting.md promises. */
const OLDEST = 15
const NOBODY = 65_534

/** The folder of the newest one's programs, if there is one. */
export async function findPostgres(): Promise<string | null> {
  const versions = await readdir('/usr/lib/postgresql').catch(() => [])
  const newest = Math.max(...versions.map(Number).filter((version) => version >= OLDEST))
  if (!Number.isFinite(newest)) return null
  const programs = `/usr/lib/postgresql/${newest}/bin`
  const names = await readdir(programs)
  const isWhole = ['initdb', 'pg_ctl', 'pg_dump', 'pg_restore'].every((name) => names.includes(name))
  return isWhole ? programs : null
}

/** Gone when the test ends. Returns the address of a new database by its name. */
export async function startPostgres(programs: string): Promise<(name: string) => Promise<string>> {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-own-postgres-'))
  // PostgreSQL refuses to run as root.
  const account = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}
  if (account.uid !== undefined) await chown(folder, account.uid, account.gid)
  await chmod(folder, 0o755)
  const data = join(folder, 'data')
  const run = (program: string, ...args: string[]) =>
    promisify(execFile)(join(programs, program), args, { ...account, cwd: folder })
  await run('initdb', '-D', data, '-U', 'atrium', '--auth=trust', '--encoding=UTF8', '--no-sync')
  const options = `-c listen_addresses= -c fsync=off -k ${folder}`
  onTestFinished(async () => {
    execFileSync(join(programs, 'pg_ctl'), ['-D', data, '-m', 'immediate', 'stop'], {
      ...account,
      cwd: folder,
      stdio: 'ignore',
    })
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  })
  await run('pg_ctl', '-D', data, '-o', options, '-l', join(folder, 'log'), '-w', 'start')
  // With a password, so that it goes the way that a real one goes.
  const addressOf = (name: string) =>
    `postgres://atrium:not%3Aneeded@localhost/${name}?host=${encodeURIComponent(folder)}`
  return async (name) => {
    const client = new pg.Client(addressOf('postgres'))
    await client.connect()
    await client.query(`create database ${pg.escapeIdentifier(name)}`)
    await client.end()
    return addressOf(name)
  }
}
