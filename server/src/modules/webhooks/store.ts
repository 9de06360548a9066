import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import { prepared } from '../../platform/database/prepared.ts'
import type { RowOf } from '../../platform/database/table.ts'
import type { WebhookRow, webhooks } from './tables.ts'

// The pool starts with its default.
type Tables = { webhooks: Omit<RowOf<typeof webhooks>, 'pool'> }

/** Events of one kind that happened together, in their order. */
export interface NewEvents {
  app_id: string
  source: WebhookRow['source']
  type: string
  entity_name: string | null
  created_date: Date
  events: readonly {
    id: string
    /** Deliveries of one lane are sent in their order. */
    lane: number
    body: string
  }[]
}

const TARGETS = `
  select id, pool, epoch from webhooks
   where app_id = $1 and source = $2 and disabled_at is null and deleted_at is null and $3 = any(events)
     and ($4::text is null or entity_names is null or $4 = any(entity_names))`

// The event, a waiting delivery for each webhook that is on and wants it, and their lanes: nothing when none does.
const recordEvent = prepared<{ webhook_id: string }>(
  'webhook_record_event',
  `with target as (${TARGETS}),
   event as (
     insert into webhook_events (id, app_id, type, body, created_date)
     select $6, $1, $3, convert_to($8, 'UTF8'), $5 where exists (select from target)
     on conflict (id) do nothing
     returning id),
   made as (
     insert into deliveries (id, event_id, event_type, webhook_id, epoch, created_date)
     select 'dlv_' || md5(event.id || target.id), event.id, $3, target.id, target.epoch, clock_timestamp()
       from event, target
     returning webhook_id, seq, id, event_id, epoch, created_date),
   queued as (
     insert into webhook_queue (webhook_id, seq, delivery_id, event_id, epoch, lane, next_at, created_date)
     select webhook_id, seq, id, event_id, epoch, $7, created_date, created_date from made)
   insert into webhook_lanes as l (webhook_id, lane, pool, next_at, pokes)
   select made.webhook_id, $7, target.pool, made.created_date, 1
     from made join target on target.id = made.webhook_id
    order by made.webhook_id
   on conflict (webhook_id, lane) do update
     set next_at = least(l.next_at, excluded.next_at), pokes = l.pokes + 1
   returning webhook_id`,
)

// The same for many, in their order.
const recordEvents = prepared<{ webhook_id: string }>(
  'webhook_record_events',
  `with target as (${TARGETS}),
   given as (select * from unnest($6::text[], $7::int[], $8::text[]) with ordinality as e(id, lane, body, n)),
   event as (
     insert into webhook_events (id, app_id, type, body, created_date)
     select id, $1, $3, convert_to(body, 'UTF8'), $5 from given where exists (select from target)
     on conflict (id) do nothing
     returning id),
   made as (
     insert into deliveries (id, event_id, event_type, webhook_id, epoch, created_date)
     select 'dlv_' || md5(given.id || target.id), given.id, $3, target.id, target.epoch, clock_timestamp()
       from event join given on given.id = event.id, target
      order by given.n
     returning webhook_id, seq, id, event_id, epoch, created_date),
   queued as (
     insert into webhook_queue (webhook_id, seq, delivery_id, event_id, epoch, lane, next_at, created_date)
     select made.webhook_id, made.seq, made.id, made.event_id, made.epoch, given.lane, made.created_date,
            made.created_date
       from made join given on given.id = made.event_id
     returning webhook_id, lane, next_at)
   insert into webhook_lanes as l (webhook_id, lane, pool, next_at, pokes)
   select queued.webhook_id, queued.lane, target.pool, min(queued.next_at), count(*)
     from queued join target on target.id = queued.webhook_id
    group by queued.webhook_id, queued.lane, target.pool
    order by queued.webhook_id, queued.lane
   on conflict (webhook_id, lane) do update
     set next_at = least(l.next_at, excluded.next_at), pokes = l.pokes + excluded.pokes
   returning webhook_id`,
)

