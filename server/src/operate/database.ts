import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { type EmbeddedPostgres, startEmbedded } from '../platform/database/embedded.ts'
import { findLive } from '../platform/database/find-live.ts'
import { FolderInUse } from '../platform/database/folder-lock.ts'
import { listPending, migrate } from '../platform/database/migrate.ts'
import { type Database, openDatabase, SERVER_NAME } from '../platform/database/open.ts'
import type { Connection } from '../platform/database/postmaster.ts'
import type { Log } from '../platform/log.ts'
import type { Config } from '../settings/config.ts'
import { OperatorError } from './command.ts'

export interface OperatorDatabase extends Database {
  connection: string | Connection
  /** A server works on it now: it is neither stopped nor migrated by us. */
  is_running: boolean
  /** The command was interrupted: ends what we started, and waits for no statement. */
  abandon(): Promise<void>
}

const MIGRATIONS = new URL('../../migrations/', import.meta.url)

/** The same database as the server's: that of a running one as it is, else one that is brought up to date. */
export async function openForOperator(
  config: Pick<Config, 'data_dir' | 'database_url'>,
  log: Log,
): Promise<OperatorDatabase> {
  const { connection, embedded } = config.database_url
    ? { connection: config.database_url, embedded: null }
    : await joinOrStart(config.data_dir, log)
  const database = openDatabase({ connection, maxConnections: 4, name: OPERATOR_NAME, log })
  const abandon = async () => embedded?.stop()
  const close = async () => {
    await database.close()
    await abandon()
  }
  try {
    const is_running =
      embedded === null && (config.database_url === null || (await hasServers(database.pool)))
    if (is_running) await requireSameVersion(database.pool)
    else await migrate({ pool: database.pool, folder: MIGRATIONS, log })
    return { ...database, connection, is_running, close, abandon }
  } catch (error) {
    await close()
    throw error
  }
}

/** A command that was called in another folder must not make an installation there. */
export async function requireInstallation({
  data_dir,
  database_url,
}: Pick<Config, 'data_dir' | 'database_url'>): Promise<void> {
  if (database_url !== null) return
  const isThere = await access(join(data_dir, 'postgres', 'PG_VERSION')).then(
    () => true,
    (error) => error.code !== 'ENOENT',
  )
  if (isThere) return
  throw new OperatorError(
    `There is no installation in ${data_dir}. Call this in the folder of Atrium, or set DATA_DIR.`,
  )
}

/** A server holds the folder while it starts and stops, when its database does not answer: that is waited for. */
async function joinOrStart(
  dataDir: string,
  log: Log,
): Promise<{ connection: Connection; embedded: EmbeddedPostgres | null }> {
  const giveUpAt = performance.now() + LONGEST_START_MS
  for (;;) {
    const live = await findLive(dataDir)
    if (live !== null) return { connection: live, embedded: null }
    try {
      const embedded = await startEmbedded({ dataDir, log, by: 'operator' })
      return { connection: embedded.connection, embedded }
    } catch (error) {
      if (!(error instanceof FolderInUse) || performance.now() > giveUpAt) throw error
      await wait(LOOK_MS)
    }
  }
}

const LONGEST_START_MS = 60_000
/** A server that has just started applies its migrations at once. */
const LONGEST_MIGRATION_MS = 15_000
const LOOK_MS = 200

const OPERATOR_NAME = `${SERVER_NAME} operator`

/** All connections of a server are called so; the one for notifications is always there. */
async function hasServers(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query(
    `select from pg_stat_activity
      where datname = current_database() and starts_with(application_name, $1) and application_name <> $2 limit 1`,
    [SERVER_NAME, OPERATOR_NAME],
  )
  return rows.length > 0
}

async function requireSameVersion(pool: pg.Pool): Promise<void> {
  const giveUpAt = performance.now() + LONGEST_MIGRATION_MS
  for (;;) {
    const [first] = await listPending({ pool, folder: MIGRATIONS })
    if (first === undefined) return
    if (performance.now() > giveUpAt) {
      throw new Error(
        `The Atrium that runs is of another version than this command: its database has no migration ${first}. ` +
          'Use the command of that version, or start the server again with this one.',
      )
    }
    await wait(LOOK_MS)
  }
}
