import { migrate } from '../src/platform/database/migrate.ts'
import { type Database, openDatabase } from '../src/platform/database/open.ts'
import { createLog } from '../src/platform/log.ts'
import { testPostgres } from './postgres.ts'

export interface MigratedDatabase extends Database {
  connection: string
}

/** A database of its own with all tables and no rows; `close` removes it. */
export async function migratedDatabase(): Promise<MigratedDatabase> {
  const log = createLog('silent')
  const postgres = await testPostgres()
  const database = openDatabase({ connection: postgres.connection, log })
  await migrate({ pool: database.pool, folder: new URL('../migrations/', import.meta.url), log })
  return {
    ...database,
    connection: postgres.connection,
    async close() {
      await database.close()
      await postgres.stop()
    },
  }
}
