import type { InputOf, operations } from '@atrium/contract'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { accessRunsOf } from './access-run.ts'
import { pageRuns } from './page-runs.ts'

export async function listRuns(
  deps: Deps,
  caller: Caller,
  { params, query }: InputOf<typeof operations.runs.list>,
) {
  const { app, workflow } = await accessRunsOf(deps, caller, params, 'viewer')
  return pageRuns(deps, { app_id: app.id, workflow_id: workflow.id }, query)
}
