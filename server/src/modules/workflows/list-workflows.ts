import type { InputOf, operations } from '@atrium/contract'
import { pageOf } from '../../platform/paging.ts'
import type { Caller } from '../../tenancy/index.ts'
import type { Deps } from './deps.ts'
import { presentSummary } from './present-workflow.ts'
import { workflowStore } from './store.ts'

export async function listWorkflows(
  { db, access, cursors }: Deps,
  caller: Caller,
  { params, query }: InputOf<typeof operations.workflows.list>,
) {
  const app = await access.app(caller, params.app_id, 'viewer')
  const { limit = 50, cursor, status, trigger_type, search = '' } = query
  const filter = { app_id: app.id, status, trigger_type, search }
  const list = `workflows.list ${JSON.stringify(filter)}`
  const [after] = cursors.read(list, cursor) ?? []
  const rows = await workflowStore(db).list(
    filter,
    after === undefined ? undefined : String(after),
    limit + 1,
  )
  const page = pageOf(rows, limit, (row) => cursors.write(list, [row.id]))
  return { ...page, items: page.items.map(presentSummary) }
}
