import { MAX_REDELIVERED } from '@atrium/contract/delivery'
import type { Db } from '../../platform/database/db.ts'
import { prepared } from '../../platform/database/prepared.ts'
import { REDELIVERY_LANE } from './record-event.ts'

export interface FailedFilter {
  webhook_id: string
  since: Date | null
  event_type: string | null
}

const FAILED = `d.webhook_id = $1 and d.status = 'failed' and ($2::timestamptz is null or d.created_date >= $2)
     and ($3::text is null or d.event_type = $3)`

// Of what waits the status says nothing yet, as with a delivery that is new. The attempts that were made stay counted, so
// a failure is no first one, and only retries that were left follow. One that is written at this moment is left alone.
const enqueue = prepared<{ queued: number }>(
  'webhook_enqueue_failed',
  `with target as (
     select id, pool, epoch from webhooks where id = $1 and disabled_at is null and deleted_at is null),
   chosen as (
     select d.id, d.seq, d.event_id from deliveries d where ${FAILED}
      order by d.seq limit ${MAX_REDELIVERED} for update skip locked),
   again as (
     update deliveries d set status = 'succeeded', epoch = target.epoch
       from chosen, target where d.id = chosen.id
     returning d.id),
   queued as (
     insert into webhook_queue (webhook_id, seq, delivery_id, event_id, epoch, lane, attempt, next_at, created_date)
     select target.id, chosen.seq, chosen.id, chosen.event_id, target.epoch, ${REDELIVERY_LANE},
            (select coalesce(max(a.attempt), 1) from webhook_attempts a
              where a.delivery_id = chosen.id and a.trigger = 'automatic' and a.outcome <> 'stale'),
            clock_timestamp(), clock_timestamp()
       from chosen join again on again.id = chosen.id, target
     returning seq),
   lane as (
     insert into webhook_lanes as l (webhook_id, lane, pool, next_at, pokes)
     select target.id, ${REDELIVERY_LANE}, target.pool, clock_timestamp(), (select count(*) from queued)
       from target where exists (select from queued)
     on conflict (webhook_id, lane) do update
       set next_at = least(l.next_at, excluded.next_at), pokes = l.pokes + excluded.pokes)
   select count(*)::int as queued from queued`,
)

const takeTurn = prepared<object>(
  'webhook_redelivery_turn',
  `select pg_advisory_xact_lock(hashtextextended('redelivery ' || $1::text, 0))`,
)

const anyFailed = prepared<{ found: boolean }>(
  'webhook_any_failed',
  `select exists (select from deliveries d where ${FAILED}) as found`,
)

export const redeliveryStore = (db: Db) => ({
  /**
   * Until the end of the transaction: two requests at once would share what failed between them, and lose its order. It is
   * no lock of the webhook's row, which is taken behind the lanes elsewhere.
   */
  async takeTurn(webhook_id: string): Promise<void> {
    await takeTurn(db, [webhook_id])
  },
  /** Returns how many wait again: none when the webhook was turned off in this moment. */
  async enqueueFailed({ webhook_id, since, event_type }: FailedFilter): Promise<number> {
    const [row] = await enqueue(db, [webhook_id, since, event_type])
    return row?.queued ?? 0
  },
  async hasFailed({ webhook_id, since, event_type }: FailedFilter): Promise<boolean> {
    const [row] = await anyFailed(db, [webhook_id, since, event_type])
    return row?.found ?? false
  },
})
