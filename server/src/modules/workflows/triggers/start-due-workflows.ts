import { Type } from 'typebox'
import { transaction } from '../../../platform/database/transaction.ts'
import { job } from '../../../platform/jobs/job.ts'
import { nextLook } from '../../../platform/time/cron.ts'
import type { Deps } from '../deps.ts'
import { runOf } from './run-of-workflow.ts'
import { triggerStore } from './trigger-store.ts'

const BATCH = 100

/** Starts what its schedule says; for all times that were missed, while nothing ran, there is one run. */
export const startDueWorkflows = job('workflows.start_due', {
  payload: Type.Object({}),
  retry: [10],
  async run(deps: Deps, _payload, { signal }) {
    while (!signal.aborted && (await startSome(deps)) === BATCH);
  },
})

async function startSome({ db, clock, workflowEngine }: Deps): Promise<number> {
  const now = clock.now()
  return transaction(db, async (tx) => {
    const store = triggerStore(tx)
    const due = await store.claimDue(now, BATCH)
    for (const { id, declared } of due) await store.setNext(id, nextLook(declared, now))
    const runs = due.map((workflow) => {
      const scheduled_at = workflow.next_run_at?.toISOString()
      return runOf(workflow, 'schedule', { type: 'schedule', scheduled_at }, 0)
    })
    if (runs.length > 0) await workflowEngine.enqueue(tx, runs)
    return due.length
  })
}
