import type { InputOf, operations } from '@atrium/contract'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { accessFlow } from './access-flow.ts'
import { statsOf } from './flow-stats.ts'
import { statsStore } from './stats-store.ts'

const DAYS = 30

export async function readFlowStats(
  deps: Deps,
  caller: Caller,
  { params }: InputOf<typeof operations.flows.stats>,
) {
  const { app, flow } = await accessFlow(deps, caller, params, 'viewer')
  const since = new Date(deps.clock.now().getTime() - DAYS * 86_400_000)
  const store = statsStore(deps.db)
  const [runs, steps] = await Promise.all([
    store.recentRuns(app.id, flow.id, since),
    store.troubledSteps(app.id, flow.id, since),
  ])
  return { ...statsOf(runs), steps }
}
