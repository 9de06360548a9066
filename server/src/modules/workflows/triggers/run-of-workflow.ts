import type { NewRun } from '../engine/engine.ts'
import type { StartedWorkflow } from './trigger-store.ts'

/** A run of the current version of a workflow. */
export function runOf(
  { id, app_id, version }: StartedWorkflow,
  trigger_type: NewRun['trigger_type'],
  input: unknown,
  depth: number,
): NewRun {
  return { app_id, workflow_id: id, version, trigger_type, input, depth }
}
