/** The events of an app, read one by one and summed up. */
import { type Static, Type } from 'typebox'
import { ANALYTICS, AppPath, EVENT_DAYS, MAX_EVENT_NAME } from './analytics.ts'
import { operation, personal } from './operation.ts'
import { AnyKey, Both, Id, Nullable, OneOf, Page, PageQuery, Timestamp } from './shared.ts'

export const listEventNames = operation({
  name: 'events.names',
  summary: 'List the names of the events of an app, most frequent first',
  method: 'GET',
  path: `${ANALYTICS}/events`,
  credential: personal('read_only'),
  params: AppPath,
  query: Type.Object({
    days: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: EVENT_DAYS,
        default: 30,
        description: 'Whole days (UTC), today included',
      }),
    ),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000, default: 100 })),
  }),
  answer: Type.Object({
    items: Type.Array(
      Type.Object({
        event_name: Type.String(),
        count: Type.Integer(),
        last_seen: Timestamp,
      }),
    ),
    has_more: Type.Boolean(),
  }),
  refuses: ['app_not_found', 'query_too_slow'],
  example: {
    answer: {
      items: [{ event_name: 'page_view', count: 8_120, last_seen: '2026-11-15T09:30:00.000Z' }],
      has_more: false,
    },
  },
})

const Name = Type.String({ minLength: 1, maxLength: MAX_EVENT_NAME })
const Moment = (description: string) => Type.Optional(Type.String({ format: 'date-time', description }))
const SINCE = 'From this moment on; 30 days ago when left out, and never before 60 days ago'
const UNTIL = 'Before this moment; now when left out'

export const AnalyticsEvent = Type.Object(
  {
    event_name: Type.String(),
    timestamp: Timestamp,
    user_id: Nullable(Type.String({ description: 'Null when nobody was signed in.' })),
    session_id: Nullable(Type.String()),
    page_url: Nullable(Type.String()),
    event_id: Nullable(Type.String({ description: 'Null when it was sent without one.' })),
    properties: Type.Record(AnyKey, Type.Unknown()),
  },
  { $id: 'AnalyticsEvent' },
)

export const queryEvents = operation({
  name: 'events.query',
  summary: 'Read the events of an app, newest first',
  method: 'GET',
  path: `${ANALYTICS}/events/query`,
  credential: personal('read_only'),
  params: AppPath,
  query: Both(
    PageQuery,
    Type.Object({
      event_name: Type.Optional(Name),
      user_id: Type.Optional(Id),
      session_id: Type.Optional(Id),
      since: Moment(SINCE),
      until: Moment(UNTIL),
      properties: Type.Optional(
        Type.String({
          maxLength: 4_000,
          description: 'Values that properties must have, as JSON: {"plan": "pro", "seats": 5}; at most 10',
        }),
      ),
    }),
  ),
  answer: Page(AnalyticsEvent),
  refuses: ['app_not_found', 'query_too_slow'],
  example: {
    answer: {
      items: [
        {
          event_name: 'checkout_completed',
          timestamp: '2026-11-15T09:30:00.000Z',
          user_id: 'usr_06bcz0k3v4n8q1t5w7x9y2a3b4',
          session_id: 'ses_4f8a',
          page_url: '/checkout',
          event_id: '5b0cbb3e-6c0f-4f0e-9c53-6c4be8a3f0ad',
          properties: { total: 129.5, currency: 'EUR' },
        },
      ],
      next_cursor: null,
      has_more: false,
    },
  },
})

const Property = Type.String({ minLength: 1, maxLength: 128 })

const AggregateEventsBody = Type.Object({
  event_name: Type.Optional(Type.Union([Name, Type.Array(Name, { minItems: 1, maxItems: 20 })])),
  user_id: Type.Optional(Id),
  session_id: Type.Optional(Id),
  properties: Type.Optional(
    Type.Record(AnyKey, Type.Unknown(), {
      description: 'Values that properties must have: texts, numbers, booleans or null; at most 10',
    }),
  ),
  since: Moment(SINCE),
  until: Moment(UNTIL),
  bucket: Type.Optional(
    OneOf(['hour', 'day', 'week', 'month'], {
      description: 'One row for each that has events, weeks from Monday; without it there is one row in all',
    }),
  ),
  time_zone: Type.Optional(
    Type.String({
      maxLength: 64,
      default: 'UTC',
      description: 'Where days, weeks and months begin: Europe/Paris',
    }),
  ),
  group_by: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 140,
      description:
        '`event_name`, `user_id`, `session_id`, `page_url` or `properties.` with a name: the values with the most events ' +
        'get rows of their own, all others one row together',
    }),
  ),
  top: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, default: 10, description: 'How many values' })),
  property: Type.Optional({ ...Property, description: 'A property whose numbers are summed up' }),
  percentiles: Type.Optional(
    Type.Array(Type.Number({ minimum: 0, maximum: 100 }), { minItems: 1, maxItems: 5, default: [50, 95] }),
  ),
})
export type AggregateEventsBody = Static<typeof AggregateEventsBody>

const Measured = (description: string) => Nullable(Type.Number({ description }))

export const aggregateEvents = operation({
  name: 'events.aggregate',
  summary: 'Count events and users, and sum up a property, by time and by value',
  description:
    'Rows by time, then the values with the most events first, what is left last. `truncated`: there are more than 5,000 rows.',
  method: 'POST',
  path: `${ANALYTICS}/events/aggregate`,
  credential: personal('read_only'),
  params: AppPath,
  body: AggregateEventsBody,
  answer: Type.Object({
    rows: Type.Array(
      Type.Object({
        bucket: Nullable(Type.String({ format: 'date-time', description: 'Its first moment' })),
        group: Nullable(
          Type.String({ description: 'Values that are no text as JSON; null where there is none' }),
        ),
        is_other: Type.Boolean({ description: 'All values beyond `top` together' }),
        count: Type.Integer(),
        unique_users: Type.Integer({ description: 'Events of nobody count none' }),
        values: Type.Integer({ description: 'Events whose property is a number' }),
        sum: Measured('0 where there is no number'),
        avg: Measured('null where there is no number'),
        min: Measured('null where there is no number'),
        max: Measured('null where there is no number'),
        percentiles: Type.Array(Type.Object({ percentile: Type.Number(), value: Nullable(Type.Number()) })),
      }),
    ),
    truncated: Type.Boolean(),
  }),
  refuses: ['app_not_found', 'query_too_slow'],
  example: {
    body: { event_name: 'checkout_completed', bucket: 'day', property: 'total', percentiles: [50] },
    answer: {
      rows: [
        {
          bucket: '2026-11-15T00:00:00.000Z',
          group: null,
          is_other: false,
          count: 14,
          unique_users: 11,
          values: 14,
          sum: 1_813,
          avg: 129.5,
          min: 12,
          max: 480,
          percentiles: [{ percentile: 50, value: 120 }],
        },
      ],
      truncated: false,
    },
  },
})
