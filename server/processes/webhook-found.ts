/** What the database holds of deliveries when all is quiet. */
import type { Pool } from 'pg'
import { DELIVERIES_NOW } from '../src/modules/webhooks/test/webhook-rows.ts'
import type { Found, FoundAttempt, FoundDelivery, FoundWebhook } from './webhook-checks.ts'

export async function readFound(pool: Pool): Promise<Found & { turnOffs: ReadonlyMap<string, number[]> }> {
  const read = async <Row>(text: string): Promise<Row[]> => (await pool.query(text)).rows
  const webhooks = await read<FoundWebhook>(
    `select id, epoch, consecutive_failures, disabled_at is not null as is_off from webhooks`,
  )
  const deliveries = await read<FoundDelivery>(
    `select d.id, d.webhook_id, d.event_id, d.event_type as type, d.seq, d.status, d.epoch, d.attempt,
            b.body->>'conversation_id' as conversation_id, b.body->'data'->'message'->>'id' as message_id
       from ${DELIVERIES_NOW} d join webhook_events e on e.id = d.event_id,
            lateral (select convert_from(e.body, 'utf8')::jsonb as body) b`,
  )
  // Writers of one webhook follow each other, so the times of their commits are their order.
  const attempts = await read<FoundAttempt>(
    `select delivery_id, attempt, outcome, (extract(epoch from started_at) * 1000)::float8 as started
       from webhook_attempts where trigger = 'automatic'
      order by pg_xact_commit_timestamp(xmin), tableoid, ctid`,
  )
  const [lanes] = await read<{ count: number }>(
    'select count(*) as count from webhook_lanes where claim_id is not null',
  )
  const turnOffs = await read<{ target_id: string; at: number }>(
    `select target_id, (extract(epoch from created_date) * 1000)::float8 as at from audit_log
      where action = 'webhooks.turn_off' order by created_date`,
  )
  const byWebhook = Map.groupBy(turnOffs, ({ target_id }) => target_id)
  return {
    webhooks,
    deliveries,
    attempts,
    held: Number(lanes?.count ?? 0),
    turnOffs: new Map([...byWebhook].map(([id, those]) => [id, those.map(({ at }) => at)])),
  }
}
