import { type Static, Type } from 'typebox'
import {
  type ConnectorAuth,
  ConnectorCategory,
  ConnectorField,
  ConnectorScope,
} from './connector-definition.ts'
import { Bytes, operation, perMinute, personal, whenGood } from './operation.ts'
import { AnyKey, Id, Nullable, OneOf, Timestamp } from './shared.ts'

/** People approve within so many minutes, and clients wait that long. */
export const APPROVE_MINUTES = 5
/** After so many the link is dead. */
export const LINK_MINUTES = 10
/** Refreshing is given up after so many days in which every try failed. */
export const REFRESH_DAYS = 4

/** Where all of it lies. */
export const EXTERNAL_AUTH = '/api/apps/{app_id}/external-auth'
export const AppPath = Type.Object({ app_id: Id })
export const IntegrationType = Type.String({ minLength: 1, maxLength: 63 })
export const ConnectorPath = Type.Object({ app_id: Id, integration_type: IntegrationType })
export const CHANGE_CONNECTION = perMinute(60, 'caller+app', 'connectors.change')

export const ConnectionConfig = Type.Record(AnyKey, Type.String({ maxLength: 8_192 }), {
  description:
    'The values of the connector’s fields, by name. They are normalised before they are checked: spaces go, host names become lower case, a pasted address becomes the part that is asked for. A secret value that comes back masked keeps what is saved.',
})
export const Scopes = Type.Array(Type.String({ minLength: 1, maxLength: 200, pattern: '^[\\x21-\\x7e]+$' }), {
  maxItems: 60,
})
export const ConnectionStatus = OneOf(['active', 'disconnected', 'expired'])
export type ConnectionStatus = Static<typeof ConnectionStatus>

const AvailableConnector = Type.Object(
  {
    integration_type: Type.String(),
    display_name: Type.String(),
    description: Type.String(),
    connection_config_fields: Type.Array(ConnectorField),
    secret_fields: Type.Array(Type.String(), {
      description: 'Which of the fields are kept encrypted, by name; forms hide what is typed there',
    }),
    category: ConnectorCategory,
    icon: Type.Object({ letters: Type.String(), color: Type.String() }),
    auth_mode: OneOf(['oauth2', 'client_credentials', 'api_key']),
    scopes: Type.Array(ConnectorScope),
    documentation_url: Type.String(),
    registration_url: Nullable(
      Type.String({ description: 'Where somebody registers with the service and gets a client id' }),
    ),
    is_own: Type.Boolean({ description: 'Added by the workspace' }),
    is_ready: Type.Boolean({ description: 'False: the client id of the workspace is missing' }),
  },
  { $id: 'AvailableConnector' },
)

export const Connection = Type.Object(
  {
    integration_type: Type.String(),
    status: ConnectionStatus,
    scopes: Type.Array(Type.String()),
    user_email: Type.Optional(
      Type.String({ description: 'Of the account at the service, where it says so' }),
    ),
    connection_id: Id,
    display_name: Type.String(),
    account_name: Nullable(Type.String()),
    connected_by_email: Nullable(Type.String({ description: 'Who of the workspace connected it' })),
    connected_at: Nullable(Timestamp),
    token_expires_at: Nullable(Timestamp),
    failing_since: Nullable(Timestamp),
    last_error: Nullable(Type.String({ description: 'Why refreshing failed last, or the connection ended' })),
    calls_last_day: Type.Integer(),
    failed_calls_last_day: Type.Integer(),
    last_call_at: Nullable(Timestamp),
  },
  { $id: 'Connection' },
)
export type Connection = Static<typeof Connection>

const Started = Type.Object({
  redirect_url: Nullable(
    Type.String({ description: 'Where a person approves; null when there is nothing to approve' }),
  ),
  connection_id: Nullable(Type.String({ description: 'For connectors.status' })),
  expires_at: Nullable(Timestamp),
  already_authorized: Type.Boolean({ description: 'The connection is active, and nothing more is needed' }),
  error: Type.Optional(OneOf(['different_user'])),
  error_message: Type.Optional(Type.String()),
  other_user_email: Type.Optional(Type.String()),
})

