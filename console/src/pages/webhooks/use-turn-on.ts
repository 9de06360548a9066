import { toastFailure, useAct } from '../../act.ts'
import type { WebhookOwner } from '../../paths.ts'
import { type AnyWebhook, webhooksOf } from '../../webhooks-of.ts'

export function useTurnOn(owner: WebhookOwner, webhook: AnyWebhook) {
  return useAct({
    run: () => webhooksOf(owner).update(webhook.id, { enabled: true }),
    touches: ['webhooks', 'deliveries'],
    done: () => 'Webhook turned on',
    failure: toastFailure,
  })
}
