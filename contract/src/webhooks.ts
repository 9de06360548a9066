import { Type } from 'typebox'
import { Described, Id, Nullable } from './shared.ts'
import {
  agentEvents,
  EXAMPLE_AGENT_WEBHOOK,
  EXAMPLE_WEBHOOK,
  Webhook,
  webhookChanges,
  webhookFieldsToSend,
} from './webhook.ts'
import { webhookOperations } from './webhook-operations.ts'

const { webhooks, deliveries } = webhookOperations({
  areas: { webhooks: 'webhooks', deliveries: 'deliveries' },
  path: '/api/agents/{agent_id}/webhooks',
  owner: { agent_id: Described(Id, 'The agent’s app ID') },
  refuses: ['agent_not_found', 'editor_required', 'not_an_agent', 'plan_upgrade_required'],
  answer: Webhook,
  words: {
    subscription: 'messages of an agent',
    owner: 'an agent',
    webhook: 'a webhook',
    sender: 'a webhook',
  },
  draft: Type.Object({ ...webhookFieldsToSend, events: agentEvents }),
  changes: Type.Object({ ...webhookChanges, events: Type.Optional(Nullable(agentEvents)) }),
  examples: {
    webhook: EXAMPLE_AGENT_WEBHOOK,
    create: {
      body: { target_url: EXAMPLE_WEBHOOK.target_url, events: ['message.completed'], generate_secret: true },
      answer: { ...EXAMPLE_AGENT_WEBHOOK, secret: 'whsec_…' },
    },
    update: {
      body: { enabled: true, signing: 'rotate' },
      answer: { ...EXAMPLE_AGENT_WEBHOOK, secret: 'whsec_…' },
    },
  },
})

export const {
  create: createWebhook,
  list: listWebhooks,
  read: readWebhook,
  update: updateWebhook,
  delete: deleteWebhook,
  test: testWebhook,
} = webhooks
export const {
  list: listDeliveries,
  read: readDelivery,
  stats: readDeliveryStats,
  redeliver_failed: redeliverFailed,
  redeliver,
} = deliveries
