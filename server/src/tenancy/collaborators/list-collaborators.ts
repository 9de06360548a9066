import type { InputOf, operations } from '@atrium/contract'
import { pageOf } from '../../platform/paging.ts'
import type { Caller } from '../access/caller.ts'
import type { BaseDeps } from '../base-deps.ts'
import { collaboratorStore } from './store.ts'

export async function listCollaborators(
  { db, access, cursors }: BaseDeps,
  caller: Caller,
  { params, query }: InputOf<typeof operations.collaborators.list>,
) {
  const app = await access.app(caller, params.app_id, 'viewer')
  const { limit = 50, cursor } = query
  const list = `collaborators.list ${app.id}`
  const [email, user_id] = cursors.read(list, cursor) ?? []
  const after = user_id === undefined ? undefined : { email: String(email), user_id: String(user_id) }
  const rows = await collaboratorStore(db).list(app.id, after, limit + 1)
  return pageOf(rows, limit, (row) => cursors.write(list, [row.email, row.user_id]))
}
