import { sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'
import type { DayCount, DayRange } from '../../../platform/time/day-range.ts'

/** Calls of the functions of several apps that ended with 500 or more. */
export async function countFailedCalls(
  db: Db,
  appIds: readonly string[],
  { previousFrom }: DayRange,
): Promise<DayCount[]> {
  const { rows } = await sql<DayCount>`
    select to_char(started_at at time zone 'UTC', 'YYYY-MM-DD') as date, count(*)::float8 as count
      from function_invocations
     where app_id = any(${[...appIds]}) and status >= 500 and started_at >= ${previousFrom}
     group by 1`.execute(db)
  return rows
}
