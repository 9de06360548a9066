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

export interface AppRecords extends AppOfRow {
  records: number
  bytes: number
}

const ofApps = prepared<AppRecords>(
  'record_usage_of_apps',
  `select ${APP_OF_ROW}, u.records, u.bytes
     from apps a join record_usage u on u.app_id = a.id
    where ${IN_SCOPE} and (u.records >= $4 or u.bytes >= $5)
    order by u.records desc, a.id limit $3`,
)

/** Apps with at least so many records, or so many bytes of them, as they were last counted. */
export async function appsWithRecords(
  db: Db,
  scope: AppScope,
  least: { records: number; bytes: number },
): Promise<AppRecords[]> {
  return ofApps(db, [...scopeValues(scope), scope.limit, least.records, least.bytes])
}

/** What all apps of a workspace have together. */
export async function recordsOfWorkspace(db: Db, workspaceId: string): Promise<Used> {
  const { rows } = await sql<Used>`
    select coalesce(sum(records), 0)::float8 as "workspace.records",
           coalesce(sum(bytes), 0)::float8 as "workspace.record_bytes"
      from record_usage where workspace_id = ${workspaceId}`.execute(db)
  return rows[0] ?? {}
}
