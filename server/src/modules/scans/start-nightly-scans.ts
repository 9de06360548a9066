import { Type } from 'typebox'
import { transaction } from '../../platform/database/transaction.ts'
import { job } from '../../platform/jobs/job.ts'
import type { Deps } from './deps.ts'
import { requestScan } from './request-scan.ts'
import { scanStore } from './scan-store.ts'

/** So many at a time: scans that people ask for find their place among them. */
const AT_ONCE = 10
/** An app that was scanned since then has had its turn. */
const NIGHT_MS = 12 * 3_600_000

/** Runs every minute of the night, and each time starts as many as have ended. */
export const startNightlyScans = job('scans.start_nightly', {
  payload: Type.Object({}),
  retry: [],
  async run(deps: Deps) {
    const since = new Date(deps.clock.now().getTime() - NIGHT_MS)
    await transaction(deps.db, async (tx) => {
      for (const app_id of await scanStore(tx).listDueNightly(since, AT_ONCE))
        await requestScan(deps, tx, { app_id, started_by: 'schedule' })
    })
  },
})
