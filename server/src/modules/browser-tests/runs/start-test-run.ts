import type { InputOf, operations } from '@atrium/contract'
import { transaction } from '../../../platform/database/transaction.ts'
import { type Caller, userOf } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { accessFlow } from '../flows/access-flow.ts'
import { requireStartUrl } from '../flows/start-url.ts'
import { presentTestRun } from './present-test-run.ts'
import { requestTestRun } from './request-test-run.ts'

export async function startTestRun(
  deps: Deps,
  caller: Caller,
  { params, body }: InputOf<typeof operations.test_runs.start>,
) {
  const { app_id } = params
  const { app, flow } = await accessFlow(deps, caller, { app_id, flow_id: body.flow_id }, 'editor')
  const start_url = body.start_url === undefined ? null : await requireStartUrl(deps, app.id, body.start_url)
  const { id: paid_by_id, email: started_by } = userOf(caller)
  const trigger = caller.kind === 'session' ? 'manual' : 'api'
  const run = await transaction(deps.db, async (tx) => {
    const requested = await requestTestRun(deps, tx, flow, { trigger, started_by, paid_by_id, start_url })
    await deps.audit.record(tx, caller, {
      workspace_id: app.workspace_id,
      action: 'test_runs.start',
      target_type: 'test_run',
      target_id: requested.id,
      app_id: app.id,
      detail: { flow_id: flow.id },
    })
    return requested
  })
  return presentTestRun(deps.db, run)
}
