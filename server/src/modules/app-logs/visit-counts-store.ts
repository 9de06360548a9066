import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import type { DayCount, DayRange } from '../../platform/time/day-range.ts'

/** Visits and different people of several apps together, by day and over all days. */
export async function countVisits(
  db: Db,
  appIds: readonly string[],
  { from, previousFrom }: DayRange,
): Promise<{ visits: DayCount[]; users: DayCount[]; allUsers: number; previousUsers: number }> {
  const { rows } = await sql<{ date: string | null; is_now: boolean; visits: number; users: number }>`
    select date, is_now, sum(visits)::float8 as visits, count(distinct user_id)::float8 as users
      from (select to_char(created_date at time zone 'UTC', 'YYYY-MM-DD') as date, created_date >= ${from} as is_now,
                   visits, user_id
              from app_visits where app_id = any(${[...appIds]}) and created_date >= ${previousFrom}) v
     group by grouping sets ((date, is_now), (is_now))`.execute(db)
  const days = rows.flatMap(({ date, visits, users }) => (date === null ? [] : [{ date, visits, users }]))
  const over = (isNow: boolean) =>
    rows.find(({ date, is_now }) => date === null && is_now === isNow)?.users ?? 0
  return {
    visits: days.map(({ date, visits }) => ({ date, count: visits })),
    users: days.map(({ date, users }) => ({ date, count: users })),
    allUsers: over(true),
    previousUsers: over(false),
  }
}
