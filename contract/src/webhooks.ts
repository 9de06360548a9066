import { Type } from 'typebox'
import { operation, personal } from './operation.ts'
import { Id, Nullable } from './shared.ts'
import {
  agentEvents,
  Delivery,
  DeliveryPage,
  DeliveryQuery,
  EXAMPLE_AGENT_WEBHOOK,
  EXAMPLE_DELIVERIES,
  EXAMPLE_DELIVERY,
  EXAMPLE_TEST,
  EXAMPLE_WEBHOOK,
  TestResult,
  WEBHOOK_LIMIT,
  Webhook,
  webhookChanges,
  webhookFieldsToSend,
} from './webhook.ts'

const OF_AGENT = '/api/agents/{agent_id}/webhooks'
const AgentPath = Type.Object({ agent_id: Id })
const AgentWebhookPath = Type.Object({ agent_id: Id, webhook_id: Id })
const AGENT_REFUSALS = [
  'agent_not_found',
  'editor_required',
  'not_an_agent',
  'plan_upgrade_required',
] as const

export const createWebhook = operation({
  name: 'webhooks.create',
  summary: 'Subscribe a public HTTPS address to messages of an agent',
  method: 'POST',
  path: OF_AGENT,
  credential: personal('full_access'),
  limit: WEBHOOK_LIMIT,
  params: AgentPath,
  body: Type.Object({ ...webhookFieldsToSend, events: agentEvents }),
  status: 201,
  answer: Webhook,
  refuses: [...AGENT_REFUSALS, 'webhook_limit_reached'],
  example: {
    body: { target_url: EXAMPLE_WEBHOOK.target_url, events: ['message.completed'], generate_secret: true },
    answer: { ...EXAMPLE_AGENT_WEBHOOK, secret: 'whsec_…' },
  },
})

export const listWebhooks = operation({
  name: 'webhooks.list',
  summary: 'List the webhooks of an agent, newest first',
  method: 'GET',
  path: OF_AGENT,
  credential: personal('full_access'),
  limit: WEBHOOK_LIMIT,
  params: AgentPath,
  answer: Type.Object({ items: Type.Array(Webhook) }),
  refuses: AGENT_REFUSALS,
  example: { answer: { items: [EXAMPLE_AGENT_WEBHOOK] } },
})

export const readWebhook = operation({
  name: 'webhooks.read',
  summary: 'Read a webhook with its health',
  method: 'GET',
  path: `${OF_AGENT}/{webhook_id}`,
  credential: personal('full_access'),
  limit: WEBHOOK_LIMIT,
  params: AgentWebhookPath,
  answer: Webhook,
  refuses: [...AGENT_REFUSALS, 'webhook_not_found'],
  example: { answer: EXAMPLE_AGENT_WEBHOOK },
})

export const updateWebhook = operation({
  name: 'webhooks.update',
  summary: 'Change a webhook; send only the fields to change',
  method: 'PATCH',
  path: `${OF_AGENT}/{webhook_id}`,
  credential: personal('full_access'),
  limit: WEBHOOK_LIMIT,
  params: AgentWebhookPath,
  body: Type.Object({ ...webhookChanges, events: Type.Optional(Nullable(agentEvents)) }),
  answer: Webhook,
  refuses: [...AGENT_REFUSALS, 'webhook_not_found'],
  example: {
    body: { enabled: true, signing: 'rotate' },
    answer: { ...EXAMPLE_AGENT_WEBHOOK, secret: 'whsec_…' },
  },
})

export const deleteWebhook = operation({
  name: 'webhooks.delete',
  summary: 'Delete a webhook; what still waits is not sent',
  method: 'DELETE',
  path: `${OF_AGENT}/{webhook_id}`,
  credential: personal('full_access'),
  limit: WEBHOOK_LIMIT,
  params: AgentWebhookPath,
  answer: Type.Object({ deleted: Type.Literal(true) }),
  refuses: [...AGENT_REFUSALS, 'webhook_not_found'],
  example: { answer: { deleted: true } },
})

export const testWebhook = operation({
  name: 'webhooks.test',
  summary: 'Send one sample event now and see what the endpoint answers; it never counts',
  method: 'POST',
  path: `${OF_AGENT}/{webhook_id}/test`,
  credential: personal('full_access'),
  limit: WEBHOOK_LIMIT,
  params: AgentWebhookPath,
  answer: TestResult,
  refuses: [...AGENT_REFUSALS, 'webhook_not_found'],
  example: { answer: EXAMPLE_TEST },
})

export const listDeliveries = operation({
  name: 'deliveries.list',
  summary: 'List the deliveries of a webhook with every attempt, newest first',
  method: 'GET',
  path: `${OF_AGENT}/{webhook_id}/deliveries`,
  credential: personal('full_access'),
  limit: WEBHOOK_LIMIT,
  params: AgentWebhookPath,
  query: DeliveryQuery,
  answer: DeliveryPage,
  refuses: [...AGENT_REFUSALS, 'webhook_not_found'],
  example: { answer: EXAMPLE_DELIVERIES },
})

export const redeliver = operation({
  name: 'deliveries.redeliver',
  summary: 'Send a delivery once more, now; its outcome is logged and does not count',
  method: 'POST',
  path: `${OF_AGENT}/{webhook_id}/deliveries/{delivery_id}/redeliver`,
  credential: personal('full_access'),
  limit: WEBHOOK_LIMIT,
  params: Type.Object({ agent_id: Id, webhook_id: Id, delivery_id: Id }),
  answer: Delivery,
  refuses: [...AGENT_REFUSALS, 'webhook_not_found', 'delivery_not_found'],
  example: { answer: EXAMPLE_DELIVERY },
})
