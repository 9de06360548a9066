import type { WebhookRow } from './tables.ts'

/** A webhook on the wire; the secret only in the answer that made it. */
export function presentWebhook(webhook: WebhookRow, newSecret: string | null = null) {
  const { id, target_url, events, entity_names, description, last_trigger_time, last_error } = webhook
  const { consecutive_failures, disabled_at, created_date, updated_date } = webhook
  return {
    id,
    target_url,
    events: events as never[], // the contract's words, checked when they came in
    entity_names,
    description,
    has_secret: webhook.secret !== null,
    last_trigger_time,
    last_error: presentError(last_error),
    consecutive_failures,
    disabled_at,
    created_date,
    updated_date,
    ...(newSecret !== null && { secret: newSecret }),
  }
}

/** Its time as all times are shown, however it was stored. */
export function presentError(error: WebhookRow['last_error']): WebhookRow['last_error'] {
  return error && { ...error, attempted_at: new Date(error.attempted_at).toISOString() }
}
