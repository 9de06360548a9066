import type { InputOf, operations } from '@atrium/contract'
import { transaction } from '../../../platform/database/transaction.ts'
import { refuse } from '../../../platform/errors.ts'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { applyChange, notifyOfChange } from '../function-changes.ts'
import { historyStore, INVOCATIONS, LOGS } from '../history-store.ts'
import { deploymentStore } from './deployment-store.ts'

/** Its runs stay for their time: those that wait end as failed, and say why. */
export async function deleteFunction(
  deps: Deps,
  caller: Caller,
  { params }: InputOf<typeof operations.functions.delete>,
) {
  const app = await deps.access.app(caller, params.app_id, 'editor')
  const { name } = params
  await transaction(deps.db, async (tx) => {
    await deploymentStore(tx).lock(app.id)
    if (!(await deploymentStore(tx).delete(app.id, name))) throw refuse('function_not_found')
    for (const history of [LOGS, INVOCATIONS]) await historyStore(tx, history).deleteOf(app.id, name)
    await deps.audit.record(tx, caller, {
      workspace_id: app.workspace_id,
      action: 'functions.delete',
      target_type: 'function',
      target_id: name,
      app_id: app.id,
    })
    await notifyOfChange(tx, app.id, name)
  })
  applyChange(deps, app.id, name)
  return { deleted: true as const }
}
