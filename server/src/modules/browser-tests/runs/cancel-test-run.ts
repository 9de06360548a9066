import type { InputOf, operations } from '@atrium/contract'
import { refuse } from '../../../platform/errors.ts'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { accessTestRun } from './access-test-run.ts'
import { cancelOpenRun } from './cancel-open-run.ts'
import { presentTestRun } from './present-test-run.ts'

/** Returns when the browser is closed. */
export async function cancelTestRun(
  deps: Deps,
  caller: Caller,
  { params }: InputOf<typeof operations.test_runs.cancel>,
) {
  const { app, run } = await accessTestRun(deps, caller, params, 'editor')
  const alsoStore = (tx: Deps['db']) =>
    deps.audit.record(tx, caller, {
      workspace_id: app.workspace_id,
      action: 'test_runs.cancel',
      target_type: 'test_run',
      target_id: run.id,
      app_id: app.id,
      detail: { flow_id: run.flow_id },
    })
  if (!(await cancelOpenRun(deps, run.id, 'user', { alsoStore }))) throw refuse('test_run_ended')
  const { run: ended } = await accessTestRun(deps, caller, params, 'editor')
  return presentTestRun(deps.db, ended)
}
