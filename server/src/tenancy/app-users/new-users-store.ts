import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import type { DayCount, DayRange } from '../../platform/time/day-range.ts'

/** People who became users of these apps, those of automated tests aside. */
export async function countNewUsers(
  db: Db,
  appIds: readonly string[],
  { previousFrom }: DayRange,
): Promise<DayCount[]> {
  const { rows } = await sql<DayCount>`
    select to_char(created_date at time zone 'UTC', 'YYYY-MM-DD') as date, count(*)::float8 as count
      from app_users
     where app_id = any(${[...appIds]}) and created_date >= ${previousFrom} and not is_test
     group by 1`.execute(db)
  return rows
}
