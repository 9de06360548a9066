import type { SetTask } from '@atrium/contract/workflow-definition'
import { type Done, fill, type Step } from '../held-run.ts'

export async function set(step: Step<SetTask>): Promise<Done> {
  return { output: await fill(step, step.task.set) }
}
