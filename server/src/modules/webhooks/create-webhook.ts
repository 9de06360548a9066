import type { InputOf, operations } from '@atrium/contract'
import { MAX_WEBHOOKS_PER_AGENT } from '@atrium/contract/webhook-limits'
import { transaction } from '../../platform/database/transaction.ts'
import { refuse } from '../../platform/errors.ts'
import { makeId } from '../../platform/ids.ts'
import type { Caller } from '../../tenancy/index.ts'
import { accessOwner } from './access-webhook.ts'
import type { Deps } from './deps.ts'
import { presentWebhook } from './present-webhook.ts'
import { sealSecret } from './sealed-secret.ts'
import { makeWebhookSecret } from './signing.ts'
import { webhookStore } from './store.ts'
import type { WebhookRow } from './tables.ts'
import { requireTarget } from './target.ts'

type Input = InputOf<typeof operations.webhooks.create> | InputOf<typeof operations.app_webhooks.create>

export async function createWebhook(deps: Deps, caller: Caller, { params, body }: Input) {
  const { db, clock, audit } = deps
  const target_url = requireTarget(deps, body.target_url)
  const { app, source } = await accessOwner(deps, caller, params)
  const entityNames = source === 'app' && 'entity_names' in body ? (body.entity_names ?? null) : null
  const secret = body.generate_secret ? makeWebhookSecret() : null
  const now = clock.now()
  const id = makeId('whk', now)
  const webhook: WebhookRow = {
    id,
    app_id: app.id,
    source,
    target_url,
    events: [...new Set<WebhookRow['events'][number]>(body.events)],
    entity_names: entityNames && [...new Set(entityNames)],
    description: body.description ?? null,
    secret: secret && sealSecret(deps.secrets, id, secret),
    previous_secret: null,
    previous_secret_until: null,
    epoch: 0,
    last_trigger_time: null,
    last_error: null,
    consecutive_failures: 0,
    failing_since: null,
    disabled_at: null,
    created_date: now,
    updated_date: now,
  }
  await transaction(db, async (tx) => {
    const store = webhookStore(tx)
    if ((await store.lockAndCount(app.id, source)) >= MAX_WEBHOOKS_PER_AGENT)
      throw refuse('webhook_limit_reached')
    await store.insert(webhook)
    await audit.record(tx, caller, {
      workspace_id: app.workspace_id,
      action: source === 'agent' ? 'webhooks.create' : 'app_webhooks.create',
      target_type: 'webhook',
      target_id: id,
      app_id: app.id,
      detail: { target_url, events: webhook.events, signed: secret !== null },
    })
  })
  return presentWebhook(webhook, secret)
}
