import type { InputOf, operations } from '@atrium/contract'
import { readPosition } from '../../platform/newest-first.ts'
import { pageOf } from '../../platform/paging.ts'
import { readTime } from '../../platform/time/read-time.ts'
import { type Caller, userOf } from '../access/caller.ts'
import { isAdmin } from '../access/roles.ts'
import type { BaseDeps } from '../base-deps.ts'
import { listUses } from './ledger-store.ts'

/** Owners and admins see everyone's; the others their own; a token limited to some apps only those apps'. */
export async function listCreditUses(
  { db, access, cursors }: BaseDeps,
  caller: Caller,
  { query }: InputOf<typeof operations.credits.list>,
) {
  const workspace = await access.workspace(caller, query.workspaceId, 'member')
  const { limit = 50, cursor, user_id, app_id, kind, since, until } = query
  const filter = {
    workspace_id: workspace.id,
    users: [...given(user_id), ...(isAdmin(workspace.role) ? [] : [userOf(caller).id])],
    apps: [...given(app_id).map((id) => [id]), ...given(caller.app_ids ?? undefined)],
    kind,
    since: since === undefined ? undefined : readTime(since, ['query', 'since']),
    until: until === undefined ? undefined : readTime(until, ['query', 'until']),
  }
  const list = `credits.list ${JSON.stringify(filter)}`
  const after = readPosition(cursors, list, cursor)
  const rows = await listUses(db, filter, after, limit + 1)
  return pageOf(rows, limit, (row) => cursors.write(list, [row.created_date.toISOString(), row.id]))
}

function given<T>(value: T | undefined): T[] {
  return value === undefined ? [] : [value]
}
