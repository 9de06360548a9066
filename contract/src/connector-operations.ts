import * as connectorCalls from './connector-calls.ts'
import * as connectors from './connectors.ts'
import * as customConnectors from './custom-connectors.ts'

/** Connectors: connections of apps, and what workspaces add to the catalogue. */
export const connectorOperations = {
  connectors: {
    list: connectors.listConnections,
    available: connectors.listAvailableConnectors,
    fields: connectors.readConnectorFields,
    initiate: connectors.initiateConnection,
    callback: connectors.receiveCallback,
    status: connectors.readConnectionStatus,
    update_scopes: connectors.updateConnectionScopes,
    disconnect: connectors.disconnectConnection,
    remove: connectors.removeConnection,
    decide_sandbox: connectors.decideSandboxConsent,
    call: connectorCalls.callConnector,
    test: connectorCalls.testConnection,
    list_calls: connectorCalls.listConnectorCalls,
  },
  custom_connectors: {
    list: customConnectors.listCustomConnectors,
    create: customConnectors.createCustomConnector,
    read: customConnectors.readCustomConnector,
    update: customConnectors.updateCustomConnector,
    delete: customConnectors.deleteCustomConnector,
    draft: customConnectors.draftCustomConnector,
  },
  connector_clients: {
    list: customConnectors.listConnectorClients,
    set: customConnectors.setConnectorClient,
    delete: customConnectors.deleteConnectorClient,
  },
} as const
