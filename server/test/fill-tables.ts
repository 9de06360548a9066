import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Db } from '../src/platform/database/db.ts'

/** Fills large tables on a connection of its own: the server ends a statement of its own after half a minute. */
export async function fillTables(databaseUrl: string, fill: (db: Db) => Promise<unknown>): Promise<void> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 })
  const db: Db = new Kysely<object>({ dialect: new PostgresDialect({ pool }) })
  try {
    await fill(db)
  } finally {
    await db.destroy()
    if (!pool.ending) await pool.end()
  }
}
