import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import { prepared } from '../../platform/database/prepared.ts'
import type { RowOf } from '../../platform/database/table.ts'
import { refuse } from '../../platform/errors.ts'
import type { AttemptRow, deliveries } from './tables.ts'

type Delivery = RowOf<typeof deliveries>
export interface DeliveryRow extends Omit<Delivery, 'status' | 'webhook_id' | 'epoch'> {
  status: 'pending' | Delivery['status']
  next_attempt_at: Date | null
  attempts: AttemptInRow[]
}
type NotShown = 'delivery_id' | 'webhook_id' | 'outcome' | 'started_at' | 'signatures' | 'response_headers'
interface AttemptInRow extends Omit<AttemptRow, NotShown> {
  started_at: string
}
export interface DeliveryDetailRow extends Omit<DeliveryRow, 'attempts'> {
  attempts: AttemptDetailRow[]
  payload: string
}

export interface DeliveryFilter {
  webhook_id: string
  epoch: number
  status: DeliveryRow['status'] | undefined
  event_type: string | undefined
  /** The id of a delivery or of its event. */
  search: string | undefined
}

const COUNTED = 10_000

// What waits from an older epoch is canceled, whether or not a job has written that already. Of what does not wait the
// row says how it ended.
const STATE = `d.id, d.seq, d.event_id, d.event_type, d.created_date,
  case when q.seq is null then d.status when q.epoch = $2 then 'pending' else 'canceled' end as status,
  case when q.epoch = $2 then q.next_at end as next_attempt_at`
const ON = 'on q.webhook_id = d.webhook_id and q.seq = d.seq'
const ALL = `deliveries d left join webhook_queue q ${ON}`
const WAITING = `deliveries d join webhook_queue q ${ON}`

const withAttempts = (found: string, more = '') => `
  select f.id, f.seq, f.event_id, f.event_type, f.created_date, f.status, f.next_attempt_at,
         coalesce((select json_agg(json_build_object('attempt', a.attempt, 'trigger', a.trigger,
             'started_at', to_char(a.started_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
             'duration_ms', a.duration_ms, 'status_code', a.status_code,
             'error_type', a.error_type, 'message', a.message, 'response_body', a.response_body${more})
             order by a.started_at)
             from webhook_attempts a where a.delivery_id = f.id), '[]'::json) as attempts
    from (${found}) f`

interface AttemptDetailRow extends AttemptInRow {
  signatures: string | null
  response_headers: string | null
}

// A statement for each, so that a rare status is found by its index and not by looking at all deliveries.
const listBy = (name: string, ...parts: { from: string; where: string }[]) => {
  const any = listFound(`deliveries_of_webhook_${name}`, parts, '')
  // By one of two keys, which at most one delivery of the webhook has each.
  const searched = listFound(
    `deliveries_of_webhook_${name}_searched`,
    parts,
    ' and d.id in (select id from deliveries where id = $6 union all select id from deliveries where event_id = $6)',
  )
  return { any, searched }
}
function listFound(name: string, parts: readonly { from: string; where: string }[], wanted: string) {
  const found = parts.map(
    ({ from, where }) => `(
      select ${STATE} from ${from}
       where d.webhook_id = $1 and ${where} and ($3::bigint is null or d.seq < $3)
         and ($4::text is null or d.event_type = $4)${wanted}
       order by d.seq desc limit $5)`,
  )
  return prepared<DeliveryRow>(
    name,
    `${withAttempts(found.join(' union all '))} order by f.seq desc limit $5`,
  )
}
const listOf = {
  pending: listBy('pending', { from: WAITING, where: 'q.epoch = $2' }),
  succeeded: listBy('succeeded', { from: ALL, where: `d.status = 'succeeded' and q.seq is null` }),
  failed: listBy('failed', { from: ALL, where: `d.status = 'failed'` }),
  canceled: listBy(
    'canceled',
    { from: ALL, where: `d.status = 'canceled'` },
    { from: WAITING, where: 'q.epoch <> $2' },
  ),
  any: listBy('any', { from: ALL, where: 'true' }),
}

const deliveryById = prepared<DeliveryRow>(
  'delivery_by_id',
  withAttempts(`select ${STATE} from ${ALL} where d.webhook_id = $1 and d.id = $3`),
)

const deliveryInDetail = prepared<DeliveryDetailRow>(
  'delivery_in_detail',
  `select of.*, convert_from(e.body, 'UTF8') as payload
     from (${withAttempts(
       `select ${STATE} from ${ALL} where d.webhook_id = $1 and d.id = $3`,
       `, 'signatures', a.signatures, 'response_headers', a.response_headers`,
     )}) of join webhook_events e on e.id = of.event_id`,
)

const deliveryWithBody = prepared<{ id: string; event_id: string; attempt: number; body: string }>(
  'delivery_with_body',
  `select d.id, d.event_id, convert_from(e.body, 'UTF8') as body,
          (select coalesce(max(a.attempt), 0) from webhook_attempts a
            where a.delivery_id = d.id and a.trigger = 'automatic' and a.outcome <> 'stale') as attempt
     from deliveries d join webhook_events e on e.id = d.event_id
    where d.webhook_id = $1 and d.id = $2`,
)

export const deliveryStore = (db: Db) => ({
  /** Newest first. */
  async list(
    { webhook_id, epoch, status, event_type, search }: DeliveryFilter,
    before: number | null,
    limit: number,
  ) {
    const { any, searched } = listOf[status ?? 'any']
    const values = [webhook_id, epoch, before, event_type ?? null, limit]
    return search === undefined ? any(db, values) : searched(db, [...values, search])
  },
  async get(webhookId: string, epoch: number, id: string): Promise<DeliveryRow> {
    const [row] = await deliveryById(db, [webhookId, epoch, id])
    if (!row) throw refuse('delivery_not_found')
    return row
  },
  async getInDetail(webhookId: string, epoch: number, id: string): Promise<DeliveryDetailRow> {
    const [row] = await deliveryInDetail(db, [webhookId, epoch, id])
    if (!row) throw refuse('delivery_not_found')
    return row
  },
  async findWithBody(webhookId: string, id: string) {
    const [row] = await deliveryWithBody(db, [webhookId, id])
    return row ?? null
  },
  /** How the newest ones stand; among those that ended well are at first also those that wait. */
  async counts(webhookId: string, epoch: number) {
    const { rows } = await sql<{ pending: number; succeeded: number; failed: number; canceled: number }>`
      with newest as (
        select seq, status from deliveries where webhook_id = ${webhookId} order by seq desc limit ${COUNTED}),
      ended as (
        select count(*) filter (where status = 'succeeded') as succeeded,
               count(*) filter (where status = 'failed') as failed,
               count(*) filter (where status = 'canceled') as canceled, min(seq) as first
          from newest),
      waiting as (
        select count(*) filter (where epoch = ${epoch}) as pending, count(*) filter (where epoch <> ${epoch}) as over
          from webhook_queue where webhook_id = ${webhookId} and seq >= (select first from ended))
      select pending, succeeded - pending - over as succeeded, failed, canceled + over as canceled
        from ended, waiting`.execute(db)
    const [row] = rows
    if (!row) throw new Error('a count without a row')
    return row
  },
})