const EXAMPLE_TIME = '2026-11-17T09:30:00.000Z'
const EXAMPLE_ID = 'con_06bcz0k3v4n8q1t5w7x9y2a3b4'
const EXAMPLE_FIELD = {
  name: 'subdomain',
  display_name: 'Shop name',
  description: 'The part before .myshopify.com in the address of your shop.',
  placeholder: 'acme-store',
  required: true,
  validation_pattern: '^[a-z0-9][a-z0-9-]{0,99}$',
  validation_error: 'Enter only the name of the shop, such as acme-store.',
}
const EXAMPLE_CONNECTION = {
  integration_type: 'shopify',
  status: 'active',
  scopes: ['read_orders'],
  user_email: 'ada@example.com',
  connection_id: EXAMPLE_ID,
  display_name: 'Shopify',
  account_name: 'Acme Store',
  connected_by_email: 'ada@example.com',
  connected_at: EXAMPLE_TIME,
  token_expires_at: null,
  failing_since: null,
  last_error: null,
  calls_last_day: 12,
  failed_calls_last_day: 0,
  last_call_at: EXAMPLE_TIME,
}
const EXAMPLE_STARTED = {
  redirect_url: 'https://acme-store.myshopify.com/admin/oauth/authorize?client_id=…&state=…',
  connection_id: EXAMPLE_ID,
  expires_at: '2026-11-17T09:40:00.000Z',
  already_authorized: false,
}

export const listAvailableConnectors = operation({
  name: 'connectors.available',
  summary: 'List the services that an app can be connected to, by name',
  method: 'GET',
  path: `${EXTERNAL_AUTH}/available-integrations`,
  credential: personal('read_only'),
  params: AppPath,
  query: Type.Object({
    search: Type.Optional(Type.String({ maxLength: 100, description: 'In the type, name or description' })),
    category: Type.Optional(ConnectorCategory),
  }),
  answer: Type.Object({ integrations: Type.Array(AvailableConnector) }),
  refuses: ['app_not_found'],
  example: {
    answer: {
      integrations: [
        {
          integration_type: 'shopify',
          display_name: 'Shopify',
          description: 'Read orders, products and customers of a shop, and change them.',
          connection_config_fields: [EXAMPLE_FIELD],
          secret_fields: [],
          category: 'commerce',
          icon: { letters: 'S', color: '#5e8e3e' },
          auth_mode: 'oauth2',
          scopes: [{ name: 'read_orders', description: 'Read orders', is_default: true }],
          documentation_url: 'https://shopify.dev/docs/api/admin-rest',
          registration_url: 'https://partners.shopify.com',
          is_own: false,
          is_ready: true,
        },
      ],
    },
  },
})

export const listConnections = operation({
  name: 'connectors.list',
  summary: 'List the connections of an app, with their health',
  description: 'At most one for each connector, by type.',
  method: 'GET',
  path: `${EXTERNAL_AUTH}/list`,
  credential: personal('read_only'),
  params: AppPath,
  answer: Type.Object({ integrations: Type.Array(Connection) }),
  refuses: ['app_not_found'],
  example: { answer: { integrations: [EXAMPLE_CONNECTION] } },
})

export const readConnectorFields = operation({
  name: 'connectors.fields',
  summary: 'Read what a connector asks for before a connection is started',
  description:
    '`fields` is empty when it needs nothing. `connection_config` holds the values saved on the app’s current connection, secret ones masked; it is empty when there is none.',
  method: 'GET',
  path: `${EXTERNAL_AUTH}/connection-config/{integration_type}`,
  credential: personal('read_only'),
  limit: perMinute(150, 'caller'),
  params: ConnectorPath,
  answer: Type.Object({
    fields: Type.Array(ConnectorField, { description: 'Empty when the connector needs none' }),
    connection_config: Type.Record(AnyKey, Type.String(), {
      description: 'Values saved on the app’s current connection, by field name; empty when no connection',
    }),
  }),
  refuses: ['app_not_found', 'integration_not_found'],
  example: { answer: { fields: [EXAMPLE_FIELD], connection_config: { subdomain: 'acme-store' } } },
})

export const initiateConnection = operation({
  name: 'connectors.initiate',
  summary: 'Start a connection; for services with a consent page, the answer says where to approve',
  description: `Bad values are refused at \`body.connection_config.<name>\` before anybody leaves; without \`connection_config\` those of the current connection stay, without \`scopes\` the usual ones are asked for. The link is good for ${LINK_MINUTES} minutes and once, for the person who started; clients wait ${APPROVE_MINUTES}. API keys and client credentials are tried at once: then \`redirect_url\` is null and \`already_authorized\` true. Where another person's connection is active, \`error\` is \`different_user\` and nothing is started, unless \`force_reconnect\`.`,
  method: 'POST',
  path: `${EXTERNAL_AUTH}/initiate`,
  idempotency: 'leased',
  credential: personal('full_access'),
  limit: CHANGE_CONNECTION,
  params: AppPath,
  body: Type.Object({
    integration_type: IntegrationType,
    scopes: Type.Optional(Scopes),
    connection_config: Type.Optional(ConnectionConfig),
    force_reconnect: Type.Optional(Type.Boolean({ default: false })),
  }),
  answer: Started,
  refuses: [
    'app_not_found',
    'editor_required',
    'admin_required',
    'integration_not_found',
    'connector_not_configured',
    'connector_call_failed',
  ],
  example: {
    body: { integration_type: 'shopify', connection_config: { subdomain: 'acme-store' } },
    answer: EXAMPLE_STARTED,
  },
})

