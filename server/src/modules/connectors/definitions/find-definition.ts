import type { ConnectorDefinition } from '@atrium/contract/connector-definition'
import type { Db } from '../../../platform/database/db.ts'
import { refuse } from '../../../platform/errors.ts'
import { catalogue } from '../catalogue/index.ts'
import { customConnectorStore } from '../custom/custom-connector-store.ts'

/** The connector of this type: of the catalogue, or of the workspace's own. */
export async function findDefinition(
  db: Db,
  workspaceId: string,
  integrationType: string,
): Promise<ConnectorDefinition | null> {
  const known = catalogue.get(integrationType)
  if (known) return known
  const own = await customConnectorStore(db).find(workspaceId, integrationType)
  return own ? { ...own.definition, verified_on: own.updated_date.toISOString().slice(0, 10) } : null
}

export async function requireDefinition(
  db: Db,
  workspaceId: string,
  integrationType: string,
): Promise<ConnectorDefinition> {
  const found = await findDefinition(db, workspaceId, integrationType)
  if (!found) throw refuse('integration_not_found')
  return found
}
