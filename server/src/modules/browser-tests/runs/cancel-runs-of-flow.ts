import type { Deps } from '../deps.ts'
import { cancelOpenRun } from './cancel-open-run.ts'
import { testRunStore } from './test-run-store.ts'

/**
 * Cancels what waits or runs of a flow and returns when its browser is closed, on whatever node; at most a few seconds.
 * A run that is asked for at the same time may be left: call it again once the flow is deleted.
 */
export async function cancelRunsOfFlow(deps: Deps, flowId: string): Promise<void> {
  const id = await testRunStore(deps.db).findOpenOfFlow(flowId)
  if (id) await cancelOpenRun(deps, id, 'flow_deleted')
}
