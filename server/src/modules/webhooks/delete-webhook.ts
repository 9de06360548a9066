import type { InputOf, operations } from '@atrium/contract'
import { transaction } from '../../platform/database/transaction.ts'
import { refuse } from '../../platform/errors.ts'
import type { Caller } from '../../tenancy/index.ts'
import { accessWebhook } from './access-webhook.ts'
import type { Deps } from './deps.ts'
import { webhookStore } from './store.ts'

type Input = InputOf<typeof operations.webhooks.delete> | InputOf<typeof operations.app_webhooks.delete>

export async function deleteWebhook(deps: Deps, caller: Caller, { params }: Input) {
  const { app, source, webhook } = await accessWebhook(deps, caller, params)
  await transaction(deps.db, async (tx) => {
    if (!(await webhookStore(tx).markDeleted(webhook.id, deps.clock.now()))) throw refuse('webhook_not_found')
    await deps.audit.record(tx, caller, {
      workspace_id: app.workspace_id,
      action: source === 'agent' ? 'webhooks.delete' : 'app_webhooks.delete',
      target_type: 'webhook',
      target_id: webhook.id,
      app_id: app.id,
      detail: { target_url: webhook.target_url },
    })
  })
  return { deleted: true as const }
}
