import { refuse } from '../../platform/errors.ts'
import { type App, type Caller, requirePlan } from '../../tenancy/index.ts'
import type { Deps } from './deps.ts'
import { webhookStore } from './store.ts'
import type { WebhookRow } from './tables.ts'

/** The two doors to webhooks: those of an agent, and those of an app. */
export type OwnerParams = { agent_id: string } | { app_id: string }

export interface Owner {
  app: App
  source: WebhookRow['source']
}

/** The agent or app whose webhooks a request is about, for its editors; agent webhooks need a plan. */
export async function accessOwner({ access }: Deps, caller: Caller, params: OwnerParams): Promise<Owner> {
  if ('app_id' in params) return { app: await access.app(caller, params.app_id, 'editor'), source: 'app' }
  const app = await access.agent(caller, params.agent_id, 'editor')
  // Spec: webhook update, 403. A collaborator entry does not raise a viewer of the workspace here. G832
  if (app.workspace.role === 'viewer') throw refuse('editor_required')
  requirePlan(app.workspace, 'builder')
  return { app, source: 'agent' }
}

/** The webhook, through its owner. */
export async function accessWebhook(
  deps: Deps,
  caller: Caller,
  params: OwnerParams & { webhook_id: string },
): Promise<Owner & { webhook: WebhookRow }> {
  const owner = await accessOwner(deps, caller, params)
  const webhook = await webhookStore(deps.db).find(owner.app.id, owner.source, params.webhook_id)
  if (!webhook) throw refuse('webhook_not_found')
  return { ...owner, webhook }
}
