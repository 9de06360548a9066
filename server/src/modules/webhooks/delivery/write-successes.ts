import type { Db } from '../../../platform/database/db.ts'
import { prepared } from '../../../platform/database/prepared.ts'
import { countHours } from './count-hours.ts'
import type { Health, Outcome } from './outcome.ts'

/**
 * The common case of `write-failures.ts`, and far cheaper: where nothing failed there is nothing to count. Only
 * what still waits can arrive, so a batch that is written again changes nothing; leases are renewed only once they are
 * half over. The queue is looked into by a list, not by a join: a plan made while it was short would go through it
 * for each success.
 */
const statement = prepared<Health>(
  'webhook_write_successes',
  `with g as (
     select * from unnest($1::text[], $2::int[], $3::uuid[], $4::int[])
       with ordinality as g(webhook_id, lane, claim_id, epoch, n)),
   held as (
     select l.webhook_id, l.lane, l.claim_id, l.lease_until from webhook_lanes l
      where (l.webhook_id, l.lane, l.claim_id) in (select webhook_id, lane, claim_id from g)
      order by l.webhook_id, l.lane for update),
   renewed as (
     update webhook_lanes l set lease_until = now() + $5::float8 * interval '1 second'
       from held where l.webhook_id = held.webhook_id and l.lane = held.lane
                   and held.lease_until < now() + $5::float8 / 2 * interval '1 second'),
   r as (
     select s.*, g.webhook_id, g.epoch, held.lane is not null as is_held
       from unnest($6::text[], $7::bigint[], $8::int[], $9::int[], $10::timestamptz[], $11::int[], $12::int[],
                   $13::boolean[], $14::text[], $15::text[])
              with ordinality as s(delivery_id, seq, lane_n, attempt, started_at, duration_ms, status_code, is_slow,
                                   signatures, response_headers, n)
       join g on g.n = s.lane_n
       left join held on held.webhook_id = g.webhook_id and held.lane = g.lane and held.claim_id = g.claim_id),
   done as (
     delete from webhook_queue q where q.seq = any(array(select seq from r where is_held)) returning q.seq),
   judged as (
     select r.*, done.seq is not null as is_new from r left join done on done.seq = r.seq),
   logged as (
     insert into webhook_attempts (delivery_id, webhook_id, attempt, trigger, outcome, started_at, duration_ms,
                                   status_code, signatures, response_headers)
     select delivery_id, webhook_id, attempt, 'automatic', case when is_held then 'succeeded' else 'stale' end,
            started_at, duration_ms, status_code, signatures, response_headers
       from judged where is_new or not is_held order by n),
   hours as (${countHours('select *, true as ok, null::float8 as retry_seconds from judged where is_new')}),
   seen as (
     select webhook_id, max(epoch) filter (where is_new) as epoch, max(started_at) filter (where is_new) as started_at,
            bool_or(is_slow) as slow, count(*) filter (where not is_new)::int as lost
       from judged group by webhook_id),
   health as (
     update webhooks h
        set last_trigger_time = greatest(h.last_trigger_time, seen.started_at),
            last_error = case when h.epoch = seen.epoch and h.disabled_at is null then null else h.last_error end,
            consecutive_failures = case when h.epoch = seen.epoch and h.disabled_at is null then 0
                                        else h.consecutive_failures end,
            failing_since = case when h.epoch = seen.epoch and h.disabled_at is null then null
                                 else h.failing_since end,
            pool = case when seen.slow then 'slow' else 'fast' end
       from seen where h.id = seen.webhook_id and seen.epoch is not null
     returning h.id, h.epoch, h.updated_date)
   select seen.webhook_id, health.epoch, health.updated_date, false as turned_off, seen.lost
     from seen left join health on health.id = seen.webhook_id`,
)

export async function writeSuccesses(
  db: Db,
  outcomes: readonly Outcome[],
  leaseSeconds: number,
): Promise<Health[]> {
  const lanes = new Map<string, { n: number; of: Outcome }>()
  const laneOf = outcomes.map((of) => {
    const key = `${of.claim_id} ${of.webhook_id} ${of.lane} ${of.epoch}`
    const lane = lanes.get(key) ?? { n: lanes.size + 1, of }
    lanes.set(key, lane)
    return lane.n
  })
  const held = [...lanes.values()].map(({ of }) => of)
  return statement(db, [
    arrayOf(held, ({ webhook_id }) => webhook_id),
    arrayOf(held, ({ lane }) => lane),
    arrayOf(held, ({ claim_id }) => claim_id),
    arrayOf(held, ({ epoch }) => epoch),
    leaseSeconds,
    arrayOf(outcomes, ({ delivery_id }) => delivery_id),
    arrayOf(outcomes, ({ seq }) => seq),
    arrayOf(laneOf, (n) => n),
    arrayOf(outcomes, ({ attempt }) => attempt),
    arrayOf(outcomes, ({ started_at }) => started_at),
    arrayOf(outcomes, ({ duration_ms }) => duration_ms),
    arrayOf(outcomes, ({ status_code }) => status_code),
    arrayOf(outcomes, ({ is_slow }) => is_slow),
    arrayOf(outcomes, ({ signatures }) => quoted(signatures)),
    arrayOf(outcomes, ({ response_headers }) => quoted(response_headers)),
  ])
}

/** Neither holds what JSON would escape in another way than PostgreSQL: signatures are letters, headers are JSON already. */
function quoted(text: string | null): string | null {
  return text === null ? null : JSON.stringify(text)
}

/** Ids, times and numbers need no quotes; the driver would look for such in each of them. */
function arrayOf<T>(items: readonly T[], pick: (item: T) => string | number | boolean | null): string {
  return `{${items.map((item) => pick(item) ?? 'null').join()}}`
}
