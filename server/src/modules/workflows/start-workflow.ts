import type { InputOf, operations } from '@atrium/contract'
import type { Caller } from '../../tenancy/index.ts'
import { accessWorkflow } from './access-workflow.ts'
import { changeWorkflow } from './change-workflow.ts'
import type { Deps } from './deps.ts'

export async function startWorkflow(
  deps: Deps,
  caller: Caller,
  { params }: InputOf<typeof operations.workflows.start>,
) {
  const { app } = await accessWorkflow(deps, caller, params, 'editor')
  const what = { app, workflow_id: params.workflow_id, action: 'workflows.start' as const }
  return changeWorkflow(deps, caller, what, { status: 'active' })
}
