import type { InputOf, operations } from '@atrium/contract'
import { transaction } from '../../../platform/database/transaction.ts'
import { refuse } from '../../../platform/errors.ts'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { cancelRunsOfFlow } from '../runs/cancel-runs-of-flow.ts'
import { accessFlow } from './access-flow.ts'
import { flowStore } from './flow-store.ts'

/** Runs and reports stay. Of two who delete it at once, one gets 404. */
export async function deleteFlow(
  deps: Deps,
  caller: Caller,
  { params }: InputOf<typeof operations.flows.delete>,
) {
  const { app, flow } = await accessFlow(deps, caller, params, 'editor')
  await cancelRunsOfFlow(deps, flow.id)
  await transaction(deps.db, async (tx) => {
    if (!(await flowStore(tx).delete(app.id, flow.id))) throw refuse('flow_not_found')
    await deps.audit.record(tx, caller, {
      workspace_id: app.workspace_id,
      action: 'flows.delete',
      target_type: 'flow',
      target_id: flow.id,
      app_id: app.id,
      detail: { name: flow.name },
    })
  })
  // One may have been asked for in between; from now on none can be.
  await cancelRunsOfFlow(deps, flow.id)
  return { success: true as const }
}
