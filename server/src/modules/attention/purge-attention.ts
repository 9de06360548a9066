import { Type } from 'typebox'
import { job } from '../../platform/jobs/job.ts'
import type { Deps } from './deps.ts'
import { attentionStore } from './store.ts'

/** G672: what lasts longer shows again. */
const DAYS_KEPT = 180

export const purgeAttention = job('attention.purge', {
  payload: Type.Object({}),
  retry: [60, 600],
  async run({ db, clock }: Deps) {
    await attentionStore(db).deleteBefore(new Date(clock.now().getTime() - DAYS_KEPT * 24 * 60 * 60 * 1000))
  },
})
