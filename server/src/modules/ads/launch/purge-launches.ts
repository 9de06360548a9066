import { Type } from 'typebox'
import { job } from '../../../platform/jobs/job.ts'
import type { Deps } from '../deps.ts'
import { purgeEndedLaunches } from './launch-store.ts'

const KEPT_DAYS = 90
const AT_ONCE = 1_000

/** Attempts that came to nothing are kept for questions, not for ever. */
export const purgeLaunches = job('ads.purge_launches', {
  payload: Type.Object({}),
  retry: [60],
  async run({ db, clock }: Deps, _, { signal }) {
    const before = new Date(clock.now().getTime() - KEPT_DAYS * 86_400_000)
    while (!signal.aborted && (await purgeEndedLaunches(db, before, AT_ONCE)) === AT_ONCE) {}
  },
})
