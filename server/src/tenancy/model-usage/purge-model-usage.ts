import { Type } from 'typebox'
import { job } from '../../platform/jobs/job.ts'
import type { BaseDeps } from '../base-deps.ts'
import { modelUsageStore } from './usage-store.ts'

/** A year, as the ledger of credits, so that any month can be held against the same month a year ago. */
const DAYS_KEPT = 396
const AT_ONCE = 5_000

export const purgeModelUsage = job('tenancy.purge_model_usage', {
  payload: Type.Object({}),
  retry: [60, 600],
  async run({ db, clock }: Pick<BaseDeps, 'db' | 'clock'>) {
    const before = new Date(clock.now().getTime() - DAYS_KEPT * 24 * 60 * 60 * 1000)
    const store = modelUsageStore(db)
    for (let deleted = AT_ONCE; deleted === AT_ONCE; ) deleted = await store.deleteBefore(before, AT_ONCE)
  },
})
