import { Type } from 'typebox'
import { job } from '../../../platform/jobs/job.ts'
import type { Deps } from '../deps.ts'
import { idempotencyStore } from './idempotency-store.ts'

const DAYS_KEPT = 7

/** Nobody repeats a request after a week; its key may then be used again. */
export const purgeIdempotencyKeys = job('agents.forget_requests', {
  payload: Type.Object({}),
  retry: [60, 600],
  async run({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
    await idempotencyStore(db).deleteOld(new Date(clock.now().getTime() - DAYS_KEPT * 86_400_000))
  },
})
