import type { Db } from '../../platform/database/db.ts'
import type { BaseDeps } from '../../tenancy/index.ts'
import { webhookStore } from './store.ts'

/** Records it in the audit log and publishes it, in the transaction of the failure that turned it off. */
export async function recordTurnOff(
  { audit, events }: Pick<BaseDeps, 'audit' | 'events'>,
  tx: Db,
  webhookId: string,
) {
  const { app_id, workspace_id } = await webhookStore(tx).ownerOf(webhookId)
  await audit.record(tx, null, {
    workspace_id,
    action: 'webhooks.turn_off',
    target_type: 'webhook',
    target_id: webhookId,
    app_id,
    detail: { reason: 'too many deliveries failed in a row' },
  })
  await events.announce(tx, 'webhook.turned_off', { webhook_id: webhookId, app_id, workspace_id })
}
