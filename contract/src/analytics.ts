/** What the people who use an app do there, and how many they are. */
import { type Static, Type } from 'typebox'
import { anyone, operation, orAppUser, perMinute, personal, whenPresented } from './operation.ts'
import { Id, Nullable, OneOf, Timestamp } from './shared.ts'

export const ANALYTICS = '/api/apps/{app_id}/analytics'
export const AppPath = Type.Object({ app_id: Id })

/** An event of this name says that somebody is there; it is no event. */
export const HEARTBEAT_EVENT = '__user_heartbeat_event__'
export const MAX_TRACKED_EVENTS = 500
export const MAX_EVENT_NAME = 128
export const MAX_PAGE_URL = 2_048
/** Of the properties of one event, as JSON. */
export const MAX_PROPERTIES_LENGTH = 8_192
/** How long events are kept; who was away longer is counted nowhere. */
export const EVENT_DAYS = 60

/** Why an event of a batch was not taken. */
export const REJECT_REASONS = [
  'invalid_event_name',
  'invalid_timestamp',
  'too_old',
  'invalid_page_url',
  'invalid_user_id',
  'invalid_session_id',
  'invalid_event_id',
  'properties_too_large',
] as const
export type RejectReason = (typeof REJECT_REASONS)[number]

/** Bounds are not part of the schema: an event that breaks one is reported, and the others of its batch are taken. */
const TrackedEvent = Type.Object({
  event_name: Type.String({
    description: `1 to ${MAX_EVENT_NAME} characters; \`${HEARTBEAT_EVENT}\`: a sign of life`,
  }),
  properties: Type.Optional(
    Nullable(
      Type.Object(
        {},
        { additionalProperties: true, description: `At most ${MAX_PROPERTIES_LENGTH} characters as JSON` },
      ),
    ),
  ),
  timestamp: Type.Optional(
    Nullable(
      Type.String({
        description:
          'ISO 8601, UTC unless it names a zone; when left out, the moment of arrival. One in the future counts as now, one older than 60 days is refused',
      }),
    ),
  ),
  page_url: Type.Optional(Nullable(Type.String({ description: `At most ${MAX_PAGE_URL} characters` }))),
  user_id: Type.Optional(
    Nullable(
      Type.String({
        description:
          'Believed from those who can edit the app; for everybody else their own sign-in says who they are. `null`: nobody',
      }),
    ),
  ),
  session_id: Type.Optional(
    Nullable(Type.String({ description: 'Any id of the visit, at most 128 characters' })),
  ),
  event_id: Type.Optional(
    Nullable(
      Type.String({
        description: 'Any id, at most 128 characters; sent again within 24 hours it is a duplicate',
      }),
    ),
  ),
})
export type TrackedEvent = Static<typeof TrackedEvent>

export const trackEvents = operation({
  name: 'events.track',
  summary: 'Send events of people who use an app',
  description:
    'No credential is needed for a public app or from one of its own pages; events of nobody count as events, never as users. The answer comes when the events are stored. ' +
    'An event that does not fit is reported in `rejected` and the others are taken. From a browser the `Origin` must be that of ' +
    "the app's `published_url` or of this server; without a `published_url` any is taken.",
  method: 'POST',
  path: `${ANALYTICS}/track/batch`,
  credential: whenPresented(orAppUser(anyone('full_access'))),
  limit: perMinute(600, 'caller+app'),
  params: AppPath,
  headers: Type.Object({
    origin: Type.Optional(Type.String({ maxLength: 2_048, description: 'Set by browsers themselves' })),
  }),
  body_values: 20_000,
  // Pages send as much as anyone.
  anonymous_body: { bytes: 1024 * 1024, values: 20_000 },
  body: Type.Object({ events: Type.Array(TrackedEvent, { minItems: 1, maxItems: MAX_TRACKED_EVENTS }) }),
  answer: Type.Object({
    accepted: Type.Integer({ description: 'Events that were stored, heartbeats included' }),
    duplicates: Type.Integer({ description: 'Events that were there already' }),
    rejected: Type.Array(
      Type.Object({
        index: Type.Integer({ description: 'Its place in `events`, from 0' }),
        reason: OneOf(REJECT_REASONS),
      }),
    ),
  }),
  refuses: [
    'missing_credentials',
    'app_not_found',
    'origin_not_allowed',
    'daily_quota_exceeded',
    'events_backlogged',
  ],
  example: {
    body: {
      events: [
        {
          event_name: 'checkout_completed',
          properties: { total: 129.5, currency: 'EUR' },
          timestamp: '2026-11-15T09:30:00.000Z',
          page_url: '/checkout',
          session_id: 'ses_4f8a',
          event_id: '5b0cbb3e-6c0f-4f0e-9c53-6c4be8a3f0ad',
        },
      ],
    },
    answer: { accepted: 1, duplicates: 0, rejected: [] },
  },
})

const UserCounts = {
  active_users: Type.Integer({ description: 'Users whose most recent event was in the last 7 days' }),
  live_users: Type.Integer({
    description: 'Users seen in the last 2 minutes, counted from heartbeats, not events',
  }),
  inactive_7d: Type.Integer({ description: 'Most recent event 7 to 30 days ago' }),
  inactive_30d: Type.Integer({
    description: 'Most recent event more than 30 days ago; events are kept 60 days',
  }),
}
const EXAMPLE_COUNTS = { active_users: 812, live_users: 17, inactive_7d: 240, inactive_30d: 96 }

export const readUserStats = operation({
  name: 'stats.users',
  summary: 'Count the users of an app by their most recent event',
  description:
    'Each user counts once. A count that cannot be read comes back as 0; the header `X-Stats-Degraded` then names it.',
  method: 'GET',
  path: `${ANALYTICS}/stats/users`,
  credential: personal('read_only'),
  limit: perMinute(120, 'caller+app'),
  params: AppPath,
  answer: Type.Object(UserCounts),
  refuses: ['app_not_found'],
  example: { answer: EXAMPLE_COUNTS },
})

export const readUserHistory = operation({
  name: 'stats.history',
  summary: 'Read how the user counts of an app were before',
  description:
    'Counted every hour, oldest first; hours in which nobody had come for 60 days are left out. `day`: the last count of ' +
    'each day (UTC), of `live_users` the highest.',
  method: 'GET',
  path: `${ANALYTICS}/stats/users/history`,
  credential: personal('read_only'),
  limit: perMinute(120, 'caller+app'),
  params: AppPath,
  query: Type.Object({
    days: Type.Optional(
      Type.Integer({ minimum: 1, maximum: EVENT_DAYS, default: 30, description: 'Days back from now' }),
    ),
    unit: Type.Optional(OneOf(['hour', 'day'], { default: 'day' })),
  }),
  answer: Type.Object({
    items: Type.Array(
      Type.Object({ taken_at: Timestamp, ...UserCounts }, { description: 'At most 60 days of hours' }),
    ),
  }),
  refuses: ['app_not_found'],
  example: { answer: { items: [{ taken_at: '2026-11-15T09:00:00.000Z', ...EXAMPLE_COUNTS }] } },
})
