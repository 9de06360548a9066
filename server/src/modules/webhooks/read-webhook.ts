import type { InputOf, operations } from '@atrium/contract'
import type { Caller } from '../../tenancy/index.ts'
import { accessWebhook } from './access-webhook.ts'
import type { Deps } from './deps.ts'
import { presentWebhook } from './present-webhook.ts'

type Input = InputOf<typeof operations.webhooks.read> | InputOf<typeof operations.app_webhooks.read>

export async function readWebhook(deps: Deps, caller: Caller, { params }: Input) {
  const { webhook } = await accessWebhook(deps, caller, params)
  return presentWebhook(webhook)
}
