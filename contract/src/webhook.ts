import { Type } from 'typebox'
import { perMinute } from './operation.ts'
import { Described, Id, Nullable, OneOf, Page, PageQuery, Timestamp } from './shared.ts'
import { FAILURES_BEFORE_TURN_OFF, MAX_RESPONSE_BODY_BYTES } from './webhook-limits.ts'

export const AgentEvent = OneOf(['message.created', 'message.completed'])
export const AppEvent = OneOf([
  'entity.created',
  'entity.updated',
  'entity.deleted',
  'scan.found_critical',
  'connection.expired',
  'test_run.ended',
  'coding_session.needs_input',
  'coding_session.ended',
])

export const DeliveryError = Type.Object(
  {
    message: Type.String({ description: 'What went wrong' }),
    attempted_at: Described(Timestamp, 'Time of the attempt'),
    status_code: Type.Optional(
      Nullable(Type.Integer({ description: 'HTTP status when the endpoint answered non-2xx' })),
    ),
    response_body: Type.Optional(
      Nullable(
        Type.String({
          description: `Start of the response body, up to ${MAX_RESPONSE_BODY_BYTES} bytes, when non-2xx`,
        }),
      ),
    ),
    error_type: Type.Optional(
      Nullable(
        Type.String({ description: 'Kind of failure when no answer came: timeout, refused connection' }),
      ),
    ),
  },
  { description: 'Null when the last delivery succeeded or none failed' },
)

const webhookFields = {
  id: Described(Id, 'Webhook ID'),
  target_url: Type.String({ description: 'Public HTTPS URL that receives events' }),
  description: Nullable(Type.String({ description: 'The caller’s label; null when none' })),
  has_secret: Type.Boolean({
    description:
      'True when deliveries are signed; each signed delivery carries the header X-Service-Signature, an HMAC-SHA256 of the body',
  }),
  last_trigger_time: Nullable(
    Described(Timestamp, 'Time of the last delivery attempt, successful or not; null before the first'),
  ),
  last_error: Nullable(DeliveryError),
  consecutive_failures: Type.Integer({
    description: `Deliveries failed in a row; at ${FAILURES_BEFORE_TURN_OFF} the webhook is turned off`,
  }),
  disabled_at: Nullable(Described(Timestamp, 'When it was turned off; null while on')),
  created_date: Described(Timestamp, 'When it was created'),
  updated_date: Described(Timestamp, 'When it was last changed'),
  secret: Type.Optional(
    Nullable(
      Type.String({
        description: 'The signing secret; only in the response that generates it, never shown again',
      }),
    ),
  ),
}

export const Webhook = Type.Object(
  {
    ...webhookFields,
    events: Type.Array(AgentEvent, { description: 'The events it receives' }),
  },
  { $id: 'Webhook', description: 'A webhook subscription of an agent' },
)

export const AppWebhook = Type.Object(
  {
    ...webhookFields,
    events: Type.Array(AppEvent, { description: 'The events it receives' }),
    entity_names: Nullable(Type.Array(Type.String(), { description: 'Only of these entities; null = all.' })),
  },
  { $id: 'AppWebhook' },
)

export const Attempt = Type.Object({
  attempt: Type.Integer(),
  trigger: OneOf(['automatic', 'manual']),
  started_at: Timestamp,
  duration_ms: Type.Integer(),
  status_code: Nullable(Type.Integer()),
  error_type: Nullable(Type.String()),
  message: Nullable(Type.String()),
  response_body: Nullable(Type.String()),
})

export const Delivery = Type.Object(
  {
    id: Id,
    event_id: Id,
    event_type: Type.String(),
    status: OneOf(['pending', 'succeeded', 'failed', 'canceled']),
    created_date: Timestamp,
    next_attempt_at: Nullable(Timestamp),
    attempts: Type.Array(Attempt),
  },
  { $id: 'Delivery' },
)

