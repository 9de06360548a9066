import { withDerived } from '../../../platform/text/fill-template.ts'
import { tolerate } from '../../../platform/tolerate.ts'
import { findClient } from '../clients/find-client.ts'
import { findDefinition } from '../definitions/find-definition.ts'
import type { Deps } from '../deps.ts'
import type { ConnectionRow } from '../tables.ts'
import { openCredentials } from '../tokens/sealed-credentials.ts'

/** Asks the service to forget the tokens of a connection that has ended here. It ends whatever the service does. */
export async function revokeTokens(
  deps: Deps,
  workspaceId: string,
  connection: ConnectionRow,
): Promise<void> {
  await tolerate(deps.log, 'tokens could not be revoked', revoke(deps, workspaceId, connection), undefined)
}

async function revoke(deps: Deps, workspaceId: string, connection: ConnectionRow): Promise<void> {
  const { id, integration_type, credentials, connection_config, captured, client_id } = connection
  if (credentials === null) return
  const definition = await findDefinition(deps.db, workspaceId, integration_type)
  const client = await findClient(deps, workspaceId, integration_type)
  // Another client may not revoke them.
  if (definition?.auth.mode !== 'oauth2' || !client || client.id !== client_id) return
  const opened = openCredentials(deps.secrets, id, credentials)
  const token = opened.refresh_token ?? opened.access_token
  if (token === null) return
  const values = withDerived(definition, { ...connection_config, ...opened.values, ...captured })
  await deps.connectorAuth(integration_type).revoke({ auth: definition.auth, values, client, token })
}
