import type { InputOf, operations } from '@atrium/contract'
import { pageOf } from '../../platform/paging.ts'
import type { Caller } from '../../tenancy/index.ts'
import type { Deps } from './deps.ts'
import { historyStore } from './history-store.ts'

export async function listScans(
  { db, access, cursors }: Deps,
  caller: Caller,
  { params, query }: InputOf<typeof operations.scans.list>,
) {
  const { limit = 50, cursor } = query
  const app = await access.app(caller, params.app_id, 'editor')
  const list = `scans.list ${app.id}`
  const [completed_at, id] = cursors.read(list, cursor) ?? []
  const after = id ? { completed_at: new Date(String(completed_at)), id: String(id) } : undefined
  const rows = await historyStore(db).list(app.id, after, limit + 1)
  const page = pageOf(rows, limit, (row) => cursors.write(list, [row.completed_at.toISOString(), row.id]))
  return { ...page, items: page.items.map(({ app_id: _, ...item }) => item) }
}
