import type { WaitTask } from '@atrium/contract/workflow-definition'
import { durationMs } from '../../definition/duration.ts'
import type { Done, Step } from '../held-run.ts'
import { waitFor } from '../wait-for.ts'

export async function wait(step: Step<WaitTask>): Promise<Done> {
  const { row, task, held, input } = step
  if (!row.due_at) {
    const due_at = new Date(held.deps.clock.now().getTime() + durationMs(task.wait))
    held.journal.put(row, { status: 'waiting', due_at })
  }
  await waitFor(step, row.due_at)
  return { output: input }
}
