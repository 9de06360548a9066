import { refuse } from '../../../platform/errors.ts'
import type { Client } from '../../../ports/connector-auth/port.ts'
import type { Deps } from '../deps.ts'
import { clientStore } from './client-store.ts'
import { openClientSecret } from './sealed-client.ts'

/** The sandbox knows one client, which everybody has. */
const SANDBOX: Client = { id: 'atrium', secret: null }

/** The client id and secret of a workspace at a service; null when nobody entered them. */
export async function findClient(
  { db, secrets }: Pick<Deps, 'db' | 'secrets'>,
  workspaceId: string,
  integrationType: string,
): Promise<Client | null> {
  if (integrationType === 'sandbox-oauth') return SANDBOX
  const row = await clientStore(db).find(workspaceId, integrationType)
  if (!row) return null
  const { id, client_id, client_secret } = row
  return { id: client_id, secret: client_secret && openClientSecret(secrets, id, client_secret) }
}

export async function requireClient(
  deps: Pick<Deps, 'db' | 'secrets'>,
  workspaceId: string,
  integrationType: string,
): Promise<Client> {
  const client = await findClient(deps, workspaceId, integrationType)
  if (!client) throw refuse('connector_not_configured')
  return client
}
