/** What a workspace adds to the catalogue: connectors of its own, and its client ids at services. */
import { Type } from 'typebox'
import { ConnectorDefinition } from './connector-definition.ts'
import { IntegrationType } from './connectors.ts'
import { operation, perMinute, personal } from './operation.ts'
import { AnyKey, Both, Nullable, Page, PageQuery, Timestamp, WorkspaceQuery } from './shared.ts'

export const MAX_CUSTOM_CONNECTORS = 100
/** All of a workspace are read together when its apps list what they can be connected to. */
export const MAX_DEFINITION_BYTES = 64 * 1024
export const MAX_OPENAPI_BYTES = 4 * 1024 * 1024

const CONNECTORS = '/api/workspace/connectors'
const CLIENTS = '/api/workspace/connector-clients'
const CHANGE = perMinute(60, 'pool', 'custom_connectors.change')
const TypePath = Type.Object({ integration_type: IntegrationType })
const Deleted = Type.Object({ deleted: Type.Literal(true) })

/** As for the catalogue, without what only we can say of a connector. */
export const CustomDefinition = Type.Omit(ConnectorDefinition, ['verified_on', 'quirks'], {
  $id: 'CustomDefinition',
})

export const CustomConnector = Type.Object(
  {
    integration_type: Type.String(),
    definition: CustomDefinition,
    connection_count: Type.Integer({ description: 'Apps that have a connection by it, whatever its status' }),
    created_date: Timestamp,
    updated_date: Timestamp,
  },
  { $id: 'CustomConnector' },
)

const EXAMPLE_DEFINITION = {
  integration_type: 'acme-erp',
  display_name: 'Acme ERP',
  description: 'Orders and stock of our own system.',
  category: 'other',
  icon: { letters: 'A', color: '#334155' },
  documentation_url: 'https://erp.example.com/docs',
  fields: [
    {
      name: 'api_key',
      display_name: 'API key',
      description: 'From Settings, API keys.',
      placeholder: 'erp_live_1234567890',
      required: true,
      validation_pattern: '^erp_[a-z]+_[A-Za-z0-9]{10,100}$',
      validation_error: 'The key begins with erp_live_ or erp_test_.',
      is_secret: true,
    },
  ],
  auth: { mode: 'api_key', headers: { Authorization: 'Bearer {api_key}' } },
  scopes: [],
  api: { base_url: 'https://erp.example.com/api' },
  test: { method: 'GET', path: '/me' },
}
const EXAMPLE_CONNECTOR = {
  integration_type: 'acme-erp',
  definition: EXAMPLE_DEFINITION,
  connection_count: 0,
  created_date: '2026-11-17T09:30:00.000Z',
  updated_date: '2026-11-17T09:30:00.000Z',
}

export const listCustomConnectors = operation({
  name: 'custom_connectors.list',
  summary: 'List the connectors that the workspace added, by type',
  method: 'GET',
  path: CONNECTORS,
  credential: personal('read_only'),
  query: Both(WorkspaceQuery, PageQuery),
  answer: Page(CustomConnector),
  refuses: ['workspace_not_found'],
  example: { answer: { items: [EXAMPLE_CONNECTOR], next_cursor: null, has_more: false } },
})

export const createCustomConnector = operation({
  name: 'custom_connectors.create',
  summary: 'Add a connector of the workspace’s own',
  description:
    'Held to the same checks as the catalogue: patterns are anchored, fit their placeholder and take linear time; addresses are public and https; templates name known values.',
  method: 'POST',
  path: CONNECTORS,
  idempotency: 'atomic',
  credential: personal('full_access'),
  limit: CHANGE,
  query: WorkspaceQuery,
  body_bytes: MAX_DEFINITION_BYTES,
  body: CustomDefinition,
  status: 201,
  answer: CustomConnector,
  refuses: [
    'workspace_not_found',
    'admin_required',
    'token_limited_to_apps',
    'connector_exists',
    'connector_limit_reached',
  ],
  example: { body: EXAMPLE_DEFINITION, answer: EXAMPLE_CONNECTOR },
})

export const readCustomConnector = operation({
  name: 'custom_connectors.read',
  summary: 'Read a connector of the workspace’s own',
  method: 'GET',
  path: `${CONNECTORS}/{integration_type}`,
  credential: personal('read_only'),
  params: TypePath,
  query: WorkspaceQuery,
  answer: CustomConnector,
  refuses: ['workspace_not_found', 'integration_not_found'],
  example: { answer: EXAMPLE_CONNECTOR },
})

