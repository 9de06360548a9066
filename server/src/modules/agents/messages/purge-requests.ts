import { Type } from 'typebox'
import { job } from '../../../platform/jobs/job.ts'
import type { Deps } from '../deps.ts'
import { requestStore } from './request-store.ts'

const DAYS_KEPT = 7

/** Nobody repeats a request after a week; its key may then be used again. */
export const purgeRequests = job('agents.forget_requests', {
  payload: Type.Object({}),
  retry: [60, 600],
  async run({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
    await requestStore(db).deleteOld(new Date(clock.now().getTime() - DAYS_KEPT * 86_400_000))
  },
})
