import { Type } from 'typebox'
import { MAX_BULK_VALUES } from './body-bounds.ts'
import { AppPath, ConnectorPath, EXTERNAL_AUTH, IntegrationType } from './connectors.ts'
import { operation, perMinute, personal } from './operation.ts'
import { AnyKey, Both, Id, Nullable, OneOf, Page, PageQuery, Timestamp } from './shared.ts'

/** Of a body on the way out, and of an answer of the service. */
export const MAX_CALL_BYTES = 4 * 1024 * 1024
export const MAX_CALL_ITEMS = 10_000
/** Calls are listed for so many days. */
export const CALLS_KEPT_DAYS = 7

export const CALL_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
export const CallMethod = OneOf(CALL_METHODS)

export const ConnectorCall = Type.Object(
  {
    id: Id,
    integration_type: Type.String(),
    method: Type.String(),
    path: Type.String({ description: 'Without its query, which may hold anything' }),
    status: Nullable(Type.Integer({ description: 'Of the service; null when it did not answer' })),
    attempts: Type.Integer(),
    duration_ms: Type.Integer(),
    error_code: Nullable(Type.String()),
    called_by: OneOf(['person', 'app'], { description: 'The app: one of its functions or workflows' }),
    request_id: Type.String(),
    started_at: Timestamp,
  },
  { $id: 'ConnectorCall' },
)

export const callConnector = operation({
  name: 'connectors.call',
  summary: 'Call the API of a connected service; the credential is added on the way',
  description:
    'For editors, and for backend functions and workflows of the app. `path` begins with `/` and goes to the connector’s own address only. What the service answers comes back whatever its status is: JSON as a value, text as a text, other bytes in base64. Reads are repeated when the service is busy or cannot be reached; what changes something only where it surely was not carried out, or with an `idempotency-key` header. `all_items` follows the pages of a list.',
  method: 'POST',
  path: `${EXTERNAL_AUTH}/integrations/{integration_type}/call`,
  idempotency: 'leased',
  credential: { ...personal('full_access'), service: true },
  limit: perMinute(600, 'caller+app'),
  params: ConnectorPath,
  body_bytes: 2 * MAX_CALL_BYTES,
  body_values: MAX_BULK_VALUES,
  body: Type.Object({
    method: Type.Optional(CallMethod),
    path: Type.String({ minLength: 1, maxLength: 4_096, pattern: '^/' }),
    query: Type.Optional(Type.Record(AnyKey, Type.String({ maxLength: 4_096 }))),
    headers: Type.Optional(Type.Record(AnyKey, Type.String({ maxLength: 4_096 }))),
    body: Type.Optional(Type.Unknown({ description: 'A text is sent as it is, all else as JSON' })),
    all_items: Type.Optional(
      Type.Boolean({ default: false, description: 'Of a list: the items of all pages, up to `max_items`' }),
    ),
    max_items: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_CALL_ITEMS, default: 1_000 })),
  }),
  answer: Type.Object({
    status: Type.Integer(),
    ok: Type.Boolean({
      description: 'Whether the service did what it was asked for: some say in a 200 that they did not',
    }),
    headers: Type.Record(AnyKey, Type.String()),
    body: Type.Unknown(),
    encoding: OneOf(['json', 'text', 'base64']),
    has_more: Type.Boolean({ description: 'With `all_items`: more pages are there' }),
  }),
  refuses: [
    'app_not_found',
    'editor_required',
    'integration_not_found',
    'connection_not_found',
    'connection_not_active',
    'connector_call_failed',
    'connector_busy',
    'connector_timed_out',
  ],
  example: {
    body: { method: 'GET', path: '/admin/api/2026-10/orders.json', query: { status: 'open' } },
    answer: {
      status: 200,
      ok: true,
      headers: { 'content-type': 'application/json' },
      body: { orders: [] },
      encoding: 'json',
      has_more: false,
    },
  },
})

export const testConnection = operation({
  name: 'connectors.test',
  summary: 'Try whether a connection works, and read whose account it is',
  method: 'POST',
  path: `${EXTERNAL_AUTH}/integrations/{integration_type}/test`,
  idempotency: 'leased',
  credential: personal('full_access'),
  limit: perMinute(30, 'caller+app'),
  params: ConnectorPath,
  answer: Type.Object({
    ok: Type.Boolean(),
    status: Nullable(Type.Integer()),
    message: Type.String({ description: 'What to do when it does not work' }),
    account_name: Nullable(Type.String()),
  }),
  refuses: [
    'app_not_found',
    'editor_required',
    'integration_not_found',
    'connection_not_found',
    'connection_not_active',
  ],
  example: {
    answer: { ok: true, status: 200, message: 'The connection works.', account_name: 'Acme Store' },
  },
})

export const listConnectorCalls = operation({
  name: 'connectors.list_calls',
  summary: 'List the calls to connected services, newest first',
  description: `They are kept for ${CALLS_KEPT_DAYS} days, without what they carried.`,
  method: 'GET',
  path: `${EXTERNAL_AUTH}/calls`,
  credential: personal('read_only'),
  params: AppPath,
  query: Both(
    PageQuery,
    Type.Object({
      integration_type: Type.Optional(IntegrationType),
      failed: Type.Optional(Type.Boolean({ description: 'Only those that failed' })),
    }),
  ),
  answer: Page(ConnectorCall),
  refuses: ['app_not_found', 'editor_required'],
  example: {
    answer: {
      items: [
        {
          id: 'cal_06bcz0k3v4n8q1t5w7x9y2a3b4',
          integration_type: 'shopify',
          method: 'GET',
          path: '/admin/api/2026-10/orders.json',
          status: 200,
          attempts: 1,
          duration_ms: 182,
          error_code: null,
          called_by: 'app',
          request_id: 'req_06bcz0k3v4n8q1t5w7x9y2a3b4',
          started_at: '2026-11-17T09:30:00.000Z',
        },
      ],
      next_cursor: null,
      has_more: false,
    },
  },
})