export const updateCustomConnector = operation({
  name: 'custom_connectors.update',
  summary: 'Replace the definition of a connector of the workspace’s own',
  description:
    'The type stays, and connections that exist go on with it. So that no credential goes to a place that it was not given for, `auth`, `derived`, the addresses of `api` and `test`, and what fields take cannot change (`connector_in_use`) while a connection holds credentials or the workspace’s client for it has a secret. A change of those ends attempts to connect that are under way.',
  method: 'PUT',
  path: `${CONNECTORS}/{integration_type}`,
  credential: personal('full_access'),
  limit: CHANGE,
  params: TypePath,
  query: WorkspaceQuery,
  body_bytes: MAX_DEFINITION_BYTES,
  body: CustomDefinition,
  answer: CustomConnector,
  refuses: [
    'workspace_not_found',
    'admin_required',
    'token_limited_to_apps',
    'integration_not_found',
    'connector_in_use',
  ],
  example: { body: EXAMPLE_DEFINITION, answer: EXAMPLE_CONNECTOR },
})

export const deleteCustomConnector = operation({
  name: 'custom_connectors.delete',
  summary: 'Delete a connector of the workspace’s own that no app has a connection by, and its client',
  method: 'DELETE',
  path: `${CONNECTORS}/{integration_type}`,
  credential: personal('full_access'),
  limit: CHANGE,
  params: TypePath,
  query: WorkspaceQuery,
  answer: Deleted,
  refuses: [
    'workspace_not_found',
    'admin_required',
    'token_limited_to_apps',
    'integration_not_found',
    'connector_in_use',
  ],
  example: { answer: { deleted: true } },
})

export const draftCustomConnector = operation({
  name: 'custom_connectors.draft',
  summary: 'Draft a connector from an OpenAPI description; stores nothing',
  description:
    'Reads OpenAPI 3.0 and 3.1 and Swagger 2.0 as JSON. Takes the first server and the first way to sign in that connectors know; `notes` say what was left out and what to check.',
  method: 'POST',
  path: `${CONNECTORS}/draft`,
  idempotency: 'leased',
  credential: personal('full_access'),
  limit: CHANGE,
  body_bytes: MAX_OPENAPI_BYTES,
  body_values: 100_000,
  body: Type.Object({ openapi: Type.Record(AnyKey, Type.Unknown()) }),
  answer: Type.Object({ definition: CustomDefinition, notes: Type.Array(Type.String()) }),
  example: {
    body: { openapi: { openapi: '3.1.0', info: { title: 'Acme ERP', version: '1' } } },
    answer: { definition: EXAMPLE_DEFINITION, notes: [] },
  },
})

export const ConnectorClient = Type.Object(
  {
    integration_type: Type.String(),
    client_id: Type.String(),
    has_secret: Type.Boolean(),
    created_date: Timestamp,
    updated_date: Timestamp,
  },
  { $id: 'ConnectorClient' },
)
const EXAMPLE_CLIENT = {
  integration_type: 'shopify',
  client_id: '6f1c0de2a9b8473d5e60f7a1c2d3e4f5',
  has_secret: true,
  created_date: '2026-11-17T09:30:00.000Z',
  updated_date: '2026-11-17T09:30:00.000Z',
}

export const listConnectorClients = operation({
  name: 'connector_clients.list',
  summary: 'List the client ids of the workspace at services; secrets never come back',
  method: 'GET',
  path: CLIENTS,
  credential: personal('read_only'),
  query: WorkspaceQuery,
  answer: Type.Object({
    redirect_uri: Type.String({ description: 'To be registered with every service' }),
    clients: Type.Array(ConnectorClient),
  }),
  refuses: ['workspace_not_found', 'admin_required'],
  example: {
    answer: {
      redirect_uri: 'https://atrium.example.com/api/external-auth/callback',
      clients: [EXAMPLE_CLIENT],
    },
  },
})

export const setConnectorClient = operation({
  name: 'connector_clients.set',
  summary: 'Set the client id and secret that the workspace got from a service',
  description:
    'For connectors with a consent page. Without `client_secret` the saved one stays; null forgets it.',
  method: 'PUT',
  path: `${CLIENTS}/{integration_type}`,
  credential: personal('full_access'),
  limit: CHANGE,
  params: TypePath,
  query: WorkspaceQuery,
  body: Type.Object({
    client_id: Type.String({ minLength: 1, maxLength: 500, pattern: '^[\\x21-\\x7e]+$' }),
    client_secret: Type.Optional(Nullable(Type.String({ minLength: 1, maxLength: 4_096 }))),
  }),
  answer: ConnectorClient,
  refuses: ['workspace_not_found', 'admin_required', 'token_limited_to_apps', 'integration_not_found'],
  example: {
    body: { client_id: EXAMPLE_CLIENT.client_id, client_secret: 'shpss_1234567890abcdef' },
    answer: EXAMPLE_CLIENT,
  },
})

export const deleteConnectorClient = operation({
  name: 'connector_clients.delete',
  summary: 'Forget the client id of the workspace at a service; its connections cannot be refreshed any more',
  method: 'DELETE',
  path: `${CLIENTS}/{integration_type}`,
  credential: personal('full_access'),
  limit: CHANGE,
  params: TypePath,
  query: WorkspaceQuery,
  answer: Deleted,
  refuses: ['workspace_not_found', 'admin_required', 'token_limited_to_apps', 'connector_client_not_found'],
  example: { answer: { deleted: true } },
})
