import type { WebhookRow } from './tables.ts'

/** What a caller may change; null changes nothing, but it removes the description and an app's choice of entities. */
export interface WebhookChanges {
  target_url?: string | null
  events?: Readonly<WebhookRow['events']> | null
  entity_names?: readonly string[] | null
  description?: string | null
  enabled?: boolean | null
  signing?: 'rotate' | 'disable' | null
}

const OLD_SECRET_MS = 24 * 60 * 60 * 1000

/** The columns that a change sets; health columns only when it turns the webhook on or off. */
export function columnsToSet(
  webhook: Pick<WebhookRow, 'source' | 'disabled_at' | 'epoch' | 'secret'>,
  changes: WebhookChanges,
  newSecret: string | null,
  now: Date,
): Partial<WebhookRow> {
  const set: Partial<WebhookRow> = {}
  if (changes.target_url != null) set.target_url = changes.target_url
  if (changes.events != null) set.events = [...new Set(changes.events)]
  // An agent has no entities; in its body the name is one of those that are ignored.
  if (webhook.source === 'app' && changes.entity_names !== undefined)
    set.entity_names = changes.entity_names && [...new Set(changes.entity_names)]
  if (changes.description !== undefined) set.description = changes.description
  if (changes.enabled === true) Object.assign(set, turnedOn(webhook))
  if (changes.enabled === false && webhook.disabled_at === null) {
    Object.assign(set, { disabled_at: now, epoch: webhook.epoch + 1 })
  }
  if (changes.signing === 'rotate') {
    Object.assign(set, {
      secret: newSecret,
      previous_secret: webhook.secret,
      previous_secret_until: webhook.secret === null ? null : new Date(now.getTime() + OLD_SECRET_MS),
    })
  }
  if (changes.signing === 'disable') {
    Object.assign(set, { secret: null, previous_secret: null, previous_secret_until: null })
  }
  return Object.keys(set).length === 0 ? set : { ...set, updated_date: now }
}

/** Where to send at this moment, and what to sign with: a secret that was replaced counts for a day. */
export function targetAt(webhook: WebhookRow, now: Date) {
  const { id, target_url, secret, previous_secret, previous_secret_until } = webhook
  const isOver = previous_secret_until === null || previous_secret_until <= now
  return { webhook_id: id, target_url, secret, previous_secret: isOver ? null : previous_secret }
}

/** Resets the failures. A webhook that was off begins a new epoch: late results of before count nothing. */
function turnedOn({ disabled_at, epoch }: Pick<WebhookRow, 'disabled_at' | 'epoch'>): Partial<WebhookRow> {
  if (disabled_at === null) return { consecutive_failures: 0, failing_since: null }
  return { consecutive_failures: 0, failing_since: null, disabled_at: null, epoch: epoch + 1 }
}
