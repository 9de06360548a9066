import { Type } from 'typebox'
import { operation, personal } from './operation.ts'
import { Id, Nullable } from './shared.ts'
import {
  AppWebhook,
  appEvents,
  Delivery,
  DeliveryPage,
  DeliveryQuery,
  EntityNames,
  EXAMPLE_APP_WEBHOOK,
  EXAMPLE_DELIVERIES,
  EXAMPLE_DELIVERY,
  EXAMPLE_TEST,
  EXAMPLE_WEBHOOK,
  TestResult,
  WEBHOOK_LIMIT,
  webhookChanges,
  webhookFieldsToSend,
} from './webhook.ts'

const OF_APP = '/api/apps/{app_id}/webhooks'
const AppPath = Type.Object({ app_id: Id })
const AppWebhookPath = Type.Object({ app_id: Id, webhook_id: Id })
const APP_REFUSALS = ['app_not_found', 'editor_required'] as const

export const createAppWebhook = operation({
  name: 'app_webhooks.create',
  summary: 'Subscribe a public HTTPS address to changes of an app’s records',
  method: 'POST',
  path: OF_APP,
  credential: personal('full_access'),
  limit: WEBHOOK_LIMIT,
  params: AppPath,
  body: Type.Object({ ...webhookFieldsToSend, events: appEvents, entity_names: Type.Optional(EntityNames) }),
  status: 201,
  answer: AppWebhook,
  refuses: [...APP_REFUSALS, 'webhook_limit_reached'],
  example: {
    body: { target_url: EXAMPLE_WEBHOOK.target_url, events: ['entity.updated'], entity_names: ['Order'] },
    answer: EXAMPLE_APP_WEBHOOK,
  },
})

export const listAppWebhooks = operation({
  name: 'app_webhooks.list',
  summary: 'List the webhooks of an app, newest first',
  method: 'GET',
  path: OF_APP,
  credential: personal('full_access'),
  limit: WEBHOOK_LIMIT,
  params: AppPath,
  answer: Type.Object({ items: Type.Array(AppWebhook) }),
  refuses: APP_REFUSALS,
  example: { answer: { items: [EXAMPLE_APP_WEBHOOK] } },
})

export const readAppWebhook = operation({
  name: 'app_webhooks.read',
  summary: 'Read a webhook of an app with its health',
  method: 'GET',
  path: `${OF_APP}/{webhook_id}`,
  credential: personal('full_access'),
  limit: WEBHOOK_LIMIT,
  params: AppWebhookPath,
  answer: AppWebhook,
  refuses: [...APP_REFUSALS, 'webhook_not_found'],
  example: { answer: EXAMPLE_APP_WEBHOOK },
})

export const updateAppWebhook = operation({
  name: 'app_webhooks.update',
  summary: 'Change a webhook of an app; send only the fields to change',
  method: 'PATCH',
  path: `${OF_APP}/{webhook_id}`,
  credential: personal('full_access'),
  limit: WEBHOOK_LIMIT,
  params: AppWebhookPath,
  body: Type.Object({
    ...webhookChanges,
    events: Type.Optional(Nullable(appEvents)),
    entity_names: Type.Optional(EntityNames),
  }),
  answer: AppWebhook,
  refuses: [...APP_REFUSALS, 'webhook_not_found'],
  example: { body: { enabled: true }, answer: EXAMPLE_APP_WEBHOOK },
})

export const deleteAppWebhook = operation({
  name: 'app_webhooks.delete',
  summary: 'Delete a webhook of an app; what still waits is not sent',
  method: 'DELETE',
  path: `${OF_APP}/{webhook_id}`,
  credential: personal('full_access'),
  limit: WEBHOOK_LIMIT,
  params: AppWebhookPath,
  answer: Type.Object({ deleted: Type.Literal(true) }),
  refuses: [...APP_REFUSALS, 'webhook_not_found'],
  example: { answer: { deleted: true } },
})

export const testAppWebhook = operation({
  name: 'app_webhooks.test',
  summary: 'Send one sample event now and see what the endpoint answers; it never counts',
  method: 'POST',
  path: `${OF_APP}/{webhook_id}/test`,
  credential: personal('full_access'),
  limit: WEBHOOK_LIMIT,
  params: AppWebhookPath,
  answer: TestResult,
  refuses: [...APP_REFUSALS, 'webhook_not_found'],
  example: { answer: EXAMPLE_TEST },
})

export const listAppDeliveries = operation({
  name: 'app_deliveries.list',
  summary: 'List the deliveries of an app’s webhook with every attempt, newest first',
  method: 'GET',
  path: `${OF_APP}/{webhook_id}/deliveries`,
  credential: personal('full_access'),
  limit: WEBHOOK_LIMIT,
  params: AppWebhookPath,
  query: DeliveryQuery,
  answer: DeliveryPage,
  refuses: [...APP_REFUSALS, 'webhook_not_found'],
  example: { answer: EXAMPLE_DELIVERIES },
})

export const redeliverApp = operation({
  name: 'app_deliveries.redeliver',
  summary: 'Send a delivery once more, now; its outcome is logged and does not count',
  method: 'POST',
  path: `${OF_APP}/{webhook_id}/deliveries/{delivery_id}/redeliver`,
  credential: personal('full_access'),
  limit: WEBHOOK_LIMIT,
  params: Type.Object({ app_id: Id, webhook_id: Id, delivery_id: Id }),
  answer: Delivery,
  refuses: [...APP_REFUSALS, 'webhook_not_found', 'delivery_not_found'],
  example: { answer: EXAMPLE_DELIVERY },
})
