import type { InputOf, operations } from '@atrium/contract'
import { afterCommit, transaction } from '../../platform/database/transaction.ts'
import { refuse } from '../../platform/errors.ts'
import type { Caller } from '../../tenancy/index.ts'
import { accessWebhook } from './access-webhook.ts'
import type { Deps } from './deps.ts'
import { redeliveryStore } from './redelivery-store.ts'

type Input =
  | InputOf<typeof operations.deliveries.redeliver_failed>
  | InputOf<typeof operations.app_deliveries.redeliver_failed>

/** Those that failed wait again and are sent in their order; a second request finds them waiting, and nothing to do. */
export async function redeliverFailed(deps: Deps, caller: Caller, { params, body }: Input) {
  const { app, source, webhook } = await accessWebhook(deps, caller, params)
  if (webhook.disabled_at !== null) throw refuse('webhook_off')
  const filter = {
    webhook_id: webhook.id,
    since: body.since == null ? null : new Date(body.since),
    event_type: body.event_type ?? null,
  }
  const answer = await transaction(deps.db, async (tx) => {
    const store = redeliveryStore(tx)
    await store.takeTurn(webhook.id)
    const queued = await store.enqueueFailed(filter)
    if (queued === 0) return { queued, has_more: false }
    await deps.audit.record(tx, caller, {
      workspace_id: app.workspace_id,
      action: source === 'agent' ? 'deliveries.redeliver_failed' : 'app_deliveries.redeliver_failed',
      target_type: 'webhook',
      target_id: webhook.id,
      app_id: app.id,
      detail: { queued, event_type: filter.event_type },
    })
    return { queued, has_more: await store.hasFailed(filter) }
  })
  if (answer.queued > 0) afterCommit(deps.db, () => deps.deliveries.wake())
  return answer
}
