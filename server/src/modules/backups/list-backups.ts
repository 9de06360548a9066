import type { InputOf, operations } from '@atrium/contract'
import { pageOf } from '../../platform/paging.ts'
import { administeredWorkspace, type Caller } from '../../tenancy/index.ts'
import type { Deps } from './deps.ts'
import { backupStore, INTERRUPTED, type ListedBackup } from './store.ts'

/** Those of the whole installation: its admins may know that they are there, and nothing of where they lie. */
export async function listBackups(
  { db, access, cursors }: Deps,
  caller: Caller,
  { query }: InputOf<typeof operations.backups.list>,
) {
  await administeredWorkspace(access, caller, query.workspaceId)
  const { limit = 50, cursor, status } = query
  const list = `backups.list ${JSON.stringify({ status })}`
  const [started_at, id] = cursors.read(list, cursor) ?? []
  const after = id === undefined ? undefined : { started_at: String(started_at), id: String(id) }
  const rows = await backupStore(db).list(status, after, limit + 1)
  const page = pageOf(rows, limit, (row) => cursors.write(list, [row.started_at.toISOString(), row.id]))
  return { ...page, items: page.items.map(presentBackup) }
}

function presentBackup({ line: _line, archived_until, is_interrupted, ...row }: ListedBackup) {
  const from = row.status === 'completed' && archived_until !== null ? row.completed_at : null
  const isCovered = from !== null && archived_until !== null && archived_until > from
  return {
    ...row,
    ...(is_interrupted ? { status: 'failed' as const, error: INTERRUPTED } : {}),
    point_in_time_from: isCovered ? from : null,
    point_in_time_to: isCovered ? archived_until : null,
  }
}
