import type { Trouble, TroubleSource } from '../modules/attention/index.ts'
import { type TroubledWebhook, troubledWebhooks } from '../modules/webhooks/index.ts'
import type { Db } from '../platform/database/db.ts'
import { oneLine } from '../platform/text/one-line.ts'

export const webhookTroubles = (db: Db): TroubleSource => ({
  kinds: ['webhook_disabled', 'webhook_failing'],
  need: 'editor',
  list: async (scope) => (await troubledWebhooks(db, scope)).map(troubleOf),
})

function troubleOf(row: TroubledWebhook): Trouble {
  const { id, consecutive_failures, disabled_at, failing_since } = row
  const isOff = disabled_at !== null
  const since = disabled_at ?? failing_since
  return {
    kind: isOff ? 'webhook_disabled' : 'webhook_failing',
    severity: isOff ? 'critical' : 'warning',
    app: row,
    subject: { type: 'webhook', id, name: nameOf(row) },
    detail: isOff
      ? `It was turned off after ${consecutive_failures} failed deliveries in a row. Nothing is sent to it.`
      : `The last ${consecutive_failures} deliveries failed. After 20 in a row it is turned off.`,
    since,
    key: `${id} ${since?.toISOString()}`,
  }
}

/** The address may hold a secret, and this goes into emails. */
function nameOf({ description, target_url }: TroubledWebhook): string {
  return oneLine(description ?? '', 100) || (URL.canParse(target_url) ? new URL(target_url).host : 'Webhook')
}
