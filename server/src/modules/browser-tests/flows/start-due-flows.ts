import { Type } from 'typebox'
import { transaction } from '../../../platform/database/transaction.ts'
import { job } from '../../../platform/jobs/job.ts'
import { nextLook } from '../../../platform/time/cron.ts'
import type { Deps } from '../deps.ts'
import { dueFlowStore } from './due-flow-store.ts'
import { startByItself } from './start-by-itself.ts'

/** Starts what its schedule says is due; for all times that were missed, while nothing ran, there is one run. */
export const startDueFlows = job('flows.start_due', {
  payload: Type.Object({}),
  retry: [],
  async run(deps: Deps, _payload, { signal }) {
    // What becomes due while this goes on is left for the next minute, so this comes to an end.
    const now = deps.clock.now()
    while (!signal.aborted && (await startOne(deps, now)));
  },
})

/** One in a transaction, so that a fault with one test keeps no other from its time. */
async function startOne(deps: Deps, now: Date): Promise<boolean> {
  return transaction(deps.db, async (tx) => {
    const store = dueFlowStore(tx)
    const flow = await store.claimDue(now)
    if (!flow) return false
    await store.setNext(flow.id, nextLook(flow.schedule ?? {}, now))
    await startByItself(deps, tx, flow, 'schedule')
    return true
  })
}
