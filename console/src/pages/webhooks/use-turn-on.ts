import { toastFailure, useAct } from '../../act.ts'
import { withFields } from '../../at-once.ts'
import type { WebhookOwner } from '../../paths.ts'
import { type AnyWebhook, webhooksOf } from '../../webhooks-of.ts'
import { words } from './words.ts'

export function useTurnOn(owner: WebhookOwner, webhook: AnyWebhook) {
  return useAct({
    run: () => webhooksOf(owner).update(webhook.id, { enabled: true }),
    touches: ['webhooks', 'deliveries'],
    atOnce: {
      within: ['webhooks', owner],
      change: (data) => withFields(data, webhook.id, { disabled_at: null, consecutive_failures: 0 }),
    },
    done: () => words.webhookTurnedOn,
    failure: toastFailure,
  })
}
