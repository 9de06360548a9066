import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import type { DayCount, DayRange } from '../../platform/time/day-range.ts'

/** What everybody used in a workspace, or only in these apps of it. */
export async function countCredits(
  db: Db,
  workspaceId: string,
  appIds: readonly string[] | 'all',
  { previousFrom }: DayRange,
): Promise<DayCount[]> {
  const inApps = appIds === 'all' ? sql`true` : sql`app_id = any(${[...appIds]})`
  const { rows } = await sql<DayCount>`
    select to_char(created_date at time zone 'UTC', 'YYYY-MM-DD') as date, sum(amount)::float8 as count
      from credit_uses
     where workspace_id = ${workspaceId} and created_date >= ${previousFrom} and ${inApps}
     group by 1`.execute(db)
  return rows
}
