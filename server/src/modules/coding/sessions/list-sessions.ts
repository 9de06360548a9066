import type { InputOf, operations } from '@atrium/contract'
import { pageOf } from '../../../platform/paging.ts'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { presentSession } from './present-session.ts'
import { sessionStore } from './session-store.ts'

export async function listSessions(
  { db, access, cursors }: Deps,
  caller: Caller,
  { params, query }: InputOf<typeof operations.coding.list>,
) {
  const app = await access.app(caller, params.app_id, 'viewer')
  const { limit = 50, cursor, state, client_reference } = query
  const list = `coding.list ${JSON.stringify([app.id, state, client_reference])}`
  const [after] = cursors.read(list, cursor) ?? []
  const position = after === undefined ? undefined : String(after)
  const rows = await sessionStore(db).list(app.id, { state, client_reference }, position, limit + 1)
  const page = pageOf(rows, limit, ({ id }) => cursors.write(list, [id]))
  return { ...page, items: page.items.map(presentSession) }
}
