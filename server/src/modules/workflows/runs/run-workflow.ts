import type { InputOf, operations } from '@atrium/contract'
import { afterCommit, transaction } from '../../../platform/database/transaction.ts'
import { refuse } from '../../../platform/errors.ts'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import type { NewRun } from '../engine/engine.ts'
import type { RunRow } from '../tables.ts'
import { accessRunsOf } from './access-run.ts'
import { runReadStore } from './run-read-store.ts'

type Body = InputOf<typeof operations.workflows.run>['body']

/** Starts a run by hand, or one more like an earlier one. */
export async function runWorkflow(
  deps: Deps,
  caller: Caller,
  { params, body }: InputOf<typeof operations.workflows.run>,
) {
  const { db, workflowEngine } = deps
  const { app, workflow } = await accessRunsOf(deps, caller, params, 'editor')
  if (workflow.archived_at) throw refuse('workflow_not_found')
  const { replay_from_run_id, is_test_run = false } = body
  const usual: NewRun = {
    app_id: app.id,
    workflow_id: workflow.id,
    version: workflow.version,
    trigger_type: 'manual',
    input: body.input ?? {},
    is_test_run,
    // People start it: no function and no run can call this.
    depth: 0,
  }
  if (replay_from_run_id === undefined) {
    const run_id = await startRun(deps, usual)
    return { run_id, status: 'started' as const }
  }
  const before = await runReadStore(db).find(workflow.id, replay_from_run_id)
  if (!before) throw refuse('run_not_found')
  if (!before.completed_at) throw refuse('run_not_finished')
  const [run_id = ''] = await transaction(db, async (tx) => {
    const ids = await workflowEngine.enqueue(tx, [{ ...usual, ...replayOf(before, body, workflow.version) }])
    if (body.replay_from === 'failed_step') await runReadStore(tx).copyFinished(before.id, ids[0] ?? '')
    return ids
  })
  afterCommit(db, () => workflowEngine.wake())
  return { run_id, status: 'started' as const }
}

/** Together with others, unless it belongs to a transaction. */
async function startRun({ db, workflowEngine }: Deps, run: NewRun): Promise<string> {
  if (!db.isTransaction) return workflowEngine.start(run)
  const [id = ''] = await workflowEngine.enqueue(db, [run])
  afterCommit(db, () => workflowEngine.wake())
  return id
}

function replayOf(before: RunRow, body: Body, current: number): Partial<NewRun> {
  return {
    version: body.replay_version === 'current' ? current : before.version,
    trigger_type: before.trigger_type,
    input: body.input === undefined ? before.input : body.input,
    is_test_run: body.is_test_run ?? before.is_test_run,
    replay_of_run_id: before.id,
  }
}
