/**
 * A copy of the files of a running PostgreSQL, by its own functions for that: between `start` and `stop` it keeps all
 * that is needed to repair what was copied in the middle of a change.
 */
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import type { Connection } from '../database/postmaster.ts'
import { ShownFault } from './backup-fault.ts'
import { countRows } from './count-rows.ts'

export interface BackupSession {
  client: pg.Client
  /** From now on files may be copied. */
  start(): Promise<void>
  /** What must be added to the files; they stand for the moment of this call. */
  stop(): Promise<Stopped>
  /** Ends the session, and with it whatever the server did for it, also after a failure. */
  end(): Promise<void>
}

export interface Stopped {
  start_lsn: string
  stop_lsn: string
  first_file: string
  last_file: string
  backup_label: string
  tablespace_map: string
  rows: Map<string, [number, number] | null>
}

/** Throws when another one is being taken. */
export async function openSession(connection: string | Connection): Promise<BackupSession> {
  const client = new pg.Client({
    ...(typeof connection === 'string' ? { connectionString: connection } : connection),
    application_name: 'atrium backup',
    statement_timeout: 0,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  })
  client.on('error', () => {}) // whatever is asked next fails then
  await client.connect()
  try {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as is_ours', [LOCK_KEY])
    if (!rows[0].is_ours) throw new ShownFault('Another backup is being taken; wait until it is complete.')
  } catch (error) {
    await client.end()
    throw error
  }
  let start_lsn = ''
  let first_file = ''
  return {
    client,
    async start() {
      // Holds back the log from now on. It goes with this session, so one that is killed leaves nothing behind.
      const slot = `atrium_backup_${randomBytes(6).toString('hex')}`
      await client.query('select pg_create_physical_replication_slot($1, true, true)', [slot])
      const { rows } = await client.query(`
        select lsn::text, pg_walfile_name(lsn) as file from pg_backup_start('atrium backup', fast => true) as lsn`)
      start_lsn = rows[0].lsn
      first_file = rows[0].file
    },
    async stop() {
      const before = await countRows(client)
      // Waits for no archive: what is needed is copied next.
      const { rows } = await client.query(`
        select lsn::text, pg_walfile_name(lsn) as file, labelfile, spcmapfile
        from pg_backup_stop(wait_for_archive => false)`)
      const after = await countRows(client)
      const { lsn, file, labelfile, spcmapfile } = rows[0]
      return {
        start_lsn,
        stop_lsn: lsn,
        first_file,
        last_file: file,
        backup_label: labelfile,
        tablespace_map: spcmapfile ?? '',
        rows: bothCounts(before, after),
      }
    },
    end: () => client.end(),
  }
}

const LOCK_KEY = 0x62616b75 // any number that nothing else locks

/** True while a backup is being taken, by anyone. */
export const IS_RUNNING = `
  exists (select from pg_locks where locktype = 'advisory' and classid = 0 and objid = ${LOCK_KEY}
    and database = (select oid from pg_database where datname = current_database()))`

export function bothCounts(
  before: ReadonlyMap<string, number | null>,
  after: ReadonlyMap<string, number | null>,
): Map<string, [number, number] | null> {
  const both = [...before].map(([name, first]) => {
    const second = after.get(name) ?? null
    const pair: [number, number] | null = first === null || second === null ? null : [first, second]
    return [name, pair] as const
  })
  return new Map(both)
}
