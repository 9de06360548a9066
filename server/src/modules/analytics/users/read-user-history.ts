import type { InputOf, operations } from '@atrium/contract'
import type { Caller } from '../../../tenancy/index.ts'
import { DAY_MS } from '../days/event-day-store.ts'
import type { Deps } from '../deps.ts'
import { userCountStore } from './user-count-store.ts'

export async function readUserHistory(
  { db, clock, access }: Deps,
  caller: Caller,
  { params, query }: InputOf<typeof operations.stats.history>,
) {
  const app = await access.app(caller, params.app_id, 'viewer')
  const { days = 30, unit = 'day' } = query
  const since = new Date(clock.now().getTime() - days * DAY_MS)
  return { items: await userCountStore(db).history(app.id, since, unit) }
}
