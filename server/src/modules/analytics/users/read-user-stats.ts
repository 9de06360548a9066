import type { InputOf, operations } from '@atrium/contract'
import type { AnswerHeaders } from '../../../platform/http/visitor.ts'
import type { Caller } from '../../../tenancy/index.ts'
import { DAY_MS } from '../days/event-day-store.ts'
import type { Deps } from '../deps.ts'
import { LIVE_MS, userCountStore } from './user-count-store.ts'

/** Each count is read on its own; one that cannot be read is 0, and a header says which. */
export async function readUserStats(
  { db, clock, log, access, analyticsMetrics }: Deps,
  caller: Caller,
  { params }: InputOf<typeof operations.stats.users>,
  headers: AnswerHeaders,
) {
  const app = await access.app(caller, params.app_id, 'viewer')
  const now = clock.now().getTime()
  const before = (ms: number) => new Date(now - ms)
  const store = userCountStore(db)
  const degraded: string[] = []
  const count = async (name: string, reading: Promise<number>): Promise<number> => {
    try {
      return await reading
    } catch (cause) {
      degraded.push(name)
      analyticsMetrics.degraded(name)
      log.warn({ err: cause, app_id: app.id, count: name }, 'tolerated: a user count could not be read')
      return 0
    }
  }
  const [active_users, live_users, inactive_7d, inactive_30d] = await Promise.all([
    count('active_users', store.activeSince(app.id, before(7 * DAY_MS))),
    count('live_users', store.live(app.id, before(LIVE_MS))),
    count('inactive_7d', store.activeBetween(app.id, before(30 * DAY_MS), before(7 * DAY_MS))),
    count('inactive_30d', store.activeBetween(app.id, before(60 * DAY_MS), before(30 * DAY_MS))),
  ])
  if (degraded.length > 0) headers.set('X-Stats-Degraded', degraded.toSorted().join(', '))
  return { active_users, live_users, inactive_7d, inactive_30d }
}
