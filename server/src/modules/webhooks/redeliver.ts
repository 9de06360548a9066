import type { InputOf, operations } from '@atrium/contract'
import { transaction } from '../../platform/database/transaction.ts'
import { refuse } from '../../platform/errors.ts'
import type { Caller } from '../../tenancy/index.ts'
import { accessWebhook } from './access-webhook.ts'
import { describeOutcome } from './delivery/attempt.ts'
import { outcomeStore } from './delivery/outcome-store.ts'
import { deliveryStore } from './delivery-store.ts'
import type { Deps } from './deps.ts'
import { targetAt } from './webhook-rules.ts'

type Input =
  | InputOf<typeof operations.deliveries.redeliver>
  | InputOf<typeof operations.app_deliveries.redeliver>

const REDELIVER_MS = 15_000

/** Sends the same event once more, now, whatever became of it; also while the webhook is off. */
export async function redeliver(deps: Deps, caller: Caller, { params }: Input) {
  const { db, audit, clock } = deps
  const { app, source, webhook } = await accessWebhook(deps, caller, params)
  const store = deliveryStore(db)
  const delivery = await store.findWithBody(webhook.id, params.delivery_id)
  if (!delivery) throw refuse('delivery_not_found')
  const attempted = await deps.deliveries.attempt(targetAt(webhook, clock.now()), delivery, REDELIVER_MS)
  await transaction(db, async (tx) => {
    await outcomeStore(tx).writeManual({
      ...describeOutcome(attempted),
      delivery_id: delivery.id,
      webhook_id: webhook.id,
      attempt: delivery.attempt + 1,
    })
    await audit.record(tx, caller, {
      workspace_id: app.workspace_id,
      action: source === 'agent' ? 'deliveries.redeliver' : 'app_deliveries.redeliver',
      target_type: 'delivery',
      target_id: delivery.id,
      app_id: app.id,
    })
  })
  return store.get(webhook.id, webhook.epoch, delivery.id)
}
