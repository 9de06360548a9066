import { Type } from 'typebox'
import { job } from '../platform/jobs/job.ts'
import { accountStore } from './account/account-store.ts'
import { passkeyStore } from './account/passkey-store.ts'
import { appStore } from './apps/store.ts'
import type { TenancyDeps } from './base-deps.ts'
import { sessionStore } from './session/store.ts'

const DAYS_KEPT = 30

/** Removes for good what ended a month ago: deleted apps, expired sessions, tokens and links. */
export const purgeEnded = job('tenancy.purge_ended', {
  payload: Type.Object({}),
  retry: [60, 600],
  async run({ db, clock }: TenancyDeps) {
    const now = clock.now()
    const before = new Date(now.getTime() - DAYS_KEPT * 24 * 60 * 60 * 1000)
    await appStore(db).purge(before)
    await sessionStore(db).deleteEnded(before)
    await passkeyStore(db).deleteExpired(now)
    await accountStore(db).deleteExpired(before)
  },
})
