import { FAILURES_BEFORE_TURN_OFF } from '@atrium/contract/webhook-limits'
import type { Db } from '../../../platform/database/db.ts'
import { prepared } from '../../../platform/database/prepared.ts'
import { webhookAttempts } from '../tables.ts'
import { countHours } from './count-hours.ts'
import type { Health, Outcome } from './outcome.ts'

const ATTEMPT = webhookAttempts.columns()

/**
 * Writes many outcomes, of which some failed, in one statement, fenced by the lease of their lanes, and turns off a
 * webhook that failed too often.
 *
 * Outcomes of one webhook count in their order: a first attempt that fails adds one, a success begins
 * again at 0, `FAILURES_BEFORE_TURN_OFF` in a row turn it off, and what comes after that, or is of an older epoch,
 * moves only last_trigger_time. The webhook's row is locked before it is read, so no node's count is lost.
 * Lanes are locked in their order, as anyone who adds deliveries does, so that nobody waits in a circle.
 * A batch that is written again, because the answer to the first time was lost, changes nothing.
 */
const statement = prepared<Health>(
  'webhook_write_outcomes',
  `with r as (
     select * from jsonb_to_recordset($1::jsonb) as r(
       n int, delivery_id text, seq bigint, webhook_id text, lane int, claim_id uuid, epoch int, attempt int, ok boolean,
       started_at timestamptz, duration_ms int, status_code int, error_type text, message text,
       response_body text, signatures text, response_headers text, retry_seconds float8, is_slow boolean)),
   held as (
     select l.webhook_id, l.lane, l.claim_id, l.last_write is not distinct from $3 as is_repeat
       from webhook_lanes l
      where (l.webhook_id, l.lane, l.claim_id) in (select webhook_id, lane, claim_id from r)
      order by l.webhook_id, l.lane for update),
   renewed as (
     update webhook_lanes l set lease_until = now() + $2 * interval '1 second', last_write = $3
       from held where l.webhook_id = held.webhook_id and l.lane = held.lane and not held.is_repeat),
   checked as (
     select r.*, held.is_repeat from r left join held
         on held.webhook_id = r.webhook_id and held.lane = r.lane and held.claim_id = r.claim_id),
   mine as (select * from checked where not is_repeat),
   w as (
     select id, epoch, consecutive_failures, disabled_at from webhooks
      where id in (select webhook_id from mine) order by id for no key update),
   marked as (
     select mine.*, w.consecutive_failures as before, w.epoch = mine.epoch and w.disabled_at is null as live
       from mine join w on w.id = mine.webhook_id),
   in_streaks as (
     select *, count(*) filter (where live and ok) over (partition by webhook_id order by n) as streak from marked),
   counted as (
     select *, case when streak = 0 then before else 0 end
               + count(*) filter (where live and not ok and attempt = 1)
                 over (partition by webhook_id, streak order by n) as failures
       from in_streaks),
   turned as (select webhook_id, min(n) as n from counted where live and failures >= $4::int group by webhook_id),
   judged as (
     select c.*, t.n is not null as turned_off, c.live and (t.n is null or c.n <= t.n) as counts
       from counted c left join turned t on t.webhook_id = c.webhook_id),
   last as (select distinct on (webhook_id) * from judged where counts order by webhook_id, n desc),
   waiting as (
     update webhook_queue q
        set attempt = j.attempt, next_at = clock_timestamp() + j.retry_seconds * interval '1 second'
       from judged j
      where q.seq = j.seq and q.attempt < j.attempt
        and not j.ok and j.retry_seconds is not null and j.live and not j.turned_off),
   ended as (
     delete from webhook_queue q using judged j
      where q.seq = j.seq and q.attempt < j.attempt
        and (j.ok or j.retry_seconds is null or not j.live or j.turned_off)
     returning q.delivery_id, j.ok, j.retry_seconds),
   ended_badly as (
     update deliveries d set status = case when ended.retry_seconds is null then 'failed' else 'canceled' end
       from ended where d.id = ended.delivery_id and not ended.ok),
   health as (
     update webhooks h
        set last_trigger_time = greatest(h.last_trigger_time, seen.started_at),
            last_error = case when last.n is null then h.last_error
                              when last.ok then null
                              else jsonb_build_object('message', last.message, 'attempted_at', last.started_at,
                                     'status_code', last.status_code, 'response_body', last.response_body,
                                     'error_type', last.error_type) end,
            consecutive_failures = case when last.n is null then h.consecutive_failures
                                        else least(last.failures, $4::int) end,
            failing_since = case when last.n is null then h.failing_since
                                 when last.failures = 0 then null
                                 when last.streak = 0 and last.before > 0
                                   then coalesce(h.failing_since, last.started_at)
                                 else last.started_at end,
            disabled_at = case when turned.n is null then h.disabled_at else now() end,
            updated_date = case when turned.n is null then h.updated_date else now() end,
            epoch = case when turned.n is null then h.epoch else h.epoch + 1 end,
            pool = case when seen.slow then 'slow' when seen.any_ok then 'fast' else h.pool end
       from (select webhook_id, max(started_at) as started_at, bool_or(is_slow) as slow, bool_or(ok) as any_ok
               from mine group by webhook_id) seen
       left join last on last.webhook_id = seen.webhook_id
       left join turned on turned.webhook_id = seen.webhook_id
      where h.id = seen.webhook_id
     returning h.id, h.epoch, h.updated_date, turned.n is not null as turned_off),
   logged as (
     insert into webhook_attempts (${ATTEMPT})
     select r.delivery_id, r.webhook_id, r.attempt, 'automatic',
            case when r.is_repeat is null then 'stale' when r.ok then 'succeeded' else 'failed' end,
            r.started_at, r.duration_ms, r.status_code, r.error_type, r.message, r.response_body, r.signatures,
            r.response_headers
       from checked r where r.is_repeat is not true order by r.n),
   hours as (${countHours('select * from mine')})
   select all_of.webhook_id, health.epoch, health.updated_date,
          coalesce(health.turned_off, false) as turned_off, all_of.lost
     from (select webhook_id, count(*) filter (where is_repeat is not false)::int as lost
             from checked group by webhook_id) all_of
     left join health on health.id = all_of.webhook_id`,
)

export function writeFailures(
  db: Db,
  outcomes: readonly Outcome[],
  batchId: string,
  leaseSeconds: number,
): Promise<Health[]> {
  const rows = JSON.stringify(outcomes.map((outcome, n) => ({ n, ...outcome })))
  return statement(db, [rows, leaseSeconds, batchId, FAILURES_BEFORE_TURN_OFF])
}
