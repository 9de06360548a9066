import { Type } from 'typebox'
import { job } from '../../platform/jobs/job.ts'
import type { TenancyDeps } from '../base-deps.ts'
import { mailStore } from './store.ts'

/** As long as the links in them can be valid. */
const DAYS_KEPT = 60

export const purgeMail = job('tenancy.purge_mail', {
  payload: Type.Object({}),
  retry: [60, 600],
  async run({ db, clock }: TenancyDeps) {
    await mailStore(db).deleteBefore(new Date(clock.now().getTime() - DAYS_KEPT * 24 * 60 * 60 * 1000))
  },
})
