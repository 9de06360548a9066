import type { InputOf, operations } from '@atrium/contract'
import type { Caller } from '../../tenancy/index.ts'
import { accessWorkflow } from './access-workflow.ts'
import { changeWorkflow } from './change-workflow.ts'
import { checkDefinition } from './definition/check-definition.ts'
import type { Deps } from './deps.ts'
import { requireCondition } from './triggers/require-condition.ts'
import { readTrigger } from './triggers/trigger-rules.ts'

export async function updateWorkflow(
  deps: Deps,
  caller: Caller,
  { params, body }: InputOf<typeof operations.workflows.update>,
) {
  const { version: from, definition, trigger: sent, ...rest } = body
  const trigger = sent && readTrigger(sent, deps.clock.now())
  const { app } = await accessWorkflow(deps, caller, params, 'editor')
  // Its scripts cost time to read, so only for those who may save it.
  const checked = definition && (await checkDefinition(deps.scripts, definition))
  if (trigger) await requireCondition(deps, app.id, trigger)
  const what = { app, workflow_id: params.workflow_id, action: 'workflows.update' as const, from }
  return changeWorkflow(deps, caller, what, {
    ...rest,
    ...(checked && { definition: checked }),
    ...(trigger && { trigger }),
  })
}
