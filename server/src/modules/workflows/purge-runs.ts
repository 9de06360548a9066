import { Type } from 'typebox'
import { job } from '../../platform/jobs/job.ts'
import type { Deps } from './deps.ts'
import { runReadStore } from './runs/run-read-store.ts'

const DAY_MS = 86_400_000
const KEPT_DAYS = 30
/** Somebody may still want to know why. */
const KEPT_DAYS_FAILED = 90
const BATCH = 500

/** Removes runs that ended long ago, with their steps. */
export const purgeRuns = job('workflows.purge_runs', {
  payload: Type.Object({}),
  retry: [60],
  async run({ db, clock }: Deps, _payload, { signal }) {
    const now = clock.now().getTime()
    const before = new Date(now - KEPT_DAYS * DAY_MS)
    const failedBefore = new Date(now - KEPT_DAYS_FAILED * DAY_MS)
    const store = runReadStore(db)
    while (!signal.aborted && (await store.deleteEnded(before, failedBefore, BATCH)) === BATCH);
  },
})
