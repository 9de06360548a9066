import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import { transaction } from '../../platform/database/transaction.ts'

const BATCH = 2_000

/** What housekeeping asks of the database; each call does one bounded step and answers how much it did. */
export const retentionStore = (db: Db) => ({
  /** The attempts of one day get a table of their own, so that an old day goes at once. */
  async makePartition(day: Date): Promise<void> {
    const from = day.toISOString().slice(0, 10)
    const name = partitionOf(day)
    const { rows } = await sql`select where to_regclass(${name}) is not null`.execute(db)
    if (rows.length > 0) return
    const table = sql.id(name)
    const [start, end] = [`${from}T00:00:00Z`, new Date(Date.parse(from) + 86_400_000).toISOString()]
    // When the day has begun, the rest may hold attempts of it already: they move, or the table cannot be added.
    await transaction(db, async (tx) => {
      await sql`lock table webhook_attempts_rest in access exclusive mode`.execute(tx)
      await sql`create table ${table} (like webhook_attempts including all)`.execute(tx)
      await sql`with moved as (
          delete from webhook_attempts_rest where started_at >= ${start} and started_at < ${end} returning *)
        insert into ${table} select * from moved`.execute(tx)
      await sql`alter table webhook_attempts attach partition ${table}
        for values from (${sql.lit(start)}) to (${sql.lit(end)})`.execute(tx)
    })
  },

  async dropPartitions(before: Date): Promise<void> {
    const { rows } = await sql<{ name: string }>`
      select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
       where i.inhparent = 'webhook_attempts'::regclass and c.relname ~ '^webhook_attempts_\\d{8}$'
         and c.relname < ${partitionOf(before)}`.execute(db)
    for (const { name } of rows) await sql`drop table ${sql.id(name)}`.execute(db)
    await sql`delete from webhook_attempts_rest where started_at < ${before}`.execute(db)
  },

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
