import { EVENT_DAYS } from '@atrium/contract/analytics'
import { Type } from 'typebox'
import { job } from '../../platform/jobs/job.ts'
import { DAY_MS, dayOf } from './days/event-day-store.ts'
import type { Deps } from './deps.ts'
import { removeOldIds } from './events/event-store.ts'
import { eventUsageStore } from './quotas/event-usage-store.ts'
import { eventNameStore } from './reports/event-name-store.ts'
import { bucketOf, userCountStore } from './users/user-count-store.ts'

const BATCH = 5_000

/** Removes, a little at a time, what is kept next to the events and is older than they may be. */
export const purgeAnalytics = job('analytics.purge', {
  payload: Type.Object({}),
  retry: [60],
  async run({ db, clock }: Deps, _payload, { signal }) {
    const now = clock.now()
    const oldest = new Date(now.getTime() - EVENT_DAYS * DAY_MS)
    const firstDay = new Date((dayOf(now.getTime()) - EVENT_DAYS) * DAY_MS)
    const users = userCountStore(db)
    const until = async (removeSome: () => Promise<number>) => {
      while (!signal.aborted && (await removeSome()) > 0);
    }
    await until(() => users.removeBefore(bucketOf(oldest), BATCH))
    await until(() => eventNameStore(db).removeBefore(firstDay, BATCH))
    await until(() => removeOldIds(db, now, BATCH))
    await eventUsageStore(db).deleteBefore(firstDay)
    await users.tidy(bucketOf(oldest), now, oldest)
  },
})
