import type { InputOf, operations } from '@atrium/contract'
import { readPosition } from '../../platform/newest-first.ts'
import { pageOf } from '../../platform/paging.ts'
import type { Caller } from '../access/caller.ts'
import type { TenancyDeps } from '../base-deps.ts'
import { presentAppUser } from './present-app-user.ts'
import { appUserStore } from './store.ts'

export async function listAppUsers(
  { db, access, cursors }: TenancyDeps,
  caller: Caller,
  { params, query }: InputOf<typeof operations.app_users.list>,
) {
  const app = await access.app(caller, params.app_id, 'editor')
  const { limit = 50, cursor, search } = query
  const list = `app_users.list ${app.id} ${search ?? ''}`
  const after = readPosition(cursors, list, cursor)
  const rows = await appUserStore(db).list(app.id, search || undefined, after, limit + 1)
  const page = pageOf(rows, limit, (row) => cursors.write(list, [row.created_date.toISOString(), row.id]))
  return { ...page, items: page.items.map(presentAppUser) }
}
