import type { InputOf, operations } from '@atrium/contract'
import type { Caller } from '../../tenancy/index.ts'
import { accessWorkflow } from './access-workflow.ts'
import { changeWorkflow } from './change-workflow.ts'
import type { Deps } from './deps.ts'

export async function pauseWorkflow(
  deps: Deps,
  caller: Caller,
  { params }: InputOf<typeof operations.workflows.pause>,
) {
  const { app } = await accessWorkflow(deps, caller, params, 'editor')
  const what = { app, workflow_id: params.workflow_id, action: 'workflows.pause' as const }
  return changeWorkflow(deps, caller, what, { status: 'inactive' })
}
