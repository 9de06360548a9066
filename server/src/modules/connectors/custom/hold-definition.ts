import type { ConnectorDefinition } from '@atrium/contract/connector-definition'
import type { Db } from '../../../platform/database/db.ts'
import { catalogue } from '../catalogue/index.ts'
import { leadsElsewhere } from './connector-rules.ts'
import { customConnectorStore } from './custom-connector-store.ts'

/**
 * For the transaction that stores credentials got by this definition: false when the connector is gone by now or
 * leads elsewhere. When true, it stays so until the transaction ends.
 */
export async function holdDefinition(
  tx: Db,
  workspaceId: string,
  definition: ConnectorDefinition,
): Promise<boolean> {
  if (catalogue.has(definition.integration_type)) return true
  const row = await customConnectorStore(tx).hold(workspaceId, definition.integration_type, 'keep')
  return row !== undefined && !leadsElsewhere(definition, row.definition)
}
