import type { InputOf, operations } from '@atrium/contract'
import type { Caller } from '../../../tenancy/index.ts'
import { accessFunction } from '../access-function.ts'
import type { Deps } from '../deps.ts'
import { deploymentStore } from './deployment-store.ts'

export async function listDeployments(
  deps: Deps,
  caller: Caller,
  { params }: InputOf<typeof operations.functions.list_deployments>,
) {
  const { app, deployed } = await accessFunction(deps, caller, params, 'viewer')
  const rows = await deploymentStore(deps.db).listDeployments(app.id, params.name)
  const items = rows.map((row) => ({ ...row, is_active: row.id === deployed.deployment_id }))
  return { items }
}
