import type { Db } from '../../platform/database/db.ts'
import { prepared } from '../../platform/database/prepared.ts'
import { transaction } from '../../platform/database/transaction.ts'
import { makeId } from '../../platform/ids.ts'
import { countHours } from './delivery/count-hours.ts'
import { bodyOf, type HappenedEvent } from './record-event.ts'
import { deliveries, webhookEvents } from './tables.ts'

/** A delivery that has ended. */
export interface ImportedDelivery extends Pick<HappenedEvent, 'app_id' | 'type' | 'happened_at' | 'payload'> {
  webhook_id: string
  status: 'succeeded' | 'failed' | 'canceled'
  attempts: readonly ImportedAttempt[]
}

export interface ImportedAttempt {
  started_at: Date
  duration_ms: number
  status_code: number
  response_body: string | null
  /** Until the next try; null when there was none. */
  retry_seconds: number | null
}

const ATTEMPTS = `json_to_recordset($1::json) as a (delivery_id text, webhook_id text, attempt integer, ok boolean,
  started_at timestamptz, duration_ms integer, status_code integer, response_body text, retry_seconds float8)`

const insertAttempts = prepared(
  'import_webhook_attempts',
  `insert into webhook_attempts (delivery_id, webhook_id, attempt, trigger, outcome, started_at, duration_ms,
                                 status_code, message, response_body)
   select delivery_id, webhook_id, attempt, 'automatic', case when ok then 'succeeded' else 'failed' end, started_at,
          duration_ms, status_code, case when not ok then 'The endpoint answered ' || status_code || '.' end,
          response_body
     from ${ATTEMPTS}`,
)

const insertHours = prepared(
  'import_webhook_hours',
  countHours(`select webhook_id, started_at, duration_ms, ok, retry_seconds from ${ATTEMPTS}`),
)

/** Brings in what archives leave out, such as what the webhooks of the demo company sent; oldest first. */
export async function importDeliveries(db: Db, given: readonly ImportedDelivery[]): Promise<void> {
  const sent = given.map((one) => ({
    ...one,
    id: makeId('dlv', one.happened_at),
    event_id: makeId('evt', one.happened_at),
  }))
  const attempts = sent.flatMap(({ id, webhook_id, attempts: tries }) =>
    tries.map((attempt, at) => ({
      ...attempt,
      ...{ delivery_id: id, webhook_id, attempt: at + 1, ok: attempt.status_code < 300 },
    })),
  )
  await transaction(db, async (tx) => {
    await webhookEvents.insertNew(
      tx,
      sent.map(({ event_id, app_id, type, happened_at, payload }) => ({
        ...{ id: event_id, app_id, type, created_date: happened_at },
        body: `\\x${Buffer.from(bodyOf(event_id, { type, happened_at, payload })).toString('hex')}`,
      })),
    )
    await deliveries.insertNew(
      tx,
      sent.map(({ id, event_id, type, webhook_id, status, happened_at }) => ({
        ...{ id, event_id, event_type: type, webhook_id, status, epoch: 0, created_date: happened_at },
      })),
    )
    await insertAttempts(tx, [JSON.stringify(attempts)])
    await insertHours(tx, [JSON.stringify(attempts)])
  })
}