export const TargetUrl = Type.String({
  minLength: 1,
  maxLength: 2048,
  description: 'Public HTTPS URL that receives events; private and special addresses are refused',
})
export const Description = Nullable(
  Type.String({ maxLength: 500, description: 'The caller’s label; null removes it' }),
)
export const EntityNames = Nullable(
  Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { minItems: 1, maxItems: 100 }),
)
/** Spec: Limits. The update has a count of its own, the other operations share one. */
export const WEBHOOK_UPDATE_LIMIT = perMinute(100, 'pool')
export const WEBHOOK_LIMIT = perMinute(100, 'pool', 'webhooks')

export const EXAMPLE_WEBHOOK = {
  id: 'whk_06bcz0k3v4n8q1t5w7x9y2a3b4',
  target_url: 'https://hooks.example.com/atrium',
  description: 'Tickets',
  has_secret: true,
  last_trigger_time: '2026-11-15T09:30:00.000Z',
  last_error: null,
  consecutive_failures: 0,
  disabled_at: null,
  created_date: '2026-11-14T08:00:00.000Z',
  updated_date: '2026-11-14T08:00:00.000Z',
}
export const EXAMPLE_AGENT_WEBHOOK = { ...EXAMPLE_WEBHOOK, events: ['message.completed'] }
export const EXAMPLE_APP_WEBHOOK = { ...EXAMPLE_WEBHOOK, events: ['entity.updated'], entity_names: ['Order'] }
export const EXAMPLE_DELIVERY = {
  id: 'dlv_06bcz0k3v4n8q1t5w7x9y2a3b4',
  event_id: 'evt_06bcz0k3v4n8q1t5w7x9y2a3b4',
  event_type: 'message.completed',
  status: 'succeeded',
  created_date: '2026-11-15T09:30:00.000Z',
  next_attempt_at: null,
  attempts: [
    {
      attempt: 1,
      trigger: 'automatic',
      started_at: '2026-11-15T09:30:00.020Z',
      duration_ms: 84,
      status_code: 200,
      error_type: null,
      message: null,
      response_body: null,
    },
  ],
}

export const webhookFieldsToSend = {
  target_url: TargetUrl,
  description: Type.Optional(Description),
  generate_secret: Type.Optional(
    Type.Boolean({ description: 'true signs deliveries; the secret is answered once.' }),
  ),
}
/** Null changes nothing, but for `description`, which it removes. */
export const webhookChanges = {
  target_url: Type.Optional(Nullable(TargetUrl)),
  description: Type.Optional(Description),
  enabled: Type.Optional(
    Nullable(
      Type.Boolean({
        description: 'True turns the webhook back on and resets consecutive_failures; false turns it off',
      }),
    ),
  ),
  signing: Type.Optional(
    Nullable(
      OneOf(['rotate', 'disable'], {
        description:
          '`rotate` generates a new secret, returned once in `secret`; `disable` stops signing and removes the secret',
      }),
    ),
  ),
}
const events = { minItems: 1, maxItems: 20, description: 'One or more events to send' }
export const agentEvents = Type.Array(AgentEvent, events)
export const appEvents = Type.Array(AppEvent, events)

export const TestResult = Type.Object({
  ok: Type.Boolean(),
  status_code: Nullable(Type.Integer()),
  response_body: Nullable(Type.String()),
  error_type: Nullable(Type.String()),
  duration_ms: Type.Integer(),
})
export const EXAMPLE_TEST = {
  ok: true,
  status_code: 200,
  response_body: null,
  error_type: null,
  duration_ms: 84,
}

export const DeliveryQuery = Type.Object({
  ...PageQuery.properties,
  status: Type.Optional(OneOf(['pending', 'succeeded', 'failed', 'canceled'])),
  event_type: Type.Optional(Type.String({ maxLength: 100 })),
  search: Type.Optional(
    Type.String({ maxLength: 128, description: 'The id of a delivery or of its event, in full.' }),
  ),
})
export const DeliveryPage = Type.Object({
  ...Page(Delivery).properties,
  counts: Type.Object(
    { pending: Type.Integer(), succeeded: Type.Integer(), failed: Type.Integer(), canceled: Type.Integer() },
    { description: 'By status, of the newest 10,000.' },
  ),
})
export const EXAMPLE_DELIVERIES = {
  items: [EXAMPLE_DELIVERY],
  next_cursor: null,
  has_more: false,
  counts: { pending: 0, succeeded: 1, failed: 0, canceled: 0 },
}
