import { Type } from 'typebox'
import { transaction } from '../../platform/database/transaction.ts'
import { job } from '../../platform/jobs/job.ts'
import type { Deps } from './deps.ts'
import { sendDigest } from './send-digest.ts'
import { settingsStore } from './settings-store.ts'

const AT_ONCE = 500
/** How long somebody is not looked at again. */
const REST_MS = 5 * 60 * 1000

/** Sends a job for each person whose time has come. */
export const startDigests = job('attention.start_digests', {
  payload: Type.Object({}),
  retry: [],
  async run({ db, clock, jobs }: Deps) {
    const now = clock.now()
    await transaction(db, async (tx) => {
      const due = await settingsStore(tx).claimDue(now, new Date(now.getTime() + REST_MS), AT_ONCE)
      for (const key of due) await jobs.send(tx, sendDigest, key)
    })
  },
})
