import type { AnswerOf, InputOf, operations } from '@atrium/contract'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { clientStore } from './client-store.ts'
import { presentClient } from './present-client.ts'

export async function listConnectorClients(
  { db, access, baseUrl }: Deps,
  caller: Caller,
  { query }: InputOf<typeof operations.connector_clients.list>,
): Promise<AnswerOf<typeof operations.connector_clients.list>> {
  const workspace = await access.workspace(caller, query.workspaceId, 'admin')
  const rows = await clientStore(db).list(workspace.id)
  return { redirect_uri: `${baseUrl()}/api/external-auth/callback`, clients: rows.map(presentClient) }
}
