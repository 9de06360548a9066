import type { InputOf, operations } from '@atrium/contract'
import { pageOf } from '../../../platform/paging.ts'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { flowStore } from './flow-store.ts'
import { presentListedFlow } from './present-flow.ts'

export async function listFlows(
  { db, access, cursors }: Deps,
  caller: Caller,
  { params, query }: InputOf<typeof operations.flows.list>,
) {
  const app = await access.app(caller, params.app_id, 'viewer')
  const { limit = 50, cursor, search = '' } = query
  const list = `flows.list ${app.id}${search && ` ${search}`}`
  const [after] = cursors.read(list, cursor) ?? []
  const last = after === undefined ? undefined : String(after)
  const rows = await flowStore(db).list(app.id, search, last, limit + 1)
  const page = pageOf(rows, limit, (row) => cursors.write(list, [row.id]))
  return { ...page, items: page.items.map(presentListedFlow) }
}
