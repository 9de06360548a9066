import { sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'
import type { DayCount, DayRange } from '../../../platform/time/day-range.ts'

/** Failed runs of several apps by the day on which they failed, those to try a workflow aside. */
export async function countFailedRuns(
  db: Db,
  appIds: readonly string[],
  { previousFrom }: DayRange,
): Promise<DayCount[]> {
  const { rows } = await sql<DayCount>`
    select to_char(completed_at at time zone 'UTC', 'YYYY-MM-DD') as date, count(*)::float8 as count
      from workflow_runs
     where app_id = any(${[...appIds]}) and status = 'failed' and not is_test_run and completed_at >= ${previousFrom}
     group by 1`.execute(db)
  return rows
}
