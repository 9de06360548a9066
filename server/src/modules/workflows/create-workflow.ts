import type { InputOf, operations } from '@atrium/contract'
import { MAX_WORKFLOWS } from '@atrium/contract/workflows'
import { afterCommit, transaction } from '../../platform/database/transaction.ts'
import { refuse } from '../../platform/errors.ts'
import { makeId } from '../../platform/ids.ts'
import { type Caller, userOf } from '../../tenancy/index.ts'
import { checkDefinition } from './definition/check-definition.ts'
import type { Deps } from './deps.ts'
import { hookOf } from './hook-token.ts'
import { presentWorkflow } from './present-workflow.ts'
import { workflowStore } from './store.ts'
import type { WorkflowRow } from './tables.ts'
import { requireCondition } from './triggers/require-condition.ts'
import { nextRunAt, readTrigger } from './triggers/trigger-rules.ts'
import { applyChange, notifyOfChange } from './workflow-changes.ts'

export async function createWorkflow(
  deps: Deps,
  caller: Caller,
  { params, body }: InputOf<typeof operations.workflows.create>,
) {
  const { db, clock, access, audit, scripts, secrets } = deps
  const now = clock.now()
  const { name, description = null, status = 'active' } = body
  const trigger = readTrigger(body.trigger, now)
  const app = await access.app(caller, params.app_id, 'editor')
  // Its scripts cost time to read, so only for those who may save it.
  const definition = await checkDefinition(scripts, body.definition)
  await requireCondition(deps, app.id, trigger)
  const id = makeId('wfl', now)
  const workflow: WorkflowRow = {
    ...{ id, app_id: app.id, name, description, status, trigger, version: 1, archived_at: null },
    ...hookOf(secrets, { id, trigger }, null),
    next_run_at: nextRunAt({ trigger, status }, now),
    created_date: now,
    updated_date: now,
  }
  await transaction(db, async (tx) => {
    const store = workflowStore(tx)
    if ((await store.lockAndCount(app.id)) >= MAX_WORKFLOWS) throw refuse('workflow_limit_reached')
    await store.insert(workflow)
    const created_by = userOf(caller).email
    await store.insertVersion({ workflow_id: id, version: 1, definition, created_by, created_date: now })
    await audit.record(tx, caller, {
      workspace_id: app.workspace_id,
      action: 'workflows.create',
      target_type: 'workflow',
      target_id: id,
      app_id: app.id,
      detail: { name, trigger: trigger.type, status },
    })
    await notifyOfChange(tx, app.id)
  })
  afterCommit(db, () => applyChange(deps, app.id))
  return presentWorkflow(deps, app, { ...workflow, definition })
}
