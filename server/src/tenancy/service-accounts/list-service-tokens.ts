import type { InputOf, operations } from '@atrium/contract'
import { readPosition } from '../../platform/newest-first.ts'
import { pageOf } from '../../platform/paging.ts'
import type { Caller } from '../access/caller.ts'
import type { BaseDeps } from '../base-deps.ts'
import { tokenStore } from '../tokens/store.ts'
import { accessServiceAccount } from './access-service-account.ts'

export async function listServiceTokens(
  deps: BaseDeps,
  caller: Caller,
  { params, query }: InputOf<typeof operations.service_accounts.list_tokens>,
) {
  const { db, cursors } = deps
  const { workspace, account } = await accessServiceAccount(deps, caller, { params, query })
  const { limit = 50 } = query
  const list = `service_accounts.list_tokens ${account.user_id}`
  const after = readPosition(cursors, list, query.cursor)
  const rows = await tokenStore(db).list(
    workspace.id,
    { owner: account.user_id, search: '' },
    after,
    limit + 1,
  )
  const page = pageOf(rows, limit, (row) => cursors.write(list, [row.created_date.toISOString(), row.id]))
  return { ...page, items: page.items.map(({ user_id: _, user_email: __, ...token }) => token) }
}