export const receiveCallback = operation({
  name: 'connectors.callback',
  summary: 'Where services send people back to; goes on to a page of the console that says how it went',
  description:
    'Takes the signed, single-use state of `connectors.initiate`, and only from the person who started: without a session it leads to the sign-in first.',
  method: 'GET',
  path: '/api/external-auth/callback',
  credential: whenGood(personal('full_access')),
  takes_any_address: true,
  // The service may add whatever it likes, and some connectors keep it.
  query: Type.Object(
    {
      state: Type.Optional(Type.String()),
      code: Type.Optional(Type.String()),
      error: Type.Optional(Type.String()),
    },
    { additionalProperties: Type.String() },
  ),
  answer: Bytes,
  answer_type: 'text/html',
  example: { answer: '' },
})

export const readConnectionStatus = operation({
  name: 'connectors.status',
  summary: 'Read whether a started connection was approved',
  method: 'GET',
  path: `${EXTERNAL_AUTH}/status`,
  credential: personal('read_only'),
  limit: perMinute(70, 'caller+app'),
  params: AppPath,
  query: Type.Object({
    integration_type: IntegrationType,
    connection_id: Type.Optional(Id),
  }),
  answer: Type.Object({
    status: OneOf(['ACTIVE', 'PENDING', 'FAILED']),
    error_message: Nullable(Type.String({ description: 'Why it failed' })),
  }),
  refuses: ['app_not_found', 'connection_not_found'],
  example: { answer: { status: 'ACTIVE', error_message: null } },
})

export const updateConnectionScopes = operation({
  name: 'connectors.update_scopes',
  summary: 'Ask for other scopes; a person approves again unless all of them are there',
  description: 'The values of the current connection are kept. Without a connection it starts one.',
  method: 'PUT',
  path: `${EXTERNAL_AUTH}/integrations/{integration_type}`,
  credential: personal('full_access'),
  limit: CHANGE_CONNECTION,
  params: ConnectorPath,
  body: Type.Object({ scopes: Scopes, force_reconnect: Type.Optional(Type.Boolean({ default: false })) }),
  answer: Started,
  refuses: [
    'app_not_found',
    'editor_required',
    'admin_required',
    'integration_not_found',
    'connector_not_configured',
    'connector_call_failed',
  ],
  example: { body: { scopes: ['read_orders', 'write_orders'] }, answer: EXAMPLE_STARTED },
})

const Done = Type.Object({ success: Type.Literal(true) })

export const disconnectConnection = operation({
  name: 'connectors.disconnect',
  summary:
    'Disconnect a service: its tokens are revoked where that is possible and forgotten; the values stay',
  method: 'DELETE',
  path: `${EXTERNAL_AUTH}/integrations/{integration_type}`,
  credential: personal('full_access'),
  limit: CHANGE_CONNECTION,
  params: ConnectorPath,
  answer: Done,
  refuses: ['app_not_found', 'editor_required', 'connection_not_found'],
  example: { answer: { success: true } },
})

export const removeConnection = operation({
  name: 'connectors.remove',
  summary: 'Remove a connection with its values; its tokens are revoked where that is possible',
  method: 'DELETE',
  path: `${EXTERNAL_AUTH}/integrations/{integration_type}/remove`,
  credential: personal('full_access'),
  limit: CHANGE_CONNECTION,
  params: ConnectorPath,
  answer: Done,
  refuses: ['app_not_found', 'editor_required', 'connection_not_found'],
  example: { answer: { success: true } },
})

export const decideSandboxConsent = operation({
  name: 'connectors.decide_sandbox',
  summary: 'Approve or refuse in place of the service that the sandbox connector stands for',
  method: 'POST',
  path: '/api/external-auth/sandbox/decide',
  credential: personal('full_access'),
  limit: perMinute(60, 'caller'),
  body: Type.Object({
    request: Type.String({ minLength: 1, maxLength: 4_096, description: 'As the consent page got it' }),
    decision: OneOf(['approve', 'refuse']),
  }),
  answer: Type.Object({ redirect_url: Type.String({ description: 'Where the person goes on' }) }),
  refuses: ['invalid_consent_request'],
  example: {
    body: { request: '…', decision: 'approve' },
    answer: { redirect_url: 'http://127.0.0.1:8787/api/external-auth/callback?code=…&state=…' },
  },
})

/** Only for the type: how a connector lets apps in. */
export type AuthMode = Static<typeof ConnectorAuth>['mode']
