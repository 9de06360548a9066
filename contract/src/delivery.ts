/** What is said of one delivery, of many that failed, and of a webhook’s deliveries over time. */
import { Type } from 'typebox'
import { Nullable, OneOf, Timestamp } from './shared.ts'
import { Attempt, Delivery, EXAMPLE_DELIVERY } from './webhook.ts'

/** Deliveries that one request sends again at most. */
export const MAX_REDELIVERED = 1_000
/** What is kept of the headers that an endpoint answers with. */
export const MAX_RESPONSE_HEADER_CHARS = 2_048
export const STATS_HOURS = 24
export const STATS_DAYS = 30

const Headers = Type.Array(Type.Object({ name: Type.String(), value: Type.String() }))

const AttemptDetail = Type.Object({
  ...Attempt.properties,
  request_headers: Nullable({
    ...Headers,
    description: 'As they were sent, signatures included; null of attempts before these were kept.',
  }),
  response_headers: Nullable({
    ...Headers,
    description: 'The first 2,048 characters, without cookies; null when no answer came.',
  }),
})

export const DeliveryDetail = Type.Object(
  {
    ...Delivery.properties,
    attempts: Type.Array(AttemptDetail),
    payload: Type.String({ description: 'The exact text that every attempt sends.' }),
  },
  { $id: 'DeliveryDetail' },
)

export const EXAMPLE_DELIVERY_DETAIL = {
  ...EXAMPLE_DELIVERY,
  attempts: EXAMPLE_DELIVERY.attempts.map((attempt) => ({
    ...attempt,
    request_headers: [
      { name: 'content-type', value: 'application/json' },
      { name: 'webhook-id', value: EXAMPLE_DELIVERY.event_id },
    ],
    response_headers: [{ name: 'content-type', value: 'text/plain' }],
  })),
  payload: '{"id":"evt_06bcz0k3v4n8q1t5w7x9y2a3b4","type":"message.completed"}',
}

export const FailedToRedeliver = Type.Object({
  since: Type.Optional(
    Nullable({
      ...Timestamp,
      description: 'Only those created then or later; all that are kept by default.',
    }),
  ),
  event_type: Type.Optional(Nullable(Type.String({ maxLength: 100 }))),
})
export const RedeliveredFailed = Type.Object({
  queued: Type.Integer({ description: 'How many wait to be sent again now; at most 1,000.' }),
  has_more: Type.Boolean({ description: 'More of them failed: send the request again.' }),
})

export const DeliveryStatsQuery = Type.Object({
  by: Type.Optional(
    OneOf(['hour', 'day'], { default: 'hour', description: 'The last 24 hours, or the last 30 days.' }),
  ),
})
export const DeliveryStats = Type.Object({
  by: OneOf(['hour', 'day']),
  items: Type.Array(
    Type.Object({
      start: { ...Timestamp, description: 'When the hour or day begins (UTC).' },
      is_complete: Type.Boolean({ description: 'False of the hour or day that still runs.' }),
      succeeded: Type.Integer(),
      retried: Type.Integer({ description: 'Attempts that failed and had another one to come.' }),
      failed: Type.Integer({ description: 'Attempts that failed and were the last.' }),
      average_ms: Nullable(
        Type.Integer({ description: 'How long an attempt took; null when there was none.' }),
      ),
      slowest_ms: Nullable(Type.Integer()),
    }),
    { description: 'By the time of the attempt, oldest first; none is left out.' },
  ),
})
export const EXAMPLE_STATS = {
  by: 'day',
  items: [
    {
      start: '2026-11-15T00:00:00.000Z',
      is_complete: false,
      succeeded: 41,
      retried: 2,
      failed: 1,
      average_ms: 84,
      slowest_ms: 1204,
    },
  ],
}
