import { APPROVAL, type ListenTask } from '@atrium/contract/workflow-definition'
import { Fault } from '../fault.ts'
import { type Done, fill, type Step } from '../held-run.ts'
import { waitFor } from '../wait-for.ts'

/** What arrived stands in the output of its row; until then it waits without end, or as long as its time limit allows. */
export async function listen(step: Step<ListenTask>): Promise<Done> {
  const { held, task, row } = step
  const { type, data } = task.listen.to.one.with
  if (row.status !== 'waiting' && row.output === null) {
    const input = data === undefined ? null : await fill(step, data)
    held.journal.put(row, { status: 'waiting', listens_to: type, input })
  }
  while (row.output === null) await waitFor(step, null)
  const { output } = row
  if (type === APPROVAL && !(output as { approved: boolean }).approved) {
    throw new Fault('runtime', 'rejected', rejection(output as Decision), { status: 403 })
  }
  return { output }
}

/** As `runs.decide` stores it. */
interface Decision {
  decided_by: string
  comment: string | null
}

function rejection({ decided_by, comment }: Decision): string {
  return `${decided_by} rejected it${comment ? `: ${comment}` : ''}`
}
