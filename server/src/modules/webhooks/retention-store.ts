import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import { addPart, dropParts } from '../../platform/database/partitions.ts'

const BATCH = 2_000
const ATTEMPTS = { table: 'webhook_attempts', by: 'started_at' }

/** What housekeeping asks of the database; each call does one bounded step and returns how much it did. */
export const retentionStore = (db: Db) => ({
  /** The attempts of one day get a table of their own, so that an old day goes at once. */
  async makePartition(day: Date): Promise<void> {
    const from = day.toISOString().slice(0, 10)
    const end = new Date(Date.parse(from) + 86_400_000).toISOString()
    await addPart(db, ATTEMPTS, { name: partitionOf(day), start: `${from}T00:00:00Z`, end })
  },

  dropPartitions: (before: Date): Promise<void> =>
    dropParts(db, ATTEMPTS, { name: partitionOf(before), start: before }),

  /** What waits from an older epoch is canceled already; this writes it down, unless it is just being sent. */
  async writeCanceled(): Promise<number> {
    const { rows } = await sql`
      with over as (
        delete from webhook_queue where seq in (
          select q.seq from webhook_queue q join webhooks w on w.id = q.webhook_id
           where q.epoch < w.epoch and w.deleted_at is null
             and not exists (select from webhook_lanes l where l.webhook_id = q.webhook_id and l.lane = q.lane
                                                           and l.claim_id is not null)
           limit ${BATCH})
        returning delivery_id)
      update deliveries set status = 'canceled' where id in (select delivery_id from over)
      returning id`.execute(db)
    return rows.length
  },

  /** With their deliveries; not while one still waits. */
  async deleteOldEvents(before: Date): Promise<number> {
    const { rows } = await sql`
      delete from webhook_events where id in (
        select e.id from webhook_events e where e.created_date < ${before}
           and not exists (select from deliveries d join webhook_queue q on q.seq = d.seq
                            where d.event_id = e.id)
         order by e.created_date limit ${BATCH})
      returning id`.execute(db)
    return rows.length
  },

  async deleteOldHours(before: Date): Promise<number> {
    const { rows } = await sql`
      delete from webhook_hours where (webhook_id, hour) in (
        select webhook_id, hour from webhook_hours where hour < ${before} order by hour limit ${BATCH})
      returning hour`.execute(db)
    return rows.length
  },

  /** Deleted webhooks lose their deliveries step by step, and then go themselves. */
  async purgeDeleted(): Promise<number> {
    const { rows } = await sql`
      with gone as (
        delete from deliveries where id in (
          select d.id from deliveries d join webhooks w on w.id = d.webhook_id
           where w.deleted_at is not null limit ${BATCH})
        returning seq),
      waiting as (
        delete from webhook_queue q using gone where q.seq = gone.seq)
      select from gone`.execute(db)
    if (rows.length === 0) await sql`delete from webhooks where deleted_at is not null`.execute(db)
    return rows.length
  },
})

function partitionOf(day: Date): string {
  return `webhook_attempts_${day.toISOString().slice(0, 10).replaceAll('-', '')}`
}
