import { Type } from 'typebox'
import { job } from '../../platform/jobs/job.ts'
import type { Deps } from './deps.ts'
import { visitStore } from './visit-store.ts'

const DAYS_KEPT = 90
const BATCH = 5_000

export const purgeVisits = job('app_logs.purge_visits', {
  payload: Type.Object({}),
  retry: [60, 600],
  async run({ db, clock }: Deps, _payload, { signal }) {
    const before = new Date(clock.now().getTime() - DAYS_KEPT * 86_400_000)
    while (!signal.aborted && (await visitStore(db).deleteBefore(before, BATCH)) === BATCH);
  },
})
