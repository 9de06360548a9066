import type { AnswerOf, InputOf, operations } from '@atrium/contract'
import { refuse } from '../../../platform/errors.ts'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { customConnectorStore } from './custom-connector-store.ts'
import { presentConnector } from './present-connector.ts'

export async function readCustomConnector(
  { db, access }: Deps,
  caller: Caller,
  { params, query }: InputOf<typeof operations.custom_connectors.read>,
): Promise<AnswerOf<typeof operations.custom_connectors.read>> {
  const workspace = await access.workspace(caller, query.workspaceId, 'member')
  const row = await customConnectorStore(db).findCounted(workspace.id, params.integration_type)
  if (!row) throw refuse('integration_not_found')
  return presentConnector(row)
}
