import type { InputOf, operations } from '@atrium/contract'
import { pageOf } from '../../platform/paging.ts'
import { type Caller, userOf } from '../access/caller.ts'
import { appRole } from '../access/roles.ts'
import type { TenancyDeps } from '../ground.ts'
import { presentApp } from './present-app.ts'
import { type AppSort, appStore } from './store.ts'

export async function listApps(
  { db, access, cursors, appsInFolder }: TenancyDeps,
  caller: Caller,
  { query }: InputOf<typeof operations.apps.list>,
) {
  const workspace = await access.workspace(caller, query.workspaceId, 'member')
  const { limit = 50, sort = '-created_date', fields, folder_id } = query
  const inFolder = folder_id === undefined ? null : await appsInFolder(caller, folder_id)

  const list = `apps.list ${workspace.id} ${userOf(caller).id} ${sort} ${folder_id ?? ''}`
  const [key, id] = cursors.read(list, query.cursor) ?? []
  const after = id === undefined ? undefined : { key: String(key), id: String(id) }
  const descending = sort.startsWith('-')
  const column = sort.replace('-', '') as AppSort
  const filter = {
    workspace_id: workspace.id,
    user_id: userOf(caller).id,
    sees: workspace.role === 'guest' ? ('given' as const) : ('all' as const),
    ids: common(caller.app_ids, inFolder),
  }
  const rows = await appStore(db).list(filter, column, descending, after, limit + 1)
  const page = pageOf(rows, limit, (row) => {
    const value = row[column]
    return cursors.write(list, [value instanceof Date ? value.toISOString() : value, row.id])
  })
  const items = page.items.map(({ collaborator_role, ...row }) =>
    presentApp(row, appRole(workspace.role, collaborator_role) ?? 'viewer'),
  )
  return { ...page, items: fields === undefined ? items : items.map((item) => only(item, fields.split(','))) }
}

/** What both lists hold, where null holds everything. */
function common(a: readonly string[] | null, b: readonly string[] | null): readonly string[] | null {
  if (a === null || b === null) return a ?? b
  const both = new Set(b)
  return a.filter((id) => both.has(id))
}

function only<T extends object>(item: T, fields: string[]): Partial<T> {
  const wanted = new Set(fields)
  return Object.fromEntries(Object.entries(item).filter(([name]) => wanted.has(name))) as Partial<T>
}
