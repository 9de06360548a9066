import { startEmbedded } from '../platform/database/embedded.ts'
import { migrate } from '../platform/database/migrate.ts'
import { type Database, openDatabase } from '../platform/database/open.ts'
import type { Log } from '../platform/log.ts'
import type { Config } from '../settings/config.ts'

/** The same database as the server's, brought up to date. An embedded one serves one process at a time. */
export async function openForOperator(
  config: Pick<Config, 'data_dir' | 'database_url'>,
  log: Log,
): Promise<Database> {
  const embedded = config.database_url ? null : await startEmbedded({ dataDir: config.data_dir, log })
  const connection = config.database_url ?? embedded?.connection ?? ''
  const database = openDatabase({ connection, maxConnections: 4, log })
  const close = async () => {
    await database.close()
    await embedded?.stop()
  }
  try {
    await migrate({ pool: database.pool, folder: new URL('../../migrations/', import.meta.url), log })
    return { ...database, close }
  } catch (error) {
    await close()
    throw error
  }
}
