/** Webhooks: subscriptions of agents and apps, and the delivery of events to them. */
import { operations } from '@atrium/contract'
import { every } from '../../platform/jobs/job.ts'
import { handle, module } from '../../platform/module.ts'
import { webhookArchive } from './archive.ts'
import { createWebhook } from './create-webhook.ts'
import { deleteAppData } from './delete-app-data.ts'
import { deleteWebhook } from './delete-webhook.ts'
import { laneStore } from './delivery/lane-store.ts'
import type { Deps } from './deps.ts'
import { listDeliveries } from './list-deliveries.ts'
import { listWebhooks } from './list-webhooks.ts'
import { maintainDeliveries } from './maintain-deliveries.ts'
import { readDelivery } from './read-delivery.ts'
import { readDeliveryStats } from './read-delivery-stats.ts'
import { readWebhook } from './read-webhook.ts'
import { redeliver } from './redeliver.ts'
import { redeliverFailed } from './redeliver-failed.ts'
import { sealedSecrets } from './sealed-secret.ts'
import { testWebhook } from './test-webhook.ts'
import { updateWebhook } from './update-webhook.ts'

export { createDeliveries, type Deliveries, type DeliverySettings } from './delivery/deliveries.ts'
export { createDeliveryMetrics } from './delivery/metrics.ts'
export { countDeliveries } from './delivery-counts-store.ts'
export { type ImportedAttempt, type ImportedDelivery, importDeliveries } from './import-deliveries.ts'
export { recordEvent, recordEvents } from './record-event.ts'
export { recordTurnOff } from './record-turn-off.ts'
export { openSecret } from './sealed-secret.ts'
export { hasNoSubscribers } from './store.ts'
export { type TroubledWebhook, troubledWebhooks } from './trouble-store.ts'

export const webhooks = module<Deps>('webhooks', {
  handlers: [
    handle(operations.webhooks.create, createWebhook),
    handle(operations.webhooks.list, listWebhooks),
    handle(operations.webhooks.read, readWebhook),
    handle(operations.webhooks.update, updateWebhook),
    handle(operations.webhooks.delete, deleteWebhook),
    handle(operations.webhooks.test, testWebhook),
    handle(operations.deliveries.list, listDeliveries),
    handle(operations.deliveries.read, readDelivery),
    handle(operations.deliveries.stats, readDeliveryStats),
    handle(operations.deliveries.redeliver, redeliver),
    handle(operations.deliveries.redeliver_failed, redeliverFailed),
    handle(operations.app_webhooks.create, createWebhook),
    handle(operations.app_webhooks.list, listWebhooks),
    handle(operations.app_webhooks.read, readWebhook),
    handle(operations.app_webhooks.update, updateWebhook),
    handle(operations.app_webhooks.delete, deleteWebhook),
    handle(operations.app_webhooks.test, testWebhook),
    handle(operations.app_deliveries.list, listDeliveries),
    handle(operations.app_deliveries.read, readDelivery),
    handle(operations.app_deliveries.stats, readDeliveryStats),
    handle(operations.app_deliveries.redeliver, redeliver),
    handle(operations.app_deliveries.redeliver_failed, redeliverFailed),
  ],
  listeners: [deleteAppData],
  takeOver: ({ db }) => laneStore(db).freeAll(),
  schedules: [every('*/10 * * * *', maintainDeliveries)],
  archive: webhookArchive,
  sealed: sealedSecrets,
})
