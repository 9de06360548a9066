import { Type } from 'typebox'
import { job } from '../../platform/jobs/job.ts'
import type { BaseDeps } from '../base-deps.ts'
import { ledgerMonths } from './ledger-store.ts'
import { monthFrom } from './month.ts'
import { creditStore } from './store.ts'

/** Besides the running month: a year, so that any month can be held against the same month a year ago. */
const MONTHS_KEPT = 13
const MONTHS_AHEAD = 2
/** Long enough that no clock of another node still counts it. */
const HOLD_KEPT_MS = 86_400_000

/** Room in the ledger for the months to come, and an end for what is old. */
export const maintainLedger = job('credits.keep_ledger', {
  payload: Type.Object({}),
  retry: [60, 600],
  async run({ db, clock }: Pick<BaseDeps, 'db' | 'clock'>) {
    const now = clock.now()
    const months = ledgerMonths(db)
    for (let ahead = 0; ahead <= MONTHS_AHEAD; ahead++) {
      await months.make(monthFrom(now, ahead), monthFrom(now, ahead + 1))
    }
    await months.dropBefore(monthFrom(now, -MONTHS_KEPT))
    await creditStore(db).deleteOldHolds(new Date(now.getTime() - HOLD_KEPT_MS))
  },
})
