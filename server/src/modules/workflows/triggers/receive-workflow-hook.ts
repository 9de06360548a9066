import type { InputOf, operations } from '@atrium/contract'
import { refuse } from '../../../platform/errors.ts'
import type { Visitor } from '../../../platform/http/visitor.ts'
import type { Deps } from '../deps.ts'
import { MOST_DEPTH } from './call-depth.ts'
import { findByHook } from './find-by-hook.ts'
import { runOf } from './run-of-workflow.ts'

export async function receiveWorkflowHook(
  { db, workflowEngine, ownCalls }: Deps,
  _visitor: Visitor,
  { params, body }: InputOf<typeof operations.workflows.receive>,
) {
  const workflow = await findByHook(db, params.hook_token)
  if (!workflow) throw refuse('workflow_not_found')
  const depth = ownCalls.current()?.depth ?? 0
  if (depth > MOST_DEPTH) throw refuse('workflow_loop')
  const run_id = await workflowEngine.start(runOf(workflow, 'webhook', body, depth))
  return { run_id, status: 'started' as const }
}
