import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import type { DayCount, DayRange } from '../../platform/time/day-range.ts'

/** Deliveries of the webhooks of several apps, by the day of their event and by how they ended. */
export async function countDeliveries(
  db: Db,
  appIds: readonly string[],
  { previousFrom }: DayRange,
): Promise<{ succeeded: DayCount[]; failed: DayCount[] }> {
  // Until a delivery leaves the queue, its status says nothing.
  const { rows } = await sql<DayCount & { status: 'succeeded' | 'failed' }>`
    select to_char(d.created_date at time zone 'UTC', 'YYYY-MM-DD') as date, d.status, count(*)::float8 as count
      from webhooks w
      join deliveries d on d.webhook_id = w.id
      left join webhook_queue q on q.webhook_id = d.webhook_id and q.seq = d.seq
     where w.app_id = any(${[...appIds]}) and w.deleted_at is null and d.created_date >= ${previousFrom}
       and d.status in ('succeeded', 'failed') and q.seq is null
     group by 1, 2`.execute(db)
  const ended = (status: string) =>
    rows.filter((row) => row.status === status).map(({ date, count }) => ({ date, count }))
  return { succeeded: ended('succeeded'), failed: ended('failed') }
}
