import type { InputOf, operations } from '@atrium/contract'
import { readPosition } from '../../platform/newest-first.ts'
import { pageOf } from '../../platform/paging.ts'
import { readTime } from '../../platform/time/read-time.ts'
import type { Caller } from '../../tenancy/index.ts'
import type { Deps } from './deps.ts'
import { visitStore } from './visit-store.ts'

export async function listAppLogs(
  { db, access, cursors }: Deps,
  caller: Caller,
  { params, query }: InputOf<typeof operations.app_logs.list>,
) {
  const app = await access.app(caller, params.app_id, 'editor')
  const { limit = 50, cursor, page, user_id, since, until } = query
  const filter = {
    app_id: app.id,
    page,
    user_id,
    since: since === undefined ? undefined : readTime(since, ['query', 'since']),
    until: until === undefined ? undefined : readTime(until, ['query', 'until']),
  }
  const list = `app_logs.list ${JSON.stringify(filter)}`
  const after = readPosition(cursors, list, cursor)
  const rows = await visitStore(db).list(filter, after, limit + 1)
  return pageOf(rows, limit, (row) => cursors.write(list, [row.created_date.toISOString(), row.id]))
}
