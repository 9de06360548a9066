import type { InputOf, operations } from '@atrium/contract'
import { pageOf } from '../../platform/paging.ts'
import type { Caller } from '../../tenancy/index.ts'
import type { Deps } from './deps.ts'
import { sourceStore } from './store.ts'

export async function readSourceTree(
  { db, access, cursors }: Deps,
  caller: Caller,
  { params, query }: InputOf<typeof operations.source.tree>,
) {
  const app = await access.app(caller, params.app_id, 'viewer')
  const { limit = 1_000, cursor } = query
  const under = query.under?.replace(/\/$/, '')
  const list = `source.tree ${app.id} ${under}`
  const [after] = cursors.read(list, cursor) ?? []
  const store = sourceStore(db)
  // First what it amounts to: a file that comes in between is then one more, and never one that is missing.
  const source = await store.find(app.id)
  const rows = await store.list(app.id, under, after === undefined ? undefined : String(after), limit + 1)
  const page = pageOf(rows, limit, ({ path }) => cursors.write(list, [path]))
  return {
    items: page.items.map(({ path, size, revision, commit_id, updated_date }) => {
      return { path, size, revision, commit_id, updated_date }
    }),
    next_cursor: page.next_cursor,
    has_more: page.has_more,
    revision: source?.revision ?? 0,
    commit_id: source?.commit_id ?? null,
    files: source?.files ?? 0,
    bytes: source?.bytes ?? 0,
  }
}
