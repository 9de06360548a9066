import { sql } from 'kysely'
import type { Db } from './db.ts'
import { NOTIFICATIONS_NAME } from './listen.ts'

export interface ServerState {
  version: string
  bytes: number
  /** Processes whose connection for notifications is there, as far as our account may see them. */
  nodes: number
  clock_ahead_ms: number
}

/** What the database says of itself, without reading a table. */
export async function readServerState(db: Db): Promise<ServerState> {
  const before = Date.now()
  const { rows } = await sql<Omit<ServerState, 'clock_ahead_ms'> & { now: Date }>`
    select split_part(current_setting('server_version'), ' ', 1) as version,
           pg_database_size(current_database()) as bytes,
           (select count(*)::int from pg_stat_activity
             where datname = current_database() and application_name = ${NOTIFICATIONS_NAME}) as nodes,
           clock_timestamp() as now`.execute(db)
  const [row] = rows
  if (!row) throw new Error('the database did not say how it is')
  const { now, ...state } = row
  // Between the moments at which we asked and heard.
  return { ...state, clock_ahead_ms: now.getTime() - (before + Date.now()) / 2 }
}
