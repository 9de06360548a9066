import type { InputOf, operations } from '@atrium/contract'
import type { Caller } from '../../tenancy/index.ts'
import { accessOwner } from './access-webhook.ts'
import type { Deps } from './deps.ts'
import { presentWebhook } from './present-webhook.ts'
import { webhookStore } from './store.ts'

type Input = InputOf<typeof operations.webhooks.list> | InputOf<typeof operations.app_webhooks.list>

export async function listWebhooks(deps: Deps, caller: Caller, { params }: Input) {
  const { app, source } = await accessOwner(deps, caller, params)
  const rows = await webhookStore(deps.db).list(app.id, source)
  return { items: rows.map((row) => presentWebhook(row)) }
}
