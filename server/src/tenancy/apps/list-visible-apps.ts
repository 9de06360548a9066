import { type Page, pageOf } from '../../platform/paging.ts'
import { type Caller, userOf } from '../access/caller.ts'
import { appRole } from '../access/roles.ts'
import type { BaseDeps } from '../base-deps.ts'
import { type AppView, presentApp } from './present-app.ts'
import { type AppSort, appStore } from './store.ts'

export interface VisibleApps {
  /** Names the list, so that a cursor of another one is refused. */
  list: string
  workspaceId?: string | undefined
  kind?: 'app' | 'agent'
  /** Only these; null = all. */
  ids?: readonly string[] | null
  /** A part of the name. */
  search?: string | undefined
  sort?: `${'' | '-'}${AppSort}`
  limit?: number
  cursor?: string | undefined
}

/** A page of the apps of a workspace that the caller may see. */
export async function listVisibleApps(
  { db, access, cursors }: BaseDeps,
  caller: Caller,
  {
    list,
    workspaceId,
    kind,
    ids = null,
    search = '',
    sort = '-created_date',
    limit = 50,
    cursor,
  }: VisibleApps,
): Promise<Page<AppView>> {
  const workspace = await access.workspace(caller, workspaceId, 'member')
  const user = userOf(caller)
  const name = `${list} ${workspace.id} ${user.id} ${sort}${search && ` ${search}`}`
  const [key, id] = cursors.read(name, cursor) ?? []
  const after = id === undefined ? undefined : { key: String(key), id: String(id) }
  const column = sort.replace('-', '') as AppSort
  const filter = {
    workspace_id: workspace.id,
    user_id: user.id,
    sees: workspace.role === 'guest' ? ('given' as const) : ('all' as const),
    kind: kind ?? null,
    ids: common(caller.app_ids, ids),
    search,
  }
  const rows = await appStore(db).list(filter, column, sort.startsWith('-'), after, limit + 1)
  const page = pageOf(rows, limit, (row) => {
    const value = row[column]
    return cursors.write(name, [value instanceof Date ? value.toISOString() : value, row.id])
  })
  const items = page.items.map(({ collaborator_role, ...row }) =>
    presentApp(row, appRole(workspace.role, collaborator_role) ?? 'viewer'),
  )
  return { ...page, items }
}

/** What both lists hold, where null holds everything. */
function common(a: readonly string[] | null, b: readonly string[] | null): readonly string[] | null {
  if (a === null || b === null) return a ?? b
  const both = new Set(b)
  return a.filter((id) => both.has(id))
}
