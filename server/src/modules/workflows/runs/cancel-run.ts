import type { InputOf, operations } from '@atrium/contract'
import { afterCommit, transaction } from '../../../platform/database/transaction.ts'
import { refuse } from '../../../platform/errors.ts'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { accessRun } from './access-run.ts'
import { runReadStore } from './run-read-store.ts'

/** One that nobody carries out ends at once; else the server that holds it breaks off what is under way. */
export async function cancelRun(
  deps: Deps,
  caller: Caller,
  { params }: InputOf<typeof operations.runs.cancel>,
) {
  const { db, clock, audit, workflowEngine } = deps
  const { app, run } = await accessRun(deps, caller, params, 'editor')
  const status = await transaction(db, async (tx) => {
    const now = await runReadStore(tx).cancel(run.id, clock.now())
    if (now !== 'cancelling' && now !== 'cancelled') throw refuse('run_finished')
    await audit.record(tx, caller, {
      workspace_id: app.workspace_id,
      action: 'runs.cancel',
      target_type: 'workflow_run',
      target_id: run.id,
      app_id: app.id,
      detail: { workflow_id: run.workflow_id },
    })
    return now
  })
  afterCommit(db, () => workflowEngine.wake())
  return { run_id: run.id, status }
}
