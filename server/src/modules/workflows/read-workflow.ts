import type { InputOf, operations } from '@atrium/contract'
import type { Caller } from '../../tenancy/index.ts'
import { accessWorkflow } from './access-workflow.ts'
import type { Deps } from './deps.ts'
import { presentWorkflow } from './present-workflow.ts'

export async function readWorkflow(
  deps: Deps,
  caller: Caller,
  { params }: InputOf<typeof operations.workflows.read>,
) {
  const { app, workflow } = await accessWorkflow(deps, caller, params, 'viewer')
  return presentWorkflow(deps, app, workflow)
}
