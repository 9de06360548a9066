import { startEmbedded } from '../platform/database/embedded.ts'
import { findLive } from '../platform/database/find-live.ts'
import { migrate } from '../platform/database/migrate.ts'
import { type Database, openDatabase } from '../platform/database/open.ts'
import type { Connection } from '../platform/database/postmaster.ts'
import type { Log } from '../platform/log.ts'
import type { Config } from '../settings/config.ts'

/** The same database as the server's, brought up to date; that of a running server through its socket. */
export async function openForOperator(
  config: Pick<Config, 'data_dir' | 'database_url'>,
  log: Log,
): Promise<Database & { connection: string | Connection }> {
  const live = config.database_url ?? (await findLive(config.data_dir))
  const embedded = live === null ? await startEmbedded({ dataDir: config.data_dir, log }) : null
  const connection = live ?? embedded?.connection ?? ''
  const database = openDatabase({ connection, maxConnections: 4, log })
  const close = async () => {
    await database.close()
    await embedded?.stop()
  }
  try {
    await migrate({ pool: database.pool, folder: new URL('../../migrations/', import.meta.url), log })
    return { ...database, connection, close }
  } catch (error) {
    await close()
    throw error
  }
}
