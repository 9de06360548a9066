import { Type } from 'typebox'
import { job } from '../../platform/jobs/job.ts'
import type { TenancyDeps } from '../base-deps.ts'
import { accountStore } from './account-store.ts'
import { proofStore } from './sign-in/proof-store.ts'
import { purgeTestUsers } from './test-users/test-users.ts'

const DAY_MS = 24 * 60 * 60_000
const UNVERIFIED_DAYS = 7

/**
 * Removes for good who signed up a week ago and never proved their email, users of tests whose run was lost, and codes
 * and links that have expired.
 */
export const purgeAppUsers = job('tenancy.purge_app_users', {
  payload: Type.Object({}),
  retry: [60, 600],
  async run(deps: TenancyDeps) {
    const { db, clock } = deps
    const now = clock.now().getTime()
    await accountStore(db).deleteUnverified(new Date(now - UNVERIFIED_DAYS * DAY_MS))
    await purgeTestUsers(deps, new Date(now - DAY_MS))
    // A day later: until then they say how many were sent.
    await proofStore(db).deleteExpired(new Date(now - DAY_MS))
  },
})
