/** From batches, as events come, to a row for each of them. */
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'
import { addDays, DAY_MS, type DayNumber, isDayMissing } from '../days/event-day-store.ts'
import { eventRows } from '../tables.ts'

export interface BatchPosition {
  app_id: string
  seq: string | number
}

/**
 * Takes apart the next batches behind this one, and returns which. Those that another node has at hand are passed over;
 * events of before the first day are gone by then.
 */
export async function unpackSome(
  db: Db,
  after: BatchPosition,
  limit: number,
  firstDay: DayNumber,
): Promise<BatchPosition[]> {
  for (let tried = 1; ; tried++) {
    try {
      return await moveSome(db, after, limit, firstDay)
    } catch (error) {
      if (!isDayMissing(error) || tried === MOST_TRIES) throw error
      await addDays(db, await daysBehind(db, after, limit * tried, firstDay))
    }
  }
}

/** Others may have had the first ones at hand, and need other days. */
const MOST_TRIES = 10

async function moveSome(
  db: Db,
  after: BatchPosition,
  limit: number,
  firstDay: DayNumber,
): Promise<BatchPosition[]> {
  const { rows } = await sql<BatchPosition>`
    with chosen as (
      select app_id, seq from analytics_event_batches ${behind(after)}
       order by app_id, seq limit ${limit} for update skip locked
    ), taken as (
      delete from analytics_event_batches b using chosen c where b.app_id = c.app_id and b.seq = c.seq returning b
    ), moved as (
      insert into analytics_event_rows (${sql.raw(eventRows.columns())})
      select ${sql.raw(eventRows.columns('e'))} from taken, analytics_events_of(taken.b) e where e.occurred_at >= ${new Date(firstDay * DAY_MS)}
    )
    select app_id, seq from chosen order by app_id, seq`.execute(db)
  return rows
}

async function daysBehind(
  db: Db,
  after: BatchPosition,
  limit: number,
  firstDay: DayNumber,
): Promise<DayNumber[]> {
  const { rows } = await sql<{ day: number }>`
    select distinct floor(extract(epoch from e.occurred_at) / 86400)::integer as day
      from (select b from analytics_event_batches b ${behind(after)} order by app_id, seq limit ${limit}) next,
           analytics_events_of(next.b) e`.execute(db)
  return rows.map(({ day }) => day).filter((day) => day >= firstDay)
}

const behind = ({ app_id, seq }: BatchPosition) =>
  sql`where (app_id, seq) > (${app_id} collate "C", ${seq}::bigint)`
