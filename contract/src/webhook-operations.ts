/** The operations on webhooks and their deliveries, which agents and apps have alike. */
import { type TObject, type TProperties, type TSchema, Type } from 'typebox'
import {
  DeliveryDetail,
  DeliveryStats,
  DeliveryStatsQuery,
  EXAMPLE_DELIVERY_DETAIL,
  EXAMPLE_STATS,
  FailedToRedeliver,
  RedeliveredFailed,
} from './delivery.ts'
import type { ErrorCode } from './errors.ts'
import { operation, personal } from './operation.ts'
import { Id } from './shared.ts'
import {
  Delivery,
  DeliveryPage,
  DeliveryQuery,
  EXAMPLE_DELIVERIES,
  EXAMPLE_DELIVERY,
  EXAMPLE_TEST,
  TestResult,
  WEBHOOK_LIMIT,
  WEBHOOK_UPDATE_LIMIT,
} from './webhook.ts'

const RULES = { credential: personal('full_access'), limit: WEBHOOK_LIMIT } as const

/** Of one kind of owner: an agent, or an app. */
export function webhookOperations<
  const Webhooks extends string,
  const Deliveries extends string,
  Owner extends TProperties,
  Answer extends TSchema,
  Draft extends TObject,
  Changes extends TObject,
  const Refusals extends readonly ErrorCode[],
>(of: {
  areas: { webhooks: Webhooks; deliveries: Deliveries }
  path: `/${string}`
  owner: Owner
  refuses: Refusals
  answer: Answer
  /** How summaries name them. */
  words: { subscription: string; owner: string; webhook: string; sender: string }
  draft: Draft
  changes: Changes
  examples: {
    webhook: unknown
    create: { body: unknown; answer: unknown }
    update: { body: unknown; answer: unknown }
  }
}) {
  const { areas, path, owner, answer, words, examples } = of
  const Path = Type.Object(owner)
  const WebhookPath = Type.Object({ ...owner, webhook_id: Id })
  const refuses = [...of.refuses, 'webhook_not_found'] as const
  return {
    webhooks: {
      create: operation({
        ...RULES,
        name: `${areas.webhooks}.create`,
        summary: `Subscribe a public HTTPS address to ${words.subscription}`,
        method: 'POST',
        path,
        idempotency: 'atomic',
        params: Path,
        body: of.draft,
        status: 201,
        answer,
        refuses: [...of.refuses, 'webhook_limit_reached'],
        example: examples.create,
      }),
      list: operation({
        ...RULES,
        name: `${areas.webhooks}.list`,
        summary: `List the webhooks of ${words.owner}, newest first`,
        method: 'GET',
        path,
        params: Path,
        answer: Type.Object({ items: Type.Array(answer) }),
        refuses: of.refuses,
        example: { answer: { items: [examples.webhook] } },
      }),
      read: operation({
        ...RULES,
        name: `${areas.webhooks}.read`,
        summary: `Read ${words.webhook} with its health`,
        method: 'GET',
        path: `${path}/{webhook_id}`,
        params: WebhookPath,
        answer,
        refuses,
        example: { answer: examples.webhook },
      }),
      update: operation({
        ...RULES,
        limit: WEBHOOK_UPDATE_LIMIT,
        name: `${areas.webhooks}.update`,
        summary: `Change ${words.webhook}; send only the fields to change`,
        method: 'PATCH',
        path: `${path}/{webhook_id}`,
        params: WebhookPath,
        body: of.changes,
        answer,
        refuses,
        example: examples.update,
      }),
      delete: operation({
        ...RULES,
        name: `${areas.webhooks}.delete`,
        summary: `Delete ${words.webhook}; what still waits is not sent`,
        method: 'DELETE',
        path: `${path}/{webhook_id}`,
        params: WebhookPath,
        answer: Type.Object({ deleted: Type.Literal(true) }),
        refuses,
        example: { answer: { deleted: true } },
      }),
      test: operation({
        ...RULES,
        name: `${areas.webhooks}.test`,
        summary: 'Send one sample event now and see what the endpoint answers; it never counts',
        method: 'POST',
        path: `${path}/{webhook_id}/test`,
        idempotency: 'leased',
        params: WebhookPath,
        answer: TestResult,
        refuses,
        example: { answer: EXAMPLE_TEST },
      }),
    },
    deliveries: {
      list: operation({
        ...RULES,
        name: `${areas.deliveries}.list`,
        summary: `List the deliveries of ${words.sender} with every attempt, newest first`,
        method: 'GET',
        path: `${path}/{webhook_id}/deliveries`,
        params: WebhookPath,
        query: DeliveryQuery,
        answer: DeliveryPage,
        refuses,
        example: { answer: EXAMPLE_DELIVERIES },
      }),
      read: operation({
        ...RULES,
        name: `${areas.deliveries}.read`,
        summary: 'Read a delivery with its payload, and of every attempt the headers of request and answer',
        method: 'GET',
        path: `${path}/{webhook_id}/deliveries/{delivery_id}`,
        params: Type.Object({ ...owner, webhook_id: Id, delivery_id: Id }),
        answer: DeliveryDetail,
        refuses: [...refuses, 'delivery_not_found'],
        example: { answer: EXAMPLE_DELIVERY_DETAIL },
      }),
      stats: operation({
        ...RULES,
        name: `${areas.deliveries}.stats`,
        summary: `Count the attempts of ${words.sender} by hour or day, with how long they took`,
        method: 'GET',
        path: `${path}/{webhook_id}/deliveries/stats`,
        params: WebhookPath,
        query: DeliveryStatsQuery,
        answer: DeliveryStats,
        refuses,
        example: { answer: EXAMPLE_STATS },
      }),
      redeliver_failed: operation({
        ...RULES,
        name: `${areas.deliveries}.redeliver_failed`,
        summary:
          'Send the deliveries that failed once more, oldest first; they are queued and sent in their order',
        description:
          'Those that wait are pending again, so the same request a second time finds none of them. A failure does not count towards turning the webhook off; a success sets the count to 0.',
        method: 'POST',
        path: `${path}/{webhook_id}/deliveries/redeliver-failed`,
        idempotency: 'atomic',
        params: WebhookPath,
        body: FailedToRedeliver,
        answer: RedeliveredFailed,
        refuses: [...refuses, 'webhook_off'],
        example: {
          body: { since: '2026-11-15T00:00:00.000Z', event_type: null },
          answer: { queued: 12, has_more: false },
        },
      }),
      redeliver: operation({
        ...RULES,
        name: `${areas.deliveries}.redeliver`,
        summary: 'Send a delivery once more, now; its outcome is logged and does not count',
        method: 'POST',
        path: `${path}/{webhook_id}/deliveries/{delivery_id}/redeliver`,
        idempotency: 'leased',
        params: Type.Object({ ...owner, webhook_id: Id, delivery_id: Id }),
        answer: Delivery,
        refuses: [...refuses, 'delivery_not_found'],
        example: { answer: EXAMPLE_DELIVERY },
      }),
    },
  }
}
