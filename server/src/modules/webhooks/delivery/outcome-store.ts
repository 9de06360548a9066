import type { Db } from '../../../platform/database/db.ts'
import { prepared } from '../../../platform/database/prepared.ts'
import { webhookAttempts } from '../tables.ts'
import { countHours } from './count-hours.ts'
import type { Health, Outcome } from './outcome.ts'
import { writeFailures } from './write-failures.ts'
import { writeSuccesses } from './write-successes.ts'

const ATTEMPT = webhookAttempts.columns()

const logAttempt = prepared(
  'webhook_log_manual_attempt',
  `with logged as (
     insert into webhook_attempts (${ATTEMPT})
     values ($1, $2, $3, 'manual', $4, $5, $6, $7, $8, $9, $10, $11, $12)),
   hours as (${countHours(
     `select $2::text as webhook_id, $5::timestamptz as started_at, $6::int as duration_ms,
             $4::text = 'succeeded' as ok, null::float8 as retry_seconds`,
   )})
   update webhooks set last_trigger_time = greatest(last_trigger_time, $5) where id = $2`,
)

export const outcomeStore = (db: Db) => ({
  /** In the given order, once for each `batchId` however often it is asked for. */
  async write(
    outcomes: readonly Outcome[],
    batchId: string,
    leaseSeconds: number,
  ): Promise<Map<string, Health>> {
    const rows = outcomes.every(({ ok }) => ok)
      ? await writeSuccesses(db, outcomes, leaseSeconds)
      : await writeFailures(db, outcomes, batchId, leaseSeconds)
    return new Map(rows.map((row) => [row.webhook_id, row]))
  },
  /** Somebody asked for it: it is logged and moves last_trigger_time, nothing else. */
  async writeManual(
    outcome: Omit<Outcome, 'seq' | 'lane' | 'claim_id' | 'epoch' | 'retry_seconds' | 'is_slow'>,
  ): Promise<void> {
    const { delivery_id, webhook_id, attempt, ok, started_at, duration_ms } = outcome
    const { status_code, error_type, message, response_body, signatures, response_headers } = outcome
    await logAttempt(db, [
      delivery_id,
      webhook_id,
      attempt,
      ok ? 'succeeded' : 'failed',
      started_at,
      duration_ms,
      status_code,
      error_type,
      message,
      response_body,
      signatures,
      response_headers,
    ])
  },
})
