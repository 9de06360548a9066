import { Type } from 'typebox'
import { Id, Nullable } from './shared.ts'
import {
  AppWebhook,
  appEvents,
  EntityNames,
  EXAMPLE_APP_WEBHOOK,
  EXAMPLE_WEBHOOK,
  webhookChanges,
  webhookFieldsToSend,
} from './webhook.ts'
import { webhookOperations } from './webhook-operations.ts'

const { webhooks, deliveries } = webhookOperations({
  areas: { webhooks: 'app_webhooks', deliveries: 'app_deliveries' },
  path: '/api/apps/{app_id}/webhooks',
  owner: { app_id: Id },
  refuses: ['app_not_found', 'editor_required'],
  answer: AppWebhook,
  words: {
    subscription: 'changes of an app’s records',
    owner: 'an app',
    webhook: 'a webhook of an app',
    sender: 'an app’s webhook',
  },
  draft: Type.Object({
    ...webhookFieldsToSend,
    events: appEvents,
    entity_names: Type.Optional(EntityNames),
  }),
  changes: Type.Object({
    ...webhookChanges,
    events: Type.Optional(Nullable(appEvents)),
    entity_names: Type.Optional(EntityNames),
  }),
  examples: {
    webhook: EXAMPLE_APP_WEBHOOK,
    create: {
      body: { target_url: EXAMPLE_WEBHOOK.target_url, events: ['entity.updated'], entity_names: ['Order'] },
      answer: EXAMPLE_APP_WEBHOOK,
    },
    update: { body: { enabled: true }, answer: EXAMPLE_APP_WEBHOOK },
  },
})

export const {
  create: createAppWebhook,
  list: listAppWebhooks,
  read: readAppWebhook,
  update: updateAppWebhook,
  delete: deleteAppWebhook,
  test: testAppWebhook,
} = webhooks
export const {
  list: listAppDeliveries,
  read: readAppDelivery,
  stats: readAppDeliveryStats,
  redeliver_failed: redeliverAppFailed,
  redeliver: redeliverApp,
} = deliveries
