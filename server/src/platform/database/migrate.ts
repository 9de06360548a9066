/** Brings the schema of the database up to the files of this program. Forward only. */
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import type { Log } from '../log.ts'
import { type Migration, readMigrations } from './migration-files.ts'
import { allowSilence } from './silence.ts'

/** Safe when several nodes start at once: one works, the others wait for it. */
export async function migrate(options: {
  pool: pg.Pool
  folder: URL | string
  log: Log
}): Promise<{ applied: string[] }> {
  const { pool, folder, log } = options
  const files = await readMigrations(folder)
  if (pendingOf(files, await readApplied(pool)).length === 0) return { applied: [] }

  const client = await pool.connect()
  try {
    allowSilence(client)
    await lock(client, log)
    await client.query(CREATE_TABLE)
    const pending = pendingOf(files, await readApplied(client))
    for (const migration of pending) {
      await apply(client, migration)
      log.info({ migration: migration.name }, 'migration applied')
    }
    return { applied: pending.map(({ name }) => name) }
  } finally {
    // Ends the session, and with it the lock and whatever a file has set.
    client.release(true)
  }
}

/** What `migrate` would apply; throws when the database is newer than the program. */
export async function listPending({
  pool,
  folder,
}: {
  pool: pg.Pool
  folder: URL | string
}): Promise<string[]> {
  return pendingOf(await readMigrations(folder), await readApplied(pool)).map(({ name }) => name)
}

interface Applied {
  name: string
  checksum: string
}

const CREATE_TABLE = `
  create table if not exists schema_migrations (
    name text primary key,
    checksum text not null,
    applied_at timestamptz not null default now()
  )`

const LOCK_KEY = 0x61747269 // any number that nothing else locks
const LONGEST_WAIT_MS = 120_000
const UNDEFINED_TABLE = '42P01'

async function readApplied(client: pg.Pool | pg.PoolClient): Promise<Applied[]> {
  try {
    const { rows } = await client.query<Applied>('select name, checksum from schema_migrations order by name')
    return rows
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === UNDEFINED_TABLE) return []
    throw error
  }
}

/** What is still to do; throws when files and database cannot belong together. */
function pendingOf(files: readonly Migration[], applied: readonly Applied[]): Migration[] {
  const fileByName = new Map(files.map((file) => [file.name, file]))
  for (const { name, checksum } of applied) {
    const file = fileByName.get(name)
    if (!file) {
      throw new Error(
        `The database has the migration ${name}, which this program does not know: ` +
          'the database is newer than the program. Start a version of Atrium that has it.',
      )
    }
    if (file.checksum !== checksum) {
      throw new Error(
        `The migration ${name} was changed after it was applied to this database. ` +
          'Restore the file, and put the change into a new migration.',
      )
    }
  }
  const newest = applied.at(-1)?.name ?? ''
  const done = new Set(applied.map(({ name }) => name))
  const pending = files.filter(({ name }) => !done.has(name))
  const late = pending.find(({ name }) => name < newest)
  if (late) {
    throw new Error(
      `The migration ${late.name} comes before ${newest}, which is already applied. ` +
        'Give it the next free number.',
    )
  }
  return pending
}

/** Asked again and again instead of waited for: a waiting statement would run into its time limit. */
async function lock(client: pg.PoolClient, log: Log): Promise<void> {
  const giveUpAt = performance.now() + LONGEST_WAIT_MS
  for (let tried = 0; ; tried++) {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as is_ours', [LOCK_KEY])
    if (rows[0].is_ours) return
    if (performance.now() > giveUpAt) {
      throw new Error(
        `Another node has been migrating the database for more than ${LONGEST_WAIT_MS / 1000} seconds. ` +
          'Look at its log; when it has ended or is stuck, stop it and start this one again.',
      )
    }
    if (tried === 0) log.info({}, 'waiting for another node that is migrating the database')
    await wait(100)
  }
}

async function apply(client: pg.PoolClient, { name, checksum, text }: Migration): Promise<void> {
  try {
    await client.query('begin; set local statement_timeout = 0')
    await client.query(text)
    await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum])
    await client.query('commit')
  } catch (cause) {
    // The session ends with this error, and the transaction with it.
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new Error(`The migration ${name} failed${lineOf(cause, text)}: ${reason}`, { cause })
  }
}

/** PostgreSQL counts characters from 1. */
function lineOf(error: unknown, text: string): string {
  const position = error instanceof Error && 'position' in error ? Number(error.position) : 0
  return position > 0
    ? ` at line ${
        [...text]
          .slice(0, position - 1)
          .join('')
          .split('\n').length
      }`
    : ''
}
