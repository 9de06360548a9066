import type { InputOf, operations } from '@atrium/contract'
import { readPosition } from '../../platform/newest-first.ts'
import { pageOf } from '../../platform/paging.ts'
import { type Caller, userOf } from '../access/caller.ts'
import { isAdmin } from '../access/roles.ts'
import type { BaseDeps } from '../base-deps.ts'
import { tokenStore } from './store.ts'

export async function listTokens(
  { db, access, cursors }: BaseDeps,
  caller: Caller,
  { query }: InputOf<typeof operations.tokens.list>,
) {
  const workspace = await access.workspace(caller, query.workspaceId, 'member')
  const seesAll = isAdmin(workspace.role) && caller.app_ids === null
  const owner = seesAll ? null : userOf(caller).id
  const { limit = 50, search = '' } = query
  const list = `tokens.list ${workspace.id} ${owner}${search && ` ${search}`}`
  const after = readPosition(cursors, list, query.cursor)
  const rows = await tokenStore(db).list(workspace.id, { owner, search }, after, limit + 1)
  return pageOf(rows, limit, (row) => cursors.write(list, [row.created_date.toISOString(), row.id]))
}
