import type { InputOf, operations } from '@atrium/contract'
import { pageOf } from '../../platform/paging.ts'
import type { Caller } from '../../tenancy/index.ts'
import { accessWorkflow } from './access-workflow.ts'
import type { Deps } from './deps.ts'
import { workflowStore } from './store.ts'

export async function listWorkflowVersions(
  deps: Deps,
  caller: Caller,
  { params, query }: InputOf<typeof operations.workflows.list_versions>,
) {
  const { workflow } = await accessWorkflow(deps, caller, params, 'viewer')
  const { limit = 50, cursor } = query
  const list = `workflows.list_versions ${workflow.id}`
  const [before] = deps.cursors.read(list, cursor) ?? []
  const rows = await workflowStore(deps.db).listVersions(
    workflow.id,
    before === undefined ? undefined : Number(before),
    limit + 1,
  )
  const page = pageOf(rows, limit, (row) => deps.cursors.write(list, [row.version]))
  const items = page.items.map(({ workflow_id: _, ...version }) => version)
  return { ...page, items }
}
