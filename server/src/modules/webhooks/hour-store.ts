import type { Db } from '../../platform/database/db.ts'
import { prepared } from '../../platform/database/prepared.ts'

export interface HourCounts {
  start: Date
  succeeded: number
  retried: number
  failed: number
  /** Of all together. */
  duration_ms: number
  slowest_ms: number
}

// A row an hour is kept for 30 days, so this reads some hundred of one webhook at most.
const countBy = prepared<HourCounts>(
  'webhook_count_hours',
  `select date_trunc($2, hour, 'UTC') as start, sum(succeeded)::int as succeeded, sum(retried)::int as retried,
          sum(failed)::int as failed, sum(duration_ms)::bigint as duration_ms, max(slowest_ms) as slowest_ms
     from webhook_hours where webhook_id = $1 and hour >= $3 group by 1`,
)

export const hourStore = (db: Db) => ({
  count: (webhookId: string, by: 'hour' | 'day', since: Date): Promise<HourCounts[]> =>
    countBy(db, [webhookId, by, since]),
})
