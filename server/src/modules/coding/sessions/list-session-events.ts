import type { InputOf, operations } from '@atrium/contract'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { accessSession } from './access-session.ts'
import { sessionStore } from './session-store.ts'

export async function listSessionEvents(
  deps: Deps,
  caller: Caller,
  { params, query }: InputOf<typeof operations.coding.events>,
) {
  const { session } = await accessSession(deps, caller, params, 'viewer')
  const { after = 0, limit = 100 } = query
  const rows = await sessionStore(deps.db).listEvents(session.id, after, limit + 1)
  const items = rows
    .slice(0, limit)
    .map(({ seq, type, data, created_date }) => ({ seq, type, data, created_date }))
  return { items, has_more: rows.length > limit }
}
