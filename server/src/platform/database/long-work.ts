import { Kysely, PostgresDialect, sql } from 'kysely'
import type pg from 'pg'
import type { Log } from '../log.ts'
import type { Db } from './db.ts'
import { allowSilence } from './silence.ts'

/** Runs work on one connection of its own, which is closed behind it. Ended when the signal says so. */
export type LongWork = <T>(signal: AbortSignal, work: (db: Db) => Promise<T>) => Promise<T>

/** For statements that may take hours: everywhere else they are ended after half a minute. */
export function createLongWork(pool: pg.Pool, log: Log): LongWork {
  return async (signal, work) => {
    const client = await pool.connect()
    allowSilence(client)
    const db = onOneConnection(client)
    let end = () => {}
    try {
      const { rows } = await sql<{ pid: number }>`
        select pg_backend_pid() as pid, set_config('statement_timeout', '0', false)`.execute(db)
      end = () => {
        pool.query('select pg_cancel_backend($1)', [rows[0]?.pid]).catch((error: unknown) => {
          log.warn({ err: error }, 'a long statement could not be ended')
        })
      }
      signal.addEventListener('abort', end)
      signal.throwIfAborted()
      return await work(db)
    } finally {
      signal.removeEventListener('abort', end)
      // Ends the session, and with it its locks and settings.
      client.release(true)
    }
  }
}

function onOneConnection(client: pg.PoolClient): Db {
  const connection = { query: client.query.bind(client), release() {} }
  const pool = { connect: async () => connection, end: async () => {} }
  // Kysely asks no more of a pool than this.
  return new Kysely<object>({ dialect: new PostgresDialect({ pool: pool as unknown as pg.Pool }) })
}
