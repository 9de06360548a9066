import type { AnswerOf, InputOf, operations } from '@atrium/contract'
import { transaction } from '../../../platform/database/transaction.ts'
import { refuse } from '../../../platform/errors.ts'
import { type Caller, requireWholeWorkspace } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { clientStore } from './client-store.ts'

export async function deleteConnectorClient(
  { db, access, audit }: Deps,
  caller: Caller,
  { params, query }: InputOf<typeof operations.connector_clients.delete>,
): Promise<AnswerOf<typeof operations.connector_clients.delete>> {
  const workspace = await access.workspace(caller, query.workspaceId, 'admin')
  requireWholeWorkspace(caller)
  const { integration_type } = params
  await transaction(db, async (tx) => {
    const wasThere = await clientStore(tx).delete(workspace.id, integration_type)
    if (!wasThere) throw refuse('connector_client_not_found')
    await audit.record(tx, caller, {
      workspace_id: workspace.id,
      action: 'connector_clients.delete',
      target_type: 'connector_client',
      target_id: integration_type,
    })
  })
  return { deleted: true }
}
