import type { SwitchTask } from '@atrium/contract/workflow-definition'
import { type Done, fill, type Step } from '../held-run.ts'

/** Gives what it got, and says where it goes on. */
export async function choose(step: Step<SwitchTask>): Promise<Done> {
  for (const entry of step.task.switch) {
    for (const { when, then = 'continue' } of Object.values(entry)) {
      if (when === undefined || (await fill(step, when))) return { output: step.input, next: then }
    }
  }
  return { output: step.input }
}
