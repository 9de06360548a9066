import type { InputOf, operations } from '@atrium/contract'
import { readPosition } from '../../platform/newest-first.ts'
import { pageOf } from '../../platform/paging.ts'
import type { Caller } from '../../tenancy/index.ts'
import type { Deps } from './deps.ts'
import { presentFile } from './present-file.ts'
import { fileStore } from './store.ts'

export async function listFiles(
  { db, access, cursors, filesUrl }: Deps,
  caller: Caller,
  { params, query }: InputOf<typeof operations.files.list>,
) {
  const app = await access.app(caller, params.app_id, 'editor')
  const { limit = 50, cursor, visibility, search = '' } = query
  const list = `files.list ${app.id} ${visibility}${search && ` ${search}`}`
  const after = readPosition(cursors, list, cursor)
  const rows = await fileStore(db).list(app.id, { visibility, search }, after, limit + 1)
  const page = pageOf(rows, limit, (row) => cursors.write(list, [row.created_date.toISOString(), row.id]))
  return { ...page, items: page.items.map((row) => presentFile(row, filesUrl())) }
}
