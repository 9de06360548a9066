import { Type } from 'typebox'
import { transaction } from '../../../platform/database/transaction.ts'
import { job } from '../../../platform/jobs/job.ts'
import { nextLook } from '../../../platform/time/cron.ts'
import type { Deps } from '../deps.ts'
import { automationStore } from './automation-store.ts'
import { enqueueRuns } from './enqueue-runs.ts'

const BATCH = 100

/** Starts what its schedule says; for all times that were missed, while nothing ran, there is one run. */
export const startDueAutomations = job('functions.start_due_automations', {
  payload: Type.Object({}),
  retry: [10],
  async run(deps: Deps, _payload, { signal }) {
    while (!signal.aborted && (await startSome(deps)) === BATCH);
  },
})

async function startSome({ db, clock, jobs }: Deps): Promise<number> {
  const now = clock.now()
  return transaction(db, async (tx) => {
    const store = automationStore(tx)
    const due = await store.claimDue(now, BATCH)
    for (const { id, declared } of due) await store.setNext(id, nextLook(declared, now))
    const occasions = due.map((automation) => ({
      automation,
      event: null,
      record_id: null,
      payload: {
        type: 'schedule',
        scheduled_at: automation.next_run_at?.toISOString(),
        automation: automation.declared,
      },
      fault: null,
    }))
    await enqueueRuns({ jobs }, tx, occasions, { now, depth: 0 })
    return due.length
  })
}
