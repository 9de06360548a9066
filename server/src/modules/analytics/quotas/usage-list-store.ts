import { sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'
import { prepared } from '../../../platform/database/prepared.ts'
import {
  APP_OF_ROW,
  type AppOfRow,
  type AppScope,
  IN_SCOPE,
  scopeValues,
  type Used,
} from '../../../tenancy/index.ts'

export interface AppEvents extends AppOfRow {
  events: number
  anonymous: number
}

const ofApps = prepared<AppEvents>(
  'event_usage_of_apps',
  `select ${APP_OF_ROW}, u.events, u.anonymous
     from apps a join event_usage u on u.app_id = a.id and u.day = $4::date
    where ${IN_SCOPE} and (u.events >= $5 or u.anonymous >= $6)
    order by u.events desc, a.id limit $3`,
)

/** Apps that were sent at least so many events on a day. */
export async function appsWithEvents(
  db: Db,
  scope: AppScope,
  day: string,
  least: { events: number; anonymous: number },
): Promise<AppEvents[]> {
  return ofApps(db, [...scopeValues(scope), scope.limit, day, least.events, least.anonymous])
}

/** What all apps of a workspace were sent on a day. */
export async function eventsOfWorkspace(db: Db, workspaceId: string, day: string): Promise<Used> {
  const { rows } = await sql<Used>`
    select coalesce(sum(events), 0)::float8 as "workspace.events_a_day"
      from event_usage where workspace_id = ${workspaceId} and day = ${day}::date`.execute(db)
  return rows[0] ?? {}
}
