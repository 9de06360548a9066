import type { InputOf, operations } from '@atrium/contract'
import { transaction } from '../../platform/database/transaction.ts'
import { refuse } from '../../platform/errors.ts'
import type { Caller } from '../../tenancy/index.ts'
import { accessWorkflow } from './access-workflow.ts'
import type { Deps } from './deps.ts'
import { cancelRunsOf } from './runs/cancel-runs-store.ts'
import { workflowStore } from './store.ts'
import { applyChange, notifyOfChange } from './workflow-changes.ts'

export async function archiveWorkflow(
  deps: Deps,
  caller: Caller,
  { params }: InputOf<typeof operations.workflows.archive>,
) {
  const { db, clock, audit, workflowEngine } = deps
  const { app } = await accessWorkflow(deps, caller, params, 'editor')
  await transaction(db, async (tx) => {
    const store = workflowStore(tx)
    const workflow = await store.lock(app.id, params.workflow_id)
    if (!workflow) throw refuse('workflow_not_found')
    const now = clock.now()
    const unstarted = { next_run_at: null, hook_hash: null, hook_token: null }
    await store.update(workflow.id, { ...unstarted, archived_at: now, updated_date: now })
    await cancelRunsOf(tx, workflow.id, now)
    await audit.record(tx, caller, {
      workspace_id: app.workspace_id,
      action: 'workflows.archive',
      target_type: 'workflow',
      target_id: workflow.id,
      app_id: app.id,
      detail: { name: workflow.name },
    })
    await notifyOfChange(tx, app.id)
  })
  applyChange(deps, app.id)
  workflowEngine.wake()
  return { archived: true as const }
}
