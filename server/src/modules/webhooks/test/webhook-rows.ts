/** Webhooks, lanes and deliveries straight in the tables, for tests of the delivery engine's statements. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import type { SharedApp } from '../../../../test/app.ts'
import type { Person } from '../../../../test/make.ts'
import { cloneTemplate } from '../../../../test/template.ts'
import type { Db } from '../../../platform/database/db.ts'
import { openDatabase } from '../../../platform/database/open.ts'
import { createLog } from '../../../platform/log.ts'
import { recordEvent } from '../record-event.ts'
import type { Endpoint } from './endpoint.ts'

/** All deliveries as they stand, to select from: those that wait are in the queue. */
export const DELIVERIES_NOW = `(
  select d.id, d.seq, d.event_id, d.event_type, d.webhook_id, d.epoch,
         case when q.seq is null then d.status else 'pending' end as status,
         coalesce(q.attempt, (select count(*)::int from webhook_attempts a
                               where a.delivery_id = d.id and a.trigger = 'automatic' and a.outcome <> 'stale')) as attempt
    from deliveries d left join webhook_queue q on q.webhook_id = d.webhook_id and q.seq = d.seq)`

export const endDelivery = (db: Db, id: string, status: 'succeeded' | 'failed' | 'canceled') =>
  sql`with ended as (delete from webhook_queue where delivery_id = ${id})
      update deliveries set status = ${status} where id = ${id}`.execute(db)

/** A message of an agent, stored as something that happened; returns whether anybody wants it. */
export const recordMessage = (
  db: Db,
  agent_id: string,
  { type = 'message.created', order_key = 'cnv_1', now = new Date(), content = '' } = {},
) =>
  recordEvent(db, {
    app_id: agent_id,
    source: 'agent',
    type,
    order_key,
    happened_at: now,
    payload: {
      agent_id,
      conversation_id: order_key,
      data: { message: { id: 'msg_1', ...(content && { content }) } },
    },
  })

/** A webhook of a new agent with a path and a secret of its own. */
export async function signedWebhook(app: SharedApp, owner: Person, endpoint: Endpoint) {
  const agent_id = (await app.make.app(owner, { kind: 'agent' })).id
  const path = `/${agent_id}`
  const hook = {
    target_url: endpoint.url(path),
    events: ['message.created' as const],
    generate_secret: true,
  }
  const { id, secret } = await app.as(owner).webhooks.create({ agent_id }, hook)
  return { agent_id, webhook_id: id, path, secret: secret ?? '' }
}

export type WebhookRows = Awaited<ReturnType<typeof webhookRows>>

/** A database with one app; `connect` opens a further connection to it. */
export async function webhookRows() {
  const { url, drop } = await cloneTemplate()
  const database = openDatabase({ connection: url, log: createLog('silent') })
  const query = async (text: string, values: unknown[] = []) =>
    (await database.pool.query(text, values)).rows as Record<string, unknown>[]
  await query(`insert into users (id, email, full_name) values ('usr_1', 'one@example.com', 'One')`)
  await query(`insert into workspaces (id, name, plan) values ('ws_1', 'One', 'business')`)
  await query(
    `insert into apps (id, workspace_id, owner_id, name, kind) values ('app_1', 'ws_1', 'usr_1', 'One', 'agent')`,
  )
  const connections: pg.Client[] = []

  return {
    db: database.db,
    query,
    async connect(): Promise<pg.Client> {
      const client = new pg.Client(url)
      await client.connect()
      connections.push(client)
      return client
    },
    async webhook(fields: { pool?: 'fast' | 'slow'; consecutive_failures?: number } = {}): Promise<string> {
      const { pool = 'fast', consecutive_failures = 0 } = fields
      const id = `wh_${randomUUID()}`
      const error = consecutive_failures > 0 ? '{"message": "before"}' : null
      await query(
        `insert into webhooks (id, app_id, source, target_url, events, pool, consecutive_failures, last_error,
                               created_date, updated_date)
         values ($1, 'app_1', 'agent', 'https://example.com/', '{message.created}', $2, $3, $4, now(), now())`,
        [id, pool, consecutive_failures, error],
      )
      return id
    },
    /** A lane that is due, or held under the claim. */
    async lane(webhookId: string, lane: number, claimId: string | null = null): Promise<void> {
      await query(
        `insert into webhook_lanes (webhook_id, lane, pool, next_at, claim_id, lease_until)
         select $1, $2, pool, now() - interval '1 minute', $3::uuid,
                case when $3::uuid is not null then now() + interval '1 minute' end
           from webhooks where id = $1`,
        [webhookId, lane, claimId],
      )
    },
    /** Waiting, with the number of attempts made so far; returns them in order. */
    async deliveries(
      rows: readonly { webhook_id: string; lane: number; epoch: number; attempt: number }[],
    ): Promise<{ id: string; seq: number }[]> {
      const made = rows.map((row) => ({ ...row, id: `dlv_${randomUUID()}`, event_id: `evt_${randomUUID()}` }))
      const stored = await query(
        `with r as (select * from jsonb_to_recordset($1::jsonb)
                      as r(id text, event_id text, webhook_id text, lane int, epoch int, attempt int)),
         e as (insert into webhook_events (id, app_id, type, body, created_date)
               select event_id, 'app_1', 'message.created', 'body', now() from r),
         d as (insert into deliveries (id, event_id, event_type, webhook_id, epoch, created_date)
               select id, event_id, 'message.created', webhook_id, epoch, now() from r
               returning id, seq)
         insert into webhook_queue (webhook_id, seq, delivery_id, event_id, lane, epoch, attempt, next_at, created_date)
         select webhook_id, seq, id, event_id, lane, epoch, attempt, now(), now() from r join d using (id)
         returning delivery_id, seq`,
        [JSON.stringify(made)],
      )
      const seqOf = new Map(stored.map(({ delivery_id, seq }) => [delivery_id, seq as number]))
      return made.map(({ id }) => ({ id, seq: seqOf.get(id) ?? 0 }))
    },
    async close(): Promise<void> {
      for (const client of connections) await client.end()
      await database.close()
      await drop()
    },
  }
}
