import { Type } from 'typebox'
import { job } from '../../platform/jobs/job.ts'
import type { Deps } from './deps.ts'
import { retentionStore } from './retention-store.ts'

const DAYS_KEPT = 30
const DAYS_AHEAD = 3

/** Housekeeping in small steps: room for the attempts to come, and an end for what is old, canceled or deleted. */
export const maintainDeliveries = job('webhooks.keep_deliveries', {
  payload: Type.Object({}),
  retry: [60, 600],
  async run({ db, clock }: Deps, _payload, { signal }) {
    const store = retentionStore(db)
    const now = clock.now()
    const before = new Date(now.getTime() - DAYS_KEPT * 86_400_000)
    for (let ahead = 0; ahead <= DAYS_AHEAD; ahead++) {
      await store.makePartition(new Date(now.getTime() + ahead * 86_400_000))
    }
    await store.dropPartitions(before)
    const steps = [store.writeCanceled, store.deleteOldEvents, store.deleteOldHours, store.purgeDeleted]
    for (const step of steps) {
      while (!signal.aborted && (await step(before)) > 0);
    }
  },
})
