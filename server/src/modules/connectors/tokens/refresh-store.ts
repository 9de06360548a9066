import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'
import { type ConnectionRow, connections } from '../tables.ts'

/** Longer than a refresh takes, so that nobody starts a second one next to it. */
export const LEASE_SECONDS = 30

/** A connection, and what the clock of the database says: those of nodes may be wrong. */
export interface SeenConnection extends ConnectionRow {
  now: Date
  /** Somebody refreshes it. */
  is_claimed: boolean
}

export interface ClaimedConnection extends ConnectionRow {
  refresh_claim: string
  now: Date
}

/** Why a connection is claimed: its time has come, or the service refused the token in these credentials. */
export type Wanted = { kind: 'due' } | { kind: 'refused'; credentials: string }

export interface DueConnection {
  id: string
  workspace_id: string
}

const COLUMNS = sql.raw(connections.columns())
// As precise as the times of JavaScript, which it is compared with.
const NOW = sql<Date>`date_trunc('milliseconds', now())`
const IS_DUE = sql<boolean>`(c.status = 'active' and c.refresh_at <= now()
  and (c.refresh_claimed_until is null or c.refresh_claimed_until <= now()))`

export const refreshStore = (db: Db) => ({
  async find(id: string): Promise<SeenConnection | undefined> {
    const { rows } = await sql<SeenConnection>`
      select ${COLUMNS}, ${NOW} as now,
             coalesce(refresh_claim is not null and refresh_claimed_until > now(), false) as is_claimed
        from connections where id = ${id}`.execute(db)
    return rows[0]
  },
  /** The types of connectors that have due ones, the longest due first. */
  async listDueTypes(): Promise<string[]> {
    const { rows } = await sql<{ integration_type: string }>`
      select integration_type from connections c where ${IS_DUE}
       group by integration_type order by min(refresh_at)`.execute(db)
    return rows.map(({ integration_type }) => integration_type)
  },
  /** Those whose time has come and that nobody refreshes, the longest due first. */
  async listDue(integrationType: string, limit: number): Promise<DueConnection[]> {
    const { rows } = await sql<DueConnection>`
      select c.id, a.workspace_id
        from connections c join apps a on a.id = c.app_id and a.deleted_at is null
       where ${IS_DUE} and c.integration_type = ${integrationType}
       order by c.refresh_at limit ${limit}`.execute(db)
    return rows
  },
  /** Undefined when somebody else was faster, when it was tried in vain just now, or when there is nothing to do. */
  async claim(id: string, claim: string, wanted: Wanted): Promise<ClaimedConnection | undefined> {
    const { rows } = await sql<ClaimedConnection>`
      update connections
         set refresh_claim = ${claim}, refresh_claimed_until = now() + make_interval(secs => ${LEASE_SECONDS})
       where id = ${id} and status = 'active' and credentials is not null
         and (refresh_claimed_until is null or refresh_claimed_until <= now())
         and ${isWanted(wanted)}
      returning ${COLUMNS}, ${NOW} as now`.execute(db)
    return rows[0]
  },
  /** Undefined when the claim is somebody else's by now, or the connection was ended or made again. */
  async lock(id: string, claim: string): Promise<ClaimedConnection | undefined> {
    const { rows } = await sql<ClaimedConnection>`
      select ${COLUMNS}, ${NOW} as now from connections
       where id = ${id} and refresh_claim = ${claim} and status = 'active' and credentials is not null
         for update`.execute(db)
    return rows[0]
  },
  async storeTokens(
    id: string,
    stored: Pick<ConnectionRow, 'scopes' | 'captured' | 'token_expires_at' | 'refresh_at'> & {
      credentials: string
      quiet_until: Date
    },
  ): Promise<void> {
    const { scopes, captured, credentials, token_expires_at, refresh_at, quiet_until } = stored
    await sql`
      update connections
         set credentials = ${credentials}, scopes = ${scopes}, captured = ${JSON.stringify(captured)}::jsonb,
             token_expires_at = ${token_expires_at}, refresh_at = ${refresh_at}, refresh_failures = 0,
             refresh_failing_since = null, last_error = null, refresh_claim = null,
             refresh_claimed_until = ${quiet_until}, updated_date = ${NOW}
       where id = ${id}`.execute(db)
  },
  /** It is tried again then. */
  async storeFailure(
    id: string,
    failure: Pick<ConnectionRow, 'refresh_failures' | 'refresh_failing_since' | 'refresh_at' | 'last_error'>,
  ): Promise<void> {
    const { refresh_failures, refresh_failing_since, refresh_at, last_error } = failure
    await sql`
      update connections
         set refresh_failures = ${refresh_failures}, refresh_failing_since = ${refresh_failing_since},
             refresh_at = ${refresh_at}, last_error = ${last_error}, refresh_claim = null,
             refresh_claimed_until = null, updated_date = ${NOW}
       where id = ${id}`.execute(db)
  },
  /** There is nothing to refresh before. */
  async postpone(id: string, refresh_at: Date): Promise<void> {
    await sql`
      update connections
         set refresh_at = ${refresh_at}, refresh_claim = null, refresh_claimed_until = null
       where id = ${id}`.execute(db)
  },
  /** `kept` are the values of secret fields; null when there are none. */
  async expire(id: string, kept: string | null, last_error: string): Promise<void> {
    await sql`
      update connections
         set status = 'expired', credentials = ${kept}, last_error = ${last_error}, token_expires_at = null,
             refresh_at = null, refresh_claim = null, refresh_claimed_until = null, refresh_failures = 0,
             refresh_failing_since = null, updated_date = ${NOW}
       where id = ${id}`.execute(db)
  },
  /** Gives back what was claimed and not begun. */
  async release(id: string, claim: string): Promise<void> {
    await sql`
      update connections set refresh_claim = null, refresh_claimed_until = null
       where id = ${id} and refresh_claim = ${claim}`.execute(db)
  },
})

/** After failures also a refused token waits for the next try. */
function isWanted(wanted: Wanted): RawBuilder<boolean> {
  if (wanted.kind === 'due')
    return sql`(refresh_at <= now() or token_expires_at <= now() and refresh_failures = 0)`
  const { credentials } = wanted
  return sql`(credentials = ${credentials} and (refresh_failures = 0 or refresh_at <= now()))`
}
