import type { InputOf, operations } from '@atrium/contract'
import { DEFAULT_RUN_SECONDS, MAX_FLOWS } from '@atrium/contract/flows'
import { transaction } from '../../../platform/database/transaction.ts'
import { refuse } from '../../../platform/errors.ts'
import { makeId } from '../../../platform/ids.ts'
import { type Caller, userOf } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { checkSteps } from '../steps/check-steps.ts'
import type { FlowRow } from '../tables.ts'
import { requireHosts } from './allowed-hosts.ts'
import { flowStore } from './flow-store.ts'
import { NO_RUN, presentFlow } from './present-flow.ts'
import { nextRunAt, requireSchedule } from './schedule.ts'
import { requireStartUrl } from './start-url.ts'

export async function createFlow(
  deps: Deps,
  caller: Caller,
  { params, body }: InputOf<typeof operations.flows.create>,
) {
  const { db, clock, access, audit } = deps
  const now = clock.now()
  const { name, goal, role = null, on_publish = false, timeout_seconds = DEFAULT_RUN_SECONDS } = body
  const steps = checkSteps(body.steps ?? [], ['body', 'steps'])
  const allowed_hosts = requireHosts(deps, body.allowed_hosts ?? [])
  const schedule = requireSchedule(body.schedule ?? null, now)
  const app = await access.app(caller, params.app_id, 'editor')
  const start_url = body.start_url == null ? null : await requireStartUrl(deps, app.id, body.start_url)
  const flow: FlowRow = {
    ...{ id: makeId('flw', now), app_id: app.id, name, goal, steps, role, start_url, allowed_hosts },
    ...{ schedule, on_publish, next_run_at: nextRunAt(schedule, now), timeout_seconds },
    ...{ created_by_id: userOf(caller).id, created_date: now, updated_date: now },
  }
  await transaction(db, async (tx) => {
    const store = flowStore(tx)
    if ((await store.lockAndCount(app.id)) >= MAX_FLOWS) throw refuse('flow_limit_reached')
    await store.insert(flow)
    await audit.record(tx, caller, {
      workspace_id: app.workspace_id,
      action: 'flows.create',
      target_type: 'flow',
      target_id: flow.id,
      app_id: app.id,
      detail: { name, step_count: steps.length },
    })
  })
  return presentFlow({ ...flow, ...NO_RUN })
}
