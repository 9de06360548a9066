import type { InputOf, operations } from '@atrium/contract'
import { APPROVAL } from '@atrium/contract/workflow-definition'
import { afterCommit, transaction } from '../../../platform/database/transaction.ts'
import { refuse } from '../../../platform/errors.ts'
import { type Caller, userOf } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { listenerStore } from '../engine/listener-store.ts'
import { accessRun } from './access-run.ts'
import { runReadStore } from './run-read-store.ts'

/** The first decision counts; the run goes on with it. */
export async function decideStep(
  deps: Deps,
  caller: Caller,
  { params, body }: InputOf<typeof operations.runs.decide>,
) {
  const { db, clock, audit, workflowEngine } = deps
  const { app, run } = await accessRun(deps, caller, params, 'editor')
  const { step_id, approved, comment = null } = body
  const step = await runReadStore(db).waitingStep(run.id, step_id, APPROVAL)
  if (!step) throw refuse('step_not_found')
  const { email } = userOf(caller)
  if (!mayDecide(step.input, email)) throw refuse('not_an_approver')
  const now = clock.now()
  const decision = { approved, comment, decided_by: email, decided_at: now.toISOString() }
  await transaction(db, async (tx) => {
    if (!(await listenerStore(tx).deliverTo(run.id, step_id, decision, now))) throw refuse('step_not_found')
    await audit.record(tx, caller, {
      workspace_id: app.workspace_id,
      action: 'runs.decide',
      target_type: 'workflow_run',
      target_id: run.id,
      app_id: app.id,
      detail: { step_id, approved },
    })
  })
  afterCommit(db, () => workflowEngine.wake())
  return { run_id: run.id, step_id, approved }
}

/** Any editor, unless the step names people. */
function mayDecide(asked: unknown, email: string): boolean {
  const { approvers } = (asked ?? {}) as { approvers?: unknown }
  if (!Array.isArray(approvers) || approvers.length === 0) return true
  return approvers.some((one) => String(one).toLowerCase() === email.toLowerCase())
}
