import { Type } from 'typebox'
import { job } from '../../../platform/jobs/job.ts'
import { DAY_MS } from '../days/event-day-store.ts'
import type { Deps } from '../deps.ts'
import { userCountStore } from './user-count-store.ts'

const HOUR_MS = 3_600_000
const BATCH = 100

/** Every hour, so that the counts can be shown as they were. */
export const recordUserCounts = job('analytics.note_user_counts', {
  payload: Type.Object({}),
  retry: [60],
  async run({ db, clock }: Deps, _payload, { signal }) {
    const store = userCountStore(db)
    const hour = Math.floor(clock.now().getTime() / HOUR_MS) * HOUR_MS
    const before = (days: number) => new Date(hour - days * DAY_MS)
    const edges = { days7: before(7), days30: before(30), days60: before(60) }
    let apps = await store.appsBehind('', BATCH)
    while (apps.length > 0 && !signal.aborted) {
      await store.insertCounts(apps, new Date(hour), edges)
      apps = await store.appsBehind(apps.at(-1) ?? '', BATCH)
    }
  },
})
