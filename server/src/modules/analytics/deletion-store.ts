import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import { type DayNumber, partitionOf } from './days/event-day-store.ts'

/** Removes what is kept of one app; the first three some at a time, answering how many. */
export const deletionStore = (db: Db, appId: string) => ({
  /** Waits for those that are just being taken apart. */
  async batches(limit: number): Promise<number> {
    const { rows } = await sql`
      delete from analytics_event_batches where app_id = ${appId} and seq = any (array(
        select seq from analytics_event_batches where app_id = ${appId} order by seq limit ${limit}))
      returning 1`.execute(db)
    return rows.length
  },
  async events(day: DayNumber, limit: number): Promise<number> {
    const partition = sql.table(partitionOf(day))
    const { rows } = await sql`
      delete from ${partition} where ctid = any (array(
        select ctid from ${partition} where app_id = ${appId} limit ${limit}))
      returning 1`.execute(db)
    return rows.length
  },
  async users(limit: number): Promise<number> {
    const { rows } = await sql`
      delete from user_last_event where ctid = any (array(
        select ctid from user_last_event where app_id = ${appId} limit ${limit}))
      returning 1`.execute(db)
    return rows.length
  },
  async counts(): Promise<void> {
    for (const table of ['heartbeats', 'event_name_days', 'activity_bucket', 'user_counts']) {
      await sql`delete from ${sql.table(table)} where app_id = ${appId}`.execute(db)
    }
  },
})