/** SQL, with the SQL of an app and an entity in it: no webhook wants to know of changes of its records. */
export function hasNoSubscribers(app: string, entity: string): string {
  return `record_is_unheard(${app}, ${entity})`
}

const ownerOfWebhook = prepared<{ app_id: string; workspace_id: string }>(
  'webhook_owner',
  'select w.app_id, a.workspace_id from webhooks w join apps a on a.id = w.app_id where w.id = $1',
)

export const webhookStore = (db: Db) => {
  const q = db.$extendTables<Tables>()
  return {
    async insert(row: WebhookRow): Promise<void> {
      await q
        .insertInto('webhooks')
        .values({ ...row, deleted_at: null })
        .execute()
    },
    /** Makes the creations of one owner wait for each other, and counts what is there. */
    async lockAndCount(appId: string, source: WebhookRow['source']): Promise<number> {
      await sql`select pg_advisory_xact_lock(hashtextextended('webhooks ' || ${appId}, 0))`.execute(db)
      const { count } = await q
        .selectFrom('webhooks')
        .select(sql<number>`count(*)`.as('count'))
        .where('app_id', '=', appId)
        .where('source', '=', source)
        .where('deleted_at', 'is', null)
        .executeTakeFirstOrThrow()
      return count
    },
    async list(appId: string, source: WebhookRow['source']): Promise<WebhookRow[]> {
      return q
        .selectFrom('webhooks')
        .selectAll()
        .where('app_id', '=', appId)
        .where('source', '=', source)
        .where('deleted_at', 'is', null)
        .orderBy('created_date', 'desc')
        .orderBy('id', 'desc')
        .limit(100)
        .execute()
    },
    async find(appId: string, source: WebhookRow['source'], id: string): Promise<WebhookRow | undefined> {
      return q
        .selectFrom('webhooks')
        .selectAll()
        .where('id', '=', id)
        .where('app_id', '=', appId)
        .where('source', '=', source)
        .where('deleted_at', 'is', null)
        .executeTakeFirst()
    },
    /** The row as it is now, kept until the transaction ends. */
    async lock(id: string): Promise<WebhookRow | undefined> {
      return q
        .selectFrom('webhooks')
        .selectAll()
        .where('id', '=', id)
        .where('deleted_at', 'is', null)
        .forNoKeyUpdate()
        .executeTakeFirst()
    },
    async update(id: string, set: Partial<WebhookRow>): Promise<WebhookRow> {
      return q.updateTable('webhooks').set(set).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
    },
    /** Reads as missing at once; what waits is canceled by the new epoch, and a lane under way ends by the date. */
    async markDeleted(id: string, now: Date): Promise<boolean> {
      const { numUpdatedRows } = await q
        .updateTable('webhooks')
        .set({ deleted_at: now, updated_date: now, epoch: sql`epoch + 1` })
        .where('id', '=', id)
        .where('deleted_at', 'is', null)
        .executeTakeFirstOrThrow()
      return numUpdatedRows > 0n
    },
    async markDeletedOf(appId: string, now: Date): Promise<void> {
      await q
        .updateTable('webhooks')
        .set({ deleted_at: now, updated_date: now, epoch: sql`epoch + 1` })
        .where('app_id', '=', appId)
        .where('deleted_at', 'is', null)
        .execute()
    },
    async ownerOf(id: string): Promise<{ app_id: string; workspace_id: string }> {
      const [row] = await ownerOfWebhook(db, [id])
      if (!row) throw new Error(`webhook ${id} is gone`)
      return row
    },
    /** Returns whether anybody will be notified. */
    async recordEvents({ app_id, source, type, entity_name, created_date, events }: NewEvents) {
      const kind = [app_id, source, type, entity_name, created_date]
      const [first, ...more] = events
      if (!first) return false
      const lanes =
        more.length === 0
          ? await recordEvent(db, [...kind, first.id, first.lane, first.body])
          : await recordEvents(db, [
              ...kind,
              events.map(({ id }) => id),
              events.map(({ lane }) => lane),
              events.map(({ body }) => body),
            ])
      return lanes.length > 0
    },
  }
}
