import type { InputOf, operations } from '@atrium/contract'
import { readPosition } from '../../platform/newest-first.ts'
import { pageOf } from '../../platform/paging.ts'
import { administeredWorkspace } from '../access/administered-workspace.ts'
import type { Caller } from '../access/caller.ts'
import type { BaseDeps } from '../base-deps.ts'
import { presentServiceAccount } from './present-service-account.ts'
import { serviceAccountStore } from './store.ts'

export async function listServiceAccounts(
  { db, access, cursors }: BaseDeps,
  caller: Caller,
  { query }: InputOf<typeof operations.service_accounts.list>,
) {
  const workspace = await administeredWorkspace(access, caller, query.workspaceId)
  const { limit = 50 } = query
  const list = `service_accounts.list ${workspace.id}`
  const after = readPosition(cursors, list, query.cursor)
  const rows = await serviceAccountStore(db).list(workspace.id, after, limit + 1)
  const page = pageOf(rows, limit, (row) =>
    cursors.write(list, [row.created_date.toISOString(), row.user_id]),
  )
  return { ...page, items: page.items.map(presentServiceAccount) }
}
