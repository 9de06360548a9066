/** Connectors: the services that an app is connected to, and what it does with them. */
import { operations } from '@atrium/contract'
import { every } from '../../platform/jobs/job.ts'
import { handle, module } from '../../platform/module.ts'
import { connectorArchive } from './archive.ts'
import { callConnector } from './calls/call-connector.ts'
import { listConnectorCalls } from './calls/list-connector-calls.ts'
import { testConnection } from './calls/test-connection.ts'
import { deleteConnectorClient } from './clients/delete-connector-client.ts'
import { listConnectorClients } from './clients/list-connector-clients.ts'
import { sealedClients } from './clients/sealed-client.ts'
import { setConnectorClient } from './clients/set-connector-client.ts'
import { decideSandboxConsent } from './connections/decide-sandbox-consent.ts'
import { disconnectConnection } from './connections/disconnect-connection.ts'
import { initiateConnection } from './connections/initiate-connection.ts'
import { listAvailableConnectors } from './connections/list-available-connectors.ts'
import { listConnections } from './connections/list-connections.ts'
import { readConnectionStatus } from './connections/read-connection-status.ts'
import { readConnectorFields } from './connections/read-connector-fields.ts'
import { receiveCallback } from './connections/receive-callback.ts'
import { removeConnection } from './connections/remove-connection.ts'
import { sealedAttempts } from './connections/sealed-attempt.ts'
import { updateConnectionScopes } from './connections/update-connection-scopes.ts'
import { createCustomConnector } from './custom/create-custom-connector.ts'
import { deleteCustomConnector } from './custom/delete-custom-connector.ts'
import { draftCustomConnector } from './custom/draft-custom-connector.ts'
import { listCustomConnectors } from './custom/list-custom-connectors.ts'
import { readCustomConnector } from './custom/read-custom-connector.ts'
import { updateCustomConnector } from './custom/update-custom-connector.ts'
import { deleteAppData } from './delete-app-data.ts'
import type { Deps } from './deps.ts'
import { purgeConnectorHistory } from './purge-connector-history.ts'
import { refreshDueTokens } from './tokens/refresh-due-tokens.ts'
import { sealedCredentials } from './tokens/sealed-credentials.ts'

export { callConnector } from './calls/call-connector.ts'
export { type CallLog, createCallLog } from './calls/call-log.ts'
export { createCallMetrics } from './calls/call-metrics.ts'
export { createPacing, type Pacing } from './calls/pacing.ts'
export type { ConnectionNotices } from './deps.ts'
export { importConnections } from './import-connections.ts'
export { type MailDeps, mailExpired } from './tokens/mail-expired.ts'
export type { RefreshTurns } from './tokens/refresh-turns.ts'
export { type ExpiredConnection, expiredConnections } from './trouble-store.ts'

export const connectors = module<Deps>('connectors', {
  handlers: [
    handle(operations.connectors.available, listAvailableConnectors),
    handle(operations.connectors.list, listConnections),
    handle(operations.connectors.fields, readConnectorFields),
    handle(operations.connectors.initiate, initiateConnection),
    handle(operations.connectors.callback, receiveCallback),
    handle(operations.connectors.status, readConnectionStatus),
    handle(operations.connectors.update_scopes, updateConnectionScopes),
    handle(operations.connectors.disconnect, disconnectConnection),
    handle(operations.connectors.remove, removeConnection),
    handle(operations.connectors.decide_sandbox, decideSandboxConsent),
    handle(operations.connectors.call, callConnector),
    handle(operations.connectors.test, testConnection),
    handle(operations.connectors.list_calls, listConnectorCalls),
    handle(operations.custom_connectors.list, listCustomConnectors),
    handle(operations.custom_connectors.create, createCustomConnector),
    handle(operations.custom_connectors.read, readCustomConnector),
    handle(operations.custom_connectors.update, updateCustomConnector),
    handle(operations.custom_connectors.delete, deleteCustomConnector),
    handle(operations.custom_connectors.draft, draftCustomConnector),
    handle(operations.connector_clients.list, listConnectorClients),
    handle(operations.connector_clients.set, setConnectorClient),
    handle(operations.connector_clients.delete, deleteConnectorClient),
  ],
  schedules: [every('* * * * *', refreshDueTokens), every('43 * * * *', purgeConnectorHistory)],
  listeners: [deleteAppData],
  archive: connectorArchive,
  sealed: [...sealedCredentials, ...sealedAttempts, ...sealedClients],
})
