/** What the page of a webhook's deliveries reads next to their list. */
import type { Delivery } from '@atrium/sdk'
import { queryOptions } from '@tanstack/react-query'
import type { WebhookOwner } from './paths.ts'
import { webhooksOf } from './webhooks-of.ts'

export const deliveryQueries = {
  /** Read again once the list says that more was tried. */
  one: (owner: WebhookOwner, webhookId: string, { id, status, attempts }: Delivery) =>
    queryOptions({
      queryKey: ['deliveries', owner, webhookId, 'one', id, status, attempts.length],
      queryFn: ({ signal }) => webhooksOf(owner).delivery(webhookId, id, signal),
    }),
  stats: (owner: WebhookOwner, webhookId: string, by: 'hour' | 'day') =>
    queryOptions({
      queryKey: ['deliveries', owner, webhookId, 'stats', by],
      queryFn: ({ signal }) => webhooksOf(owner).stats(webhookId, by, signal),
    }),
}
