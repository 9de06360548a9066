import type { AnswerOf, InputOf, operations } from '@atrium/contract'
import { transaction } from '../../../platform/database/transaction.ts'
import { refuse } from '../../../platform/errors.ts'
import { type Caller, requireWholeWorkspace } from '../../../tenancy/index.ts'
import { clientStore } from '../clients/client-store.ts'
import type { Deps } from '../deps.ts'
import { customConnectorStore } from './custom-connector-store.ts'
import { usageStore } from './usage-store.ts'

export async function deleteCustomConnector(
  { db, access, audit }: Deps,
  caller: Caller,
  { params, query }: InputOf<typeof operations.custom_connectors.delete>,
): Promise<AnswerOf<typeof operations.custom_connectors.delete>> {
  const workspace = await access.workspace(caller, query.workspaceId, 'admin')
  requireWholeWorkspace(caller)
  const { integration_type } = params
  await transaction(db, async (tx) => {
    const store = customConnectorStore(tx)
    const row = await store.hold(workspace.id, integration_type, 'change')
    if (!row) throw refuse('integration_not_found')
    const usage = usageStore(tx, workspace.id, integration_type)
    if (await usage.hasConnections()) throw refuse('connector_in_use')
    await usage.endAttempts('The connector was deleted.')
    // A connector of the same type that is added later may lead elsewhere, and the secret is not for it.
    await clientStore(tx).delete(workspace.id, integration_type)
    await store.delete(row.id)
    await audit.record(tx, caller, {
      workspace_id: workspace.id,
      action: 'custom_connectors.delete',
      target_type: 'connector',
      target_id: integration_type,
    })
  })
  return { deleted: true }
}
