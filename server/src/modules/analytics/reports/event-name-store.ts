import { sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'
import { bigint, date, table, text, time } from '../../../platform/database/table.ts'

export const eventNameDays = table(
  'event_name_days',
  { app_id: text(), day: date(), event_name: text(), events: bigint(), last_at: time() },
  { key: ['app_id', 'day', 'event_name'], notArchived: 'events that come in are counted again' },
)

export interface NamedEvents {
  event_name: string
  count: number
  last_seen: Date
}

export const eventNameStore = (db: Db) => ({
  /** Most frequent first, from this day (UTC) on. */
  async list(appId: string, since: Date, limit: number): Promise<NamedEvents[]> {
    const { rows } = await sql<NamedEvents>`
      select event_name, sum(events) as count, max(last_at) as last_seen from event_name_days
       where app_id = ${appId} and day >= ${since.toISOString().slice(0, 10)}::date
       group by event_name order by count desc, event_name limit ${limit}`.execute(db)
    return rows
  },
  /** Removes some of the days before this one; returns how many rows. */
  async removeBefore(day: Date, limit: number): Promise<number> {
    const { rows } = await sql`
      delete from event_name_days where ctid = any (array(
        select ctid from event_name_days where day < ${day.toISOString().slice(0, 10)}::date limit ${limit}))
      returning 1`.execute(db)
    return rows.length
  },
})
