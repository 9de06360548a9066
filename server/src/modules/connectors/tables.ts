import { AnyKey, Id, OneOf } from '@atrium/contract'
import { ConnectionStatus, IntegrationType } from '@atrium/contract/connectors'
import { CustomDefinition } from '@atrium/contract/custom-connectors'
import { Type } from 'typebox'
import {
  integer,
  json,
  orderedJson,
  type RowOf,
  table,
  text,
  texts,
  time,
} from '../../platform/database/table.ts'

const Values = Type.Record(AnyKey, Type.String())
const A_SECRET = 'credentials do not go out; connect again where the app goes'
const OF_THIS_SERVER = 'it follows from the credentials, which do not go out'
const SHORT_LIVED = 'it records what happened on this server, for some days'

export const connections = table(
  'connections',
  {
    id: text(Id).notArchived('a new one is made'),
    app_id: text(Id),
    integration_type: text(IntegrationType),
    status: text(ConnectionStatus),
    scopes: texts().default([]),
    /** Without secret values. */
    connection_config: json(Values).default({}),
    captured: json(Values).notArchived(OF_THIS_SERVER),
    /** Encrypted; see `tokens/sealed-credentials.ts`. */
    credentials: text().nullable().notArchived(A_SECRET),
    client_id: text().nullable().notArchived(OF_THIS_SERVER),
    token_expires_at: time().nullable().notArchived(OF_THIS_SERVER),
    refresh_at: time().nullable().notArchived(OF_THIS_SERVER),
    refresh_claim: text().nullable().notArchived(OF_THIS_SERVER),
    refresh_claimed_until: time().nullable().notArchived(OF_THIS_SERVER),
    refresh_failures: integer().notArchived(OF_THIS_SERVER),
    refresh_failing_since: time().nullable().notArchived(OF_THIS_SERVER),
    last_error: text().nullable().notArchived(OF_THIS_SERVER),
    account_name: text().nullable().notArchived(OF_THIS_SERVER),
    user_email: text().nullable().notArchived(OF_THIS_SERVER),
    connected_by: text().nullable().notArchived(OF_THIS_SERVER),
    connected_at: time().nullable().notArchived(OF_THIS_SERVER),
    created_date: time().default('now'),
    updated_date: time().default('created_date'),
  },
  { key: ['id'], references: { app_id: 'apps' } },
)
export type ConnectionRow = RowOf<typeof connections>

const AN_ATTEMPT = 'it lives for minutes'
export const connectionAttempts = table(
  'connection_attempts',
  {
    id: text(Id).notArchived(AN_ATTEMPT),
    app_id: text(Id).notArchived(AN_ATTEMPT),
    integration_type: text(IntegrationType).notArchived(AN_ATTEMPT),
    user_id: text(Id).notArchived(AN_ATTEMPT),
    scopes: texts().notArchived(AN_ATTEMPT),
    connection_config: json(Values).notArchived(AN_ATTEMPT),
    /** Encrypted. */
    sealed: text().notArchived(AN_ATTEMPT),
    client_id: text().notArchived(AN_ATTEMPT),
    status: text(OneOf(['pending', 'exchanging', 'active', 'failed'])).notArchived(AN_ATTEMPT),
    error: text().nullable().notArchived(AN_ATTEMPT),
    expires_at: time().notArchived(AN_ATTEMPT),
    created_date: time().notArchived(AN_ATTEMPT),
  },
  { key: ['id'] },
)
export type AttemptRow = RowOf<typeof connectionAttempts>

export const connectorClients = table(
  'connector_clients',
  {
    id: text(Id).notArchived(A_SECRET),
    workspace_id: text(Id).notArchived(A_SECRET),
    integration_type: text(IntegrationType).notArchived(A_SECRET),
    client_id: text().notArchived(A_SECRET),
    /** Encrypted. */
    client_secret: text().nullable().notArchived(A_SECRET),
    created_date: time().notArchived(A_SECRET),
    updated_date: time().notArchived(A_SECRET),
  },
  { key: ['id'] },
)
export type ClientRow = RowOf<typeof connectorClients>

export const customConnectors = table(
  'custom_connectors',
  {
    id: text(Id).notArchived('a new one is made'),
    workspace_id: text(Id),
    integration_type: text(IntegrationType),
    definition: orderedJson(CustomDefinition),
    created_by: text().nullable().notArchived('people may be others where it goes'),
    created_date: time().default('now'),
    updated_date: time().default('created_date'),
  },
  { key: ['id'], references: { workspace_id: 'workspaces' } },
)
export type CustomConnectorRow = RowOf<typeof customConnectors>

export const connectorCalls = table(
  'connector_calls',
  {
    id: text(Id).notArchived(SHORT_LIVED),
    app_id: text(Id).notArchived(SHORT_LIVED),
    integration_type: text(IntegrationType).notArchived(SHORT_LIVED),
    method: text().notArchived(SHORT_LIVED),
    path: text().notArchived(SHORT_LIVED),
    status: integer().nullable().notArchived(SHORT_LIVED),
    attempts: integer().notArchived(SHORT_LIVED),
    duration_ms: integer().notArchived(SHORT_LIVED),
    error_code: text().nullable().notArchived(SHORT_LIVED),
    called_by: text(OneOf(['person', 'app'])).notArchived(SHORT_LIVED),
    request_id: text().notArchived(SHORT_LIVED),
    started_at: time().notArchived(SHORT_LIVED),
  },
  { key: ['id'] },
)
export type ConnectorCallRow = RowOf<typeof connectorCalls>
