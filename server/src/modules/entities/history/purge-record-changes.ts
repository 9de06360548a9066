import { Type } from 'typebox'
import { job } from '../../../platform/jobs/job.ts'
import type { Deps } from '../deps.ts'
import { recordChangeStore } from './change-store.ts'

const BATCH = 5_000
const DAY_MS = 86_400_000
/** What the history of one app may take. */
export const MOST_HISTORY_BYTES = 64 * 1024 * 1024

export const purgeRecordChanges = job('entities.purge_record_changes', {
  payload: Type.Object({}),
  retry: [60, 600],
  async run({ db, clock, recordHistoryDays }: Deps, _payload, { signal }) {
    const store = recordChangeStore(db)
    const before = new Date(clock.now().getTime() - recordHistoryDays * DAY_MS)
    while (!signal.aborted && (await store.deleteBefore(before, BATCH)) === BATCH);
    for (const appId of await store.appsAbove(MOST_HISTORY_BYTES)) {
      if (signal.aborted) return
      await store.deleteAbove(appId, MOST_HISTORY_BYTES)
    }
  },
})
