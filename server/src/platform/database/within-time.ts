import { sql } from 'kysely'
import { refuse } from '../errors.ts'
import type { Db, Tx } from './db.ts'
import { databaseFailure } from './failures.ts'

/** Reads whose cost the caller chooses: what takes longer is ended by the server and refused. */
export async function withinTime<T>(db: Db, ms: number, work: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await db
      .transaction()
      .setAccessMode('read only')
      .execute(async (tx) => {
        await sql`select set_config('statement_timeout', ${String(ms)}, true)`.execute(tx)
        return work(tx)
      })
  } catch (error) {
    throw databaseFailure(error) === 'timeout' ? refuse('query_too_slow', { cause: error }) : error
  }
}
