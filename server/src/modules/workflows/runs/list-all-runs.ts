import type { InputOf, operations } from '@atrium/contract'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { pageRuns } from './page-runs.ts'

export async function listAllRuns(
  deps: Deps,
  caller: Caller,
  { params, query }: InputOf<typeof operations.runs.list_all>,
) {
  const app = await deps.access.app(caller, params.app_id, 'viewer')
  return pageRuns(deps, { app_id: app.id }, query)
}
