import type { InputOf, operations } from '@atrium/contract'
import { pageOf } from '../../../platform/paging.ts'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { listRunsOf } from './listed-run-store.ts'
import { presentListedTestRun } from './present-test-run.ts'

export async function listTestRuns(
  { db, access, cursors }: Deps,
  caller: Caller,
  { params, query }: InputOf<typeof operations.test_runs.list>,
) {
  const app = await access.app(caller, params.app_id, 'viewer')
  const { limit = 50, cursor, flow_id, status } = query
  const list = `test_runs.list ${JSON.stringify([app.id, flow_id, status])}`
  const [after] = cursors.read(list, cursor) ?? []
  const position = after === undefined ? undefined : String(after)
  const rows = await listRunsOf(db, app.id, { flow_id, status }, position, limit + 1)
  const page = pageOf(rows, limit, ({ id }) => cursors.write(list, [id]))
  return { ...page, items: page.items.map(presentListedTestRun) }
}
