import { Type } from 'typebox'
import { transaction } from '../../platform/database/transaction.ts'
import { job } from '../../platform/jobs/job.ts'
import { carryOutScan } from './carry-out-scan.ts'
import type { Deps } from './deps.ts'
import { scanStore } from './scan-store.ts'

const AT_ONCE = 100

/** Scans whose worker was lost, or whose job was, are taken up again: whatever waits or runs comes to an end. */
export const resumeScans = job('scans.resume', {
  payload: Type.Object({}),
  retry: [],
  async run({ db, clock, jobs }: Deps) {
    await transaction(db, async (tx) => {
      for (const app_id of await scanStore(tx).listUnheld(clock.now(), AT_ONCE))
        await jobs.send(tx, carryOutScan, { app_id }, { key: app_id })
    })
  },
})
