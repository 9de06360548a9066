import { migrate } from '../src/platform/database/migrate.ts'
import { type Database, openDatabase } from '../src/platform/database/open.ts'
import { createLog } from '../src/platform/log.ts'
import { testPostgres } from './postgres.ts'

export interface TestDatabase extends Database {
  connection: string
}

/** A database of its own without a table; `close` removes it. */
export async function emptyDatabase(options: { maxConnections?: number } = {}): Promise<TestDatabase> {
  const { connection, stop } = await testPostgres()
  const database = openDatabase({ connection, log: createLog('silent'), ...options })
  return {
    ...database,
    connection,
    async close() {
      await database.close()
      await stop()
    },
  }
}

/** The same with all tables and no rows. */
export async function migratedDatabase(): Promise<TestDatabase> {
  const database = await emptyDatabase()
  const folder = new URL('../migrations/', import.meta.url)
  await migrate({ pool: database.pool, folder, log: createLog('silent') })
  return database
}
