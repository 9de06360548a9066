/** The webhooks of an agent and those of an app have operations of their own; the pages show both alike. */
import type { AppWebhook, Webhook } from '@atrium/sdk'
import { client } from './api.ts'
import type { DeliveriesView, WebhookOwner } from './paths.ts'

export const AGENT_EVENTS = ['message.created', 'message.completed'] as const
export const APP_EVENTS = [
  'entity.created',
  'entity.updated',
  'entity.deleted',
  'scan.found_critical',
  'connection.expired',
  'test_run.ended',
  'coding_session.needs_input',
  'coding_session.ended',
] as const
export type WebhookEvent = (typeof AGENT_EVENTS | typeof APP_EVENTS)[number]

export type AnyWebhook = Omit<Webhook & AppWebhook, 'events' | 'entity_names'> & {
  events: WebhookEvent[]
  entity_names?: string[] | null
}

/** What the form of a webhook holds. */
export interface WebhookDraft {
  target_url: string
  description: string | null
  events: readonly string[]
  /** Only for apps; null means all. */
  entity_names: string[] | null
}

export type WebhookChanges = Partial<WebhookDraft> & { enabled?: boolean; signing?: 'rotate' | 'disable' }

interface WebhookClient {
  list(signal?: AbortSignal): Promise<AnyWebhook[]>
  read(webhook_id: string, signal?: AbortSignal): Promise<AnyWebhook>
  create(draft: WebhookDraft & { generate_secret: boolean }): Promise<AnyWebhook>
  update(webhook_id: string, changes: WebhookChanges): Promise<AnyWebhook>
  delete(webhook_id: string): Promise<unknown>
  test(webhook_id: string): ReturnType<typeof client.webhooks.test>
  deliveries(
    webhook_id: string,
    query: DeliveriesView & { limit: number },
    signal?: AbortSignal,
  ): ReturnType<typeof client.deliveries.list>
  delivery(
    webhook_id: string,
    delivery_id: string,
    signal?: AbortSignal,
  ): ReturnType<typeof client.deliveries.read>
  stats(
    webhook_id: string,
    by: 'hour' | 'day',
    signal?: AbortSignal,
  ): ReturnType<typeof client.deliveries.stats>
  redeliver(webhook_id: string, delivery_id: string): ReturnType<typeof client.deliveries.redeliver>
  redeliverFailed(
    webhook_id: string,
    which: FailedDeliveries,
  ): ReturnType<typeof client.deliveries.redeliver_failed>
}

/** Null means all of them. */
export interface FailedDeliveries {
  since: string | null
  event_type: string | null
}

export function webhooksOf({ kind, id }: WebhookOwner): WebhookClient {
  return kind === 'agent' ? ofAgent(id) : ofApp(id)
}

function ofAgent(agent_id: string): WebhookClient {
  const { webhooks, deliveries } = client
  return {
    list: async (signal) => (await webhooks.list({ agent_id }, { signal })).items,
    read: (webhook_id, signal) => webhooks.read({ agent_id, webhook_id }, { signal }),
    create: ({ events, entity_names: _, ...draft }) =>
      webhooks.create({ agent_id }, { ...draft, events: known(AGENT_EVENTS, events) }),
    update: (webhook_id, { events, entity_names: _, ...changes }) =>
      webhooks.update(
        { agent_id, webhook_id },
        { ...changes, ...(events && { events: known(AGENT_EVENTS, events) }) },
      ),
    delete: (webhook_id) => webhooks.delete({ agent_id, webhook_id }),
    test: (webhook_id) => webhooks.test({ agent_id, webhook_id }),
    deliveries: (webhook_id, query, signal) => deliveries.list({ agent_id, webhook_id }, query, { signal }),
    delivery: (webhook_id, delivery_id, signal) =>
      deliveries.read({ agent_id, webhook_id, delivery_id }, { signal }),
    stats: (webhook_id, by, signal) => deliveries.stats({ agent_id, webhook_id }, { by }, { signal }),
    redeliver: (webhook_id, delivery_id) => deliveries.redeliver({ agent_id, webhook_id, delivery_id }),
    redeliverFailed: (webhook_id, which) => deliveries.redeliver_failed({ agent_id, webhook_id }, which),
  }
}

function ofApp(app_id: string): WebhookClient {
  const { app_webhooks, app_deliveries } = client
  return {
    list: async (signal) => (await app_webhooks.list({ app_id }, { signal })).items,
    read: (webhook_id, signal) => app_webhooks.read({ app_id, webhook_id }, { signal }),
    create: ({ events, ...draft }) =>
      app_webhooks.create({ app_id }, { ...draft, events: known(APP_EVENTS, events) }),
    update: (webhook_id, { events, ...changes }) =>
      app_webhooks.update(
        { app_id, webhook_id },
        { ...changes, ...(events && { events: known(APP_EVENTS, events) }) },
      ),
    delete: (webhook_id) => app_webhooks.delete({ app_id, webhook_id }),
    test: (webhook_id) => app_webhooks.test({ app_id, webhook_id }),
    deliveries: (webhook_id, query, signal) => app_deliveries.list({ app_id, webhook_id }, query, { signal }),
    delivery: (webhook_id, delivery_id, signal) =>
      app_deliveries.read({ app_id, webhook_id, delivery_id }, { signal }),
    stats: (webhook_id, by, signal) => app_deliveries.stats({ app_id, webhook_id }, { by }, { signal }),
    redeliver: (webhook_id, delivery_id) => app_deliveries.redeliver({ app_id, webhook_id, delivery_id }),
    redeliverFailed: (webhook_id, which) => app_deliveries.redeliver_failed({ app_id, webhook_id }, which),
  }
}

function known<Event extends string>(events: readonly Event[], chosen: readonly string[]): Event[] {
  return events.filter((event) => chosen.includes(event))
}
