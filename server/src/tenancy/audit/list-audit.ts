import type { InputOf, operations } from '@atrium/contract'
import { readPosition } from '../../platform/newest-first.ts'
import { pageOf } from '../../platform/paging.ts'
import type { Caller } from '../access/caller.ts'
import { requireWholeWorkspace } from '../access/whole-workspace.ts'
import type { BaseDeps } from '../base-deps.ts'
import { auditStore } from './store.ts'

export async function listAudit(
  { db, access, cursors }: BaseDeps,
  caller: Caller,
  { query }: InputOf<typeof operations.audit.list>,
) {
  const workspace = await access.workspace(caller, query.workspaceId, 'admin')
  requireWholeWorkspace(caller)
  const { limit = 50, cursor, action, actor_email, app_id } = query
  const filter = { action, actor_email, app_id }
  const list = `audit.list ${workspace.id} ${JSON.stringify(filter)}`
  const after = readPosition(cursors, list, cursor)
  const rows = await auditStore(db).list(workspace.id, filter, after, limit + 1)
  return pageOf(rows, limit, (row) => cursors.write(list, [row.created_date.toISOString(), row.id]))
}
