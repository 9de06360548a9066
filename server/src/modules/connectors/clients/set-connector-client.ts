import type { AnswerOf, InputOf, operations } from '@atrium/contract'
import { transaction } from '../../../platform/database/transaction.ts'
import { invalid, refuse } from '../../../platform/errors.ts'
import { makeId } from '../../../platform/ids.ts'
import { type Caller, requireWholeWorkspace } from '../../../tenancy/index.ts'
import { holdDefinition } from '../custom/hold-definition.ts'
import { requireDefinition } from '../definitions/find-definition.ts'
import type { Deps } from '../deps.ts'
import { clientStore } from './client-store.ts'
import { presentClient } from './present-client.ts'
import { sealClientSecret } from './sealed-client.ts'

export async function setConnectorClient(
  { db, clock, access, audit, secrets }: Deps,
  caller: Caller,
  { params, query, body }: InputOf<typeof operations.connector_clients.set>,
): Promise<AnswerOf<typeof operations.connector_clients.set>> {
  const workspace = await access.workspace(caller, query.workspaceId, 'admin')
  requireWholeWorkspace(caller)
  const definition = await requireDefinition(db, workspace.id, params.integration_type)
  const { integration_type } = definition
  if (definition.auth.mode !== 'oauth2' || integration_type === 'sandbox-oauth') {
    const { display_name } = definition
    throw invalid(['path', 'integration_type'], 'value_error', `${display_name} takes no client id of yours`)
  }
  const now = clock.now()
  const stored = await transaction(db, async (tx) => {
    // The secret must not meet addresses that nobody saw when it was entered.
    if (!(await holdDefinition(tx, workspace.id, definition))) throw refuse('integration_not_found')
    const store = clientStore(tx)
    const fresh = { id: makeId('ccl', now), created_date: now, updated_date: now }
    const { client_id, client_secret } = body
    const row = await store.claim({
      ...fresh,
      ...{ workspace_id: workspace.id, integration_type, client_id, client_secret: null },
    })
    const is_new = row.id === fresh.id
    const sealed = client_secret ? sealClientSecret(secrets, row.id, client_secret) : null
    const changed = await store.replace(row.id, {
      client_id,
      client_secret: client_secret === undefined ? row.client_secret : sealed,
      updated_date: now,
    })
    await audit.record(tx, caller, {
      workspace_id: workspace.id,
      action: 'connector_clients.set',
      target_type: 'connector_client',
      target_id: integration_type,
      detail: { is_new, has_secret: changed.client_secret !== null },
    })
    return changed
  })
  return presentClient(stored)
}
