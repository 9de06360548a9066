import type { InputOf, operations } from '@atrium/contract'
import type { Caller } from '../../../tenancy/index.ts'
import { DAY_MS, dayOf } from '../days/event-day-store.ts'
import type { Deps } from '../deps.ts'
import { eventNameStore } from './event-name-store.ts'

export async function listEventNames(
  { clock, access, heavyQueries }: Deps,
  caller: Caller,
  { params, query }: InputOf<typeof operations.events.names>,
) {
  const app = await access.app(caller, params.app_id, 'viewer')
  const { days = 30, limit = 100 } = query
  const since = new Date((dayOf(clock.now().getTime()) - days + 1) * DAY_MS)
  // Heavy where visitors make up a name each time.
  const rows = await heavyQueries({ of: app.id, isKnown: true }, (db) =>
    eventNameStore(db).list(app.id, since, limit + 1),
  )
  return { items: rows.slice(0, limit), has_more: rows.length > limit }
}
