import type { InputOf, operations } from '@atrium/contract'
import { transaction } from '../../platform/database/transaction.ts'
import { refuse } from '../../platform/errors.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Caller } from '../../tenancy/index.ts'
import { accessWebhook } from './access-webhook.ts'
import type { Deps } from './deps.ts'
import { presentWebhook } from './present-webhook.ts'
import { canOpenSecret, sealSecret } from './sealed-secret.ts'
import { makeWebhookSecret } from './signing.ts'
import { webhookStore } from './store.ts'
import type { WebhookRow } from './tables.ts'
import { requireTarget } from './target.ts'
import { columnsToSet, type WebhookChanges } from './webhook-rules.ts'

type Input = InputOf<typeof operations.webhooks.update> | InputOf<typeof operations.app_webhooks.update>

/** Spec: PATCH /api/agents/{agent_id}/webhooks/{webhook_id}. */
export async function updateWebhook(deps: Deps, caller: Caller, { params, body }: Input) {
  const { db, clock, audit, secrets } = deps
  const changes: WebhookChanges = body.target_url
    ? { ...body, target_url: requireTarget(deps, body.target_url) }
    : body
  const { app, source, webhook } = await accessWebhook(deps, caller, params)
  const secret = body.signing === 'rotate' ? makeWebhookSecret() : null

  return transaction(db, async (tx) => {
    const store = webhookStore(tx)
    // Read again under a lock: an attempt may be changing its health right now.
    const current = await store.lock(webhook.id)
    if (!current) throw refuse('webhook_not_found')
    const sealed = secret && sealSecret(secrets, webhook.id, secret)
    const set = columnsToSet(withoutLostSecret(secrets, current), changes, sealed, clock.now())
    if (Object.keys(set).length === 0) return presentWebhook(current)
    const updated = await store.update(webhook.id, set)
    await audit.record(tx, caller, {
      workspace_id: app.workspace_id,
      action: source === 'agent' ? 'webhooks.update' : 'app_webhooks.update',
      target_type: 'webhook',
      target_id: webhook.id,
      app_id: app.id,
      detail: whatChanged(set, changes),
    })
    return presentWebhook(updated, secret)
  })
}

/** A secret that cannot be read any more signs nothing, so a rotation must not keep it on for a day. */
function withoutLostSecret(secrets: Secrets, webhook: WebhookRow): WebhookRow {
  const isLost = webhook.secret !== null && !canOpenSecret(secrets, webhook.id, webhook.secret)
  return isLost ? { ...webhook, secret: null } : webhook
}

/** For the audit log, in the words of the request; never a secret. */
function whatChanged(set: Partial<WebhookRow>, { enabled, signing }: WebhookChanges) {
  const { target_url, events, entity_names, description } = set
  const fields = { target_url, events, entity_names, description }
  return { ...fields, ...(enabled != null && { enabled }), ...(signing != null && { signing }) }
}
