import type { InputOf, operations } from '@atrium/contract'
import { pageOf } from '../../platform/paging.ts'
import type { Caller } from '../access/caller.ts'
import type { Ground } from '../ground.ts'
import { collaboratorStore } from './store.ts'

export async function listCollaborators(
  { db, access, cursors }: Ground,
  caller: Caller,
  { params, query }: InputOf<typeof operations.collaborators.list>,
) {
  const app = await access.app(caller, params.app_id, 'viewer')
  const { limit = 50, cursor } = query
  const list = `collaborators.list ${app.id}`
  const [email] = cursors.read(list, cursor) ?? []
  const rows = await collaboratorStore(db).list(
    app.id,
    email === undefined ? undefined : String(email),
    limit + 1,
  )
  return pageOf(rows, limit, (row) => cursors.write(list, [row.email]))
}
