import type { ConnectorDefinition } from '@atrium/contract/connector-definition'
import { refuse } from '../../../platform/errors.ts'
import { catalogue } from '../catalogue/index.ts'
import type { Deps } from '../deps.ts'
import type { ConnectionRow } from '../tables.ts'
import { usableCredentials } from '../tokens/usable-credentials.ts'
import { callStore, type FoundConnection } from './call-store.ts'
import type { UsableConnection } from './carry-out-call.ts'

/** The connection of an app to call by, or a refusal. */
export async function findUsableConnection(
  deps: Deps,
  app: { id: string; workspace_id: string },
  integrationType: string,
): Promise<UsableConnection> {
  const found = await callStore(deps.db).findConnection(app.workspace_id, app.id, integrationType)
  const definition = definitionOf(integrationType, found)
  if (!definition) throw refuse('integration_not_found')
  if (!isThere(found)) throw refuse('connection_not_found')
  if (found.status !== 'active') throw refuse('connection_not_active')
  return {
    connection_id: found.id,
    definition,
    values: { ...found.connection_config, ...found.captured },
    credentials: (refused) => usableCredentials(deps, definition, found, app.workspace_id, refused),
  }
}

function definitionOf(
  integrationType: string,
  { own_definition, own_updated_date }: FoundConnection,
): ConnectorDefinition | null {
  const known = catalogue.get(integrationType)
  if (known) return known
  const verified_on = own_updated_date?.toISOString().slice(0, 10) ?? ''
  return own_definition && { ...own_definition, verified_on }
}

function isThere(found: FoundConnection): found is FoundConnection & ConnectionRow {
  return found.id !== null
}
