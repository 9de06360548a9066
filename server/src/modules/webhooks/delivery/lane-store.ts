/** The statements of the delivery engine. Time is the database's throughout, so that nodes need not agree on it. */
import type { Db } from '../../../platform/database/db.ts'
import { prepared } from '../../../platform/database/prepared.ts'
import type { Target } from './attempt.ts'
import type { Pool } from './slots.ts'

export interface Lane {
  webhook_id: string
  lane: number
  claim_id: string
  /** How often work was added until the lane was claimed; tells at release whether more came in the meantime. */
  pokes: number
}

/** A lane that was claimed, with its webhook as it was then. */
export interface ClaimedLane extends Lane, Target {
  epoch: number
  updated_date: Date
}

/** A delivery that is due, with the exact text to send. */
export interface DueDelivery {
  id: string
  seq: number
  event_id: string
  attempt: number
  body: string
  /** Since it was created; for a first attempt the delay that its receiver notices. */
  age_seconds: number
}

const claimLanes = prepared<ClaimedLane>(
  'webhook_claim_lanes',
  `with due as (
     select webhook_id, lane from webhook_lanes
      where pool = $1 and next_at <= now() and (lease_until is null or lease_until < now())
        and webhook_id not in (select unnest($4::text[]))
      order by next_at limit $2
        for update skip locked)
   update webhook_lanes l
      set lease_until = now() + $5 * interval '1 second', claim_id = $3
     from due join webhooks w on w.id = due.webhook_id
    where l.webhook_id = due.webhook_id and l.lane = due.lane
   returning l.webhook_id, l.lane, l.claim_id, l.pokes, w.target_url, w.secret, w.epoch, w.updated_date,
             case when w.previous_secret_until > now() then w.previous_secret end as previous_secret`,
)

// Nothing of a webhook that was turned on or off since its lanes were claimed. Bodies come as text: they are JSON, the
// same bytes again, and half as many over the line.
const readDue = prepared<DueDelivery & { n: number }>(
  'webhook_read_due',
  `select l.n::int, q.seq, q.delivery_id as id, q.event_id, q.attempt, convert_from(e.body, 'UTF8') as body,
          extract(epoch from now() - q.created_date)::float8 as age_seconds
     from unnest($1::text[], $2::int[], $3::int[]) with ordinality as l(webhook_id, lane, epoch, n)
     join webhooks w on w.id = l.webhook_id and w.epoch = l.epoch
     join lateral (
       select * from webhook_queue q
        where q.webhook_id = l.webhook_id and q.lane = l.lane and q.epoch = l.epoch and q.next_at <= now()
          and q.seq <> all($5::bigint[])
        order by q.next_at, q.seq limit $4) q on true
     join webhook_events e on e.id = q.event_id
    order by l.n, q.next_at, q.seq`,
)

// If work was added since the lane was read, it is due at once; otherwise when its next delivery is.
const releaseLanes = prepared(
  'webhook_release_lanes',
  `with r as (
     select * from unnest($1::text[], $2::int[], $3::uuid[], $4::bigint[], $5::float8[])
       as r(webhook_id, lane, claim_id, pokes, after_seconds)),
   held as (
     select l.webhook_id, l.lane, r.pokes, r.after_seconds
       from webhook_lanes l join r on r.webhook_id = l.webhook_id and r.lane = l.lane and r.claim_id = l.claim_id
      order by l.webhook_id, l.lane for update of l)
   update webhook_lanes l
      set lease_until = null, claim_id = null,
          pool = coalesce((select w.pool from webhooks w where w.id = l.webhook_id), l.pool),
          next_at = case when held.after_seconds > 0 then now() + held.after_seconds * interval '1 second'
            when l.pokes = held.pokes then coalesce(
              (select q.next_at from webhook_queue q
                where q.webhook_id = l.webhook_id and q.lane = l.lane
                  and q.epoch = (select w.epoch from webhooks w where w.id = l.webhook_id)
                order by q.next_at limit 1), 'infinity')
            else l.next_at end
     from held where l.webhook_id = held.webhook_id and l.lane = held.lane`,
)

const markSlow = prepared(
  'webhook_mark_slow',
  `update webhooks set pool = 'slow' where id = $1 and pool <> 'slow'`,
)

const freeLanes = prepared(
  'webhook_free_lanes',
  'update webhook_lanes set lease_until = null, claim_id = null where claim_id is not null',
)

// Apart from the webhook, whose row is locked behind the lanes elsewhere. A busy lane learns it when it is released.
const moveLanesToSlow = prepared(
  'webhook_move_lanes_to_slow',
  `with idle as (select webhook_id, lane from webhook_lanes where webhook_id = $1 and pool <> 'slow'
                  order by lane for update skip locked)
   update webhook_lanes l set pool = 'slow' from idle where l.webhook_id = idle.webhook_id and l.lane = idle.lane`,
)

export interface LaneWork {
  lane: ClaimedLane
  deliveries: DueDelivery[]
}

export const laneStore = (db: Db) => ({
  /** Takes due lanes of a pool under a lease; webhooks in `except` have enough under way. */
  async claim(pool: Pool, limit: number, claimId: string, except: readonly string[], leaseSeconds: number) {
    return claimLanes(db, [pool, limit, claimId, except, leaseSeconds])
  },

  /** What is due on lanes that were claimed, but for what they have already; a lane with nothing due is among them. */
  async readWork(
    lanes: readonly ClaimedLane[],
    perLane: number,
    except: readonly DueDelivery[] = [],
  ): Promise<LaneWork[]> {
    const rows = await readDue(db, [
      lanes.map(({ webhook_id }) => webhook_id),
      lanes.map(({ lane }) => lane),
      lanes.map(({ epoch }) => epoch),
      perLane,
      except.map(({ seq }) => seq),
    ])
    const work = lanes.map((lane): LaneWork => ({ lane, deliveries: [] }))
    for (const row of rows) work[row.n - 1]?.deliveries.push(row)
    return work
  },

  /** Each is due again when its next delivery is, or only after so many seconds. */
  async release(lanes: readonly { lane: Lane; afterSeconds: number }[]): Promise<void> {
    await releaseLanes(db, [
      lanes.map(({ lane }) => lane.webhook_id),
      lanes.map(({ lane }) => lane.lane),
      lanes.map(({ lane }) => lane.claim_id),
      lanes.map(({ lane }) => lane.pokes),
      lanes.map(({ afterSeconds }) => afterSeconds),
    ])
  },

  /** Those that nobody serves any more are due as they were before they were claimed. */
  async freeAll(): Promise<void> {
    await freeLanes(db, [])
  },

  async markSlow(webhookId: string): Promise<void> {
    await markSlow(db, [webhookId])
    await moveLanesToSlow(db, [webhookId])
  },
})
