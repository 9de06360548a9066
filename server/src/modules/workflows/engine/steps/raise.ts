import type { RaiseTask, WorkflowFault } from '@atrium/contract/workflow-definition'
import { Fault } from '../fault.ts'
import { fill, type Step } from '../held-run.ts'

export async function raise(step: Step<RaiseTask>): Promise<never> {
  const { error } = step.task.raise
  const named = typeof error === 'string' ? step.held.workflow.definition.use?.errors?.[error] : error
  // Checked when the definition was saved, but for what its expressions make of it.
  const { type, status, title, detail } = (await fill(step, named)) as WorkflowFault
  const text = [detail, title, type].find((one) => typeof one === 'string') ?? 'The workflow raised a fault'
  throw new Fault(String(type), 'raised', text, {
    ...(Number.isInteger(status) && { status }),
    ...(typeof title === 'string' && { title }),
  })
}
