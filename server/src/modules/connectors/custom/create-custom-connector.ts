import type { AnswerOf, InputOf, operations } from '@atrium/contract'
import { MAX_CUSTOM_CONNECTORS } from '@atrium/contract/custom-connectors'
import { transaction } from '../../../platform/database/transaction.ts'
import { refuse } from '../../../platform/errors.ts'
import { makeId } from '../../../platform/ids.ts'
import { type Caller, requireWholeWorkspace } from '../../../tenancy/index.ts'
import { catalogue } from '../catalogue/index.ts'
import type { Deps } from '../deps.ts'
import { onlyDescribed } from './connector-rules.ts'
import { customConnectorStore } from './custom-connector-store.ts'
import { presentConnector } from './present-connector.ts'
import { requireSound } from './require-sound.ts'

export async function createCustomConnector(
  { db, clock, access, audit, connectorHttp }: Deps,
  caller: Caller,
  { query, body }: InputOf<typeof operations.custom_connectors.create>,
): Promise<AnswerOf<typeof operations.custom_connectors.create>> {
  const workspace = await access.workspace(caller, query.workspaceId, 'admin')
  requireWholeWorkspace(caller)
  const definition = onlyDescribed(body)
  requireSound(connectorHttp(''), definition)
  const { integration_type } = definition
  if (catalogue.has(integration_type)) throw refuse('connector_exists')
  const now = clock.now()
  const row = {
    ...{ id: makeId('cco', now), workspace_id: workspace.id, integration_type, definition },
    ...{ created_by: caller.user?.id ?? null, created_date: now, updated_date: now },
  }
  await transaction(db, async (tx) => {
    const store = customConnectorStore(tx)
    await store.lock(workspace.id)
    if (await store.find(workspace.id, integration_type)) throw refuse('connector_exists')
    if ((await store.count(workspace.id)) >= MAX_CUSTOM_CONNECTORS) throw refuse('connector_limit_reached')
    await store.insert(row)
    await audit.record(tx, caller, {
      workspace_id: workspace.id,
      action: 'custom_connectors.create',
      target_type: 'connector',
      target_id: integration_type,
    })
  })
  return presentConnector({ ...row, connection_count: 0 })
}
