import { Type } from 'typebox'
import { job } from '../../../platform/jobs/job.ts'
import type { Deps } from '../deps.ts'
import { mappingStore } from './mapping-store.ts'
import { dayBefore } from './recent-days.ts'

const KEPT_DAYS = 90
const BATCH = 5_000

/** Removes what was counted longer ago than anybody is shown. */
export const purgeCounts = job('ads.purge_conversion_counts', {
  payload: Type.Object({}),
  retry: [600],
  async run({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
    const before = dayBefore(clock.now(), KEPT_DAYS)
    while ((await mappingStore(db).deleteCounts(before, BATCH)) === BATCH);
  },
})
