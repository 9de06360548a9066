import type { InputOf, operations } from '@atrium/contract'
import { pageOf } from '../../../platform/paging.ts'
import type { Deps } from '../deps.ts'
import { presentListed } from './present-run.ts'
import { type RunFilter, runReadStore } from './run-read-store.ts'

export async function pageRuns(
  { db, cursors }: Deps,
  of: Pick<RunFilter, 'app_id' | 'workflow_id'>,
  query: InputOf<typeof operations.runs.list>['query'],
) {
  const { limit = 50, cursor, status, trigger_type } = query
  const filter = { ...of, status, trigger_type }
  const list = `runs.list ${JSON.stringify(filter)}`
  const [after] = cursors.read(list, cursor) ?? []
  const rows = await runReadStore(db).list(filter, after === undefined ? undefined : String(after), limit + 1)
  const page = pageOf(rows, limit, (row) => cursors.write(list, [row.id]))
  return { ...page, items: page.items.map(presentListed) }
}
