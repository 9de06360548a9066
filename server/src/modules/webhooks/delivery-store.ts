import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import { prepared } from '../../platform/database/prepared.ts'
import { refuse } from '../../platform/errors.ts'

export interface DeliveryRow {
  id: string
  seq: number
  event_id: string
  event_type: string
  status: 'pending' | 'succeeded' | 'failed' | 'canceled'
  created_date: Date
  next_attempt_at: Date | null
  attempts: {
    attempt: number
    trigger: 'automatic' | 'manual'
    started_at: string
    duration_ms: number
    status_code: number | null
    error_type: string | null
    message: string | null
    response_body: string | null
  }[]
}

export interface DeliveryFilter {
  webhook_id: string
  epoch: number
  status: DeliveryRow['status'] | undefined
  event_type: string | undefined
}

const COUNTED = 10_000

// What waits from an older epoch is canceled, whether or not a job has written that already.
const STATUS = `case when d.status = 'pending' and d.epoch <> $2 then 'canceled' else d.status end`
const COLUMNS = `d.id, d.seq, d.event_id, d.event_type, d.created_date, ${STATUS} as status,
  case when d.epoch = $2 then d.next_at end as next_attempt_at,
  coalesce((select json_agg(json_build_object('attempt', a.attempt, 'trigger', a.trigger,
              'started_at', to_char(a.started_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
              'duration_ms', a.duration_ms, 'status_code', a.status_code,
              'error_type', a.error_type, 'message', a.message, 'response_body', a.response_body)
              order by a.started_at)
              from webhook_attempts a where a.delivery_id = d.id), '[]'::json) as attempts`

const HAS_STATUS = {
  pending: `d.status = 'pending' and d.epoch = $2`,
  succeeded: `d.status = 'succeeded'`,
  failed: `d.status = 'failed'`,
  canceled: `(d.status = 'canceled' or (d.status = 'pending' and d.epoch <> $2))`,
  any: 'true',
}

// A statement for each, so that a rare status is found by its index and not by looking at all deliveries.
const listBy = (status: keyof typeof HAS_STATUS) =>
  prepared<DeliveryRow>(
    `deliveries_of_webhook_${status}`,
    `select ${COLUMNS} from deliveries d
      where d.webhook_id = $1 and ${HAS_STATUS[status]} and ($3::bigint is null or d.seq < $3)
        and ($4::text is null or d.event_type = $4)
      order by d.seq desc limit $5`,
  )
const listOf = {
  pending: listBy('pending'),
  succeeded: listBy('succeeded'),
  failed: listBy('failed'),
  canceled: listBy('canceled'),
  any: listBy('any'),
}

const deliveryById = prepared<DeliveryRow>(
  'delivery_by_id',
  `select ${COLUMNS} from deliveries d where d.webhook_id = $1 and d.id = $3`,
)

const deliveryWithBody = prepared<{ id: string; event_id: string; attempt: number; body: string }>(
  'delivery_with_body',
  `select d.id, d.event_id, d.attempt, convert_from(e.body, 'UTF8') as body
     from deliveries d join webhook_events e on e.id = d.event_id
    where d.webhook_id = $1 and d.id = $2`,
)

export const deliveryStore = (db: Db) => ({
  /** Newest first. */
  async list(
    { webhook_id, epoch, status, event_type }: DeliveryFilter,
    before: number | null,
    limit: number,
  ) {
    return listOf[status ?? 'any'](db, [webhook_id, epoch, before, event_type ?? null, limit])
  },
  async get(webhookId: string, epoch: number, id: string): Promise<DeliveryRow> {
    const [row] = await deliveryById(db, [webhookId, epoch, id])
    if (!row) throw refuse('delivery_not_found')
    return row
  },
  async findWithBody(webhookId: string, id: string) {
    const [row] = await deliveryWithBody(db, [webhookId, id])
    return row ?? null
  },
  /** How the newest ones ended. */
  async counts(webhookId: string, epoch: number) {
    const { rows } = await sql<{ pending: number; succeeded: number; failed: number; canceled: number }>`
      select count(*) filter (where status = 'pending' and epoch = ${epoch}) as pending,
             count(*) filter (where status = 'succeeded') as succeeded,
             count(*) filter (where status = 'failed') as failed,
             count(*) filter (where status = 'canceled' or (status = 'pending' and epoch <> ${epoch})) as canceled
        from (select status, epoch from deliveries where webhook_id = ${webhookId}
               order by seq desc limit ${COUNTED}) newest`.execute(db)
    const [row] = rows
    if (!row) throw new Error('a count without a row')
    return row
  },
})
