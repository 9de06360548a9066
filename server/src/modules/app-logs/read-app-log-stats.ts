import type { InputOf, operations } from '@atrium/contract'
import type { Caller } from '../../tenancy/index.ts'
import type { Deps } from './deps.ts'
import { visitStore } from './visit-store.ts'

const DAY_MS = 86_400_000
const MOST_PAGES = 100

export async function readAppLogStats(
  { clock, access, heavyQueries }: Deps,
  caller: Caller,
  { params, query }: InputOf<typeof operations.app_logs.stats>,
) {
  const app = await access.app(caller, params.app_id, 'editor')
  const { days = 30 } = query
  const today = Math.floor(clock.now().getTime() / DAY_MS)
  const from = new Date((today - days + 1) * DAY_MS)
  return heavyQueries({ of: app.id, isKnown: true }, async (db) => {
    const store = visitStore(db)
    return {
      ...(await store.total(app.id, from)),
      days: await store.byDay(app.id, from),
      pages: await store.byPage(app.id, from, MOST_PAGES),
    }
  })
}
