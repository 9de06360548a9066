import { isDeepStrictEqual } from 'node:util'
import type { WorkflowDefinition } from '@atrium/contract/workflow-definition'
import { KEPT_VERSIONS } from '@atrium/contract/workflows'
import type { Db } from '../../platform/database/db.ts'
import { afterCommit, transaction } from '../../platform/database/transaction.ts'
import { refuse } from '../../platform/errors.ts'
import { type App, type Caller, userOf } from '../../tenancy/index.ts'
import type { Deps } from './deps.ts'
import { hookOf } from './hook-token.ts'
import { presentWorkflow } from './present-workflow.ts'
import { type DefinedWorkflow, workflowStore } from './store.ts'
import type { WorkflowRow } from './tables.ts'
import { nextRunAt } from './triggers/trigger-rules.ts'
import { applyChange, notifyOfChange } from './workflow-changes.ts'

/** What is left out stays. */
export type WorkflowChanges = Partial<Pick<WorkflowRow, 'name' | 'description' | 'status' | 'trigger'>> & {
  definition?: WorkflowDefinition
}

type Action = 'workflows.update' | 'workflows.start' | 'workflows.pause'

/** Changes a workflow and returns it; `from` is the version that the change was made from, where that counts. */
export async function changeWorkflow(
  deps: Deps,
  caller: Caller,
  {
    app,
    workflow_id,
    action,
    from,
  }: { app: App; workflow_id: string; action: Action; from?: number | undefined },
  wanted: WorkflowChanges,
) {
  const { db, audit } = deps
  const workflow = await transaction(db, async (tx) => {
    const before = await workflowStore(tx).lock(app.id, workflow_id)
    if (!before) throw refuse('workflow_not_found')
    if (from !== undefined && from !== before.version) throw refuse('workflow_changed')
    const changed = FIELDS.filter(
      (field) => wanted[field] !== undefined && !isDeepStrictEqual(wanted[field], before[field]),
    )
    if (changed.length === 0) return before
    const after = await save(deps, tx, before, { ...before, ...only(wanted, changed) }, userOf(caller).email)
    await audit.record(tx, caller, {
      workspace_id: app.workspace_id,
      action,
      target_type: 'workflow',
      target_id: workflow_id,
      app_id: app.id,
      detail: { changed, version: after.version },
    })
    await notifyOfChange(tx, app.id)
    return after
  })
  afterCommit(db, () => applyChange(deps, app.id))
  return presentWorkflow(deps, app, workflow)
}

const FIELDS = ['name', 'description', 'definition', 'trigger', 'status'] as const

function only(wanted: WorkflowChanges, fields: readonly (keyof WorkflowChanges)[]): WorkflowChanges {
  return Object.fromEntries(fields.map((field) => [field, wanted[field]]))
}

/** Stores what is different, and what follows from it. */
async function save(
  { clock, secrets }: Deps,
  tx: Db,
  before: DefinedWorkflow,
  wanted: DefinedWorkflow,
  created_by: string,
): Promise<DefinedWorkflow> {
  const store = workflowStore(tx)
  const now = clock.now()
  const { definition, ...row } = wanted
  const isNewVersion = definition !== before.definition
  const isNewTime = wanted.trigger !== before.trigger || wanted.status !== before.status
  const after: WorkflowRow = {
    ...row,
    ...hookOf(secrets, wanted, before),
    version: isNewVersion ? before.version + 1 : before.version,
    next_run_at: isNewTime ? nextRunAt(wanted, now) : before.next_run_at,
    updated_date: now,
  }
  await store.update(before.id, after)
  if (isNewVersion) {
    const { version } = after
    await store.insertVersion({ workflow_id: before.id, version, definition, created_by, created_date: now })
    await store.deleteVersions(before.id, version - KEPT_VERSIONS)
  }
  return { ...after, definition }
}
