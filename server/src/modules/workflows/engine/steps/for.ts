import type { ForTask } from '@atrium/contract/workflow-definition'
import { Fault } from '../fault.ts'
import { type Done, fill, type Step } from '../held-run.ts'

/** Each round starts from what the one before gave; the last one's result is that of the loop. */
export async function loop(step: Step<ForTask>): Promise<Done> {
  const { held, scope, id, task } = step
  const { each = 'item', at = 'index' } = task.for
  const items = await fill(step, task.for.in)
  if (!Array.isArray(items)) {
    throw new Fault('expression', 'not_a_list', 'What `for.in` gives is no list; make it one')
  }
  let value = step.input
  for (const [index, item] of items.entries()) {
    const variables = { ...scope.variables, [`$${each}`]: item, [`$${at}`]: index }
    const round = { ...scope, variables, prefix: `${id}[${index}].` }
    if (task.while !== undefined && !(await fill({ held, scope: round, input: value }, task.while))) break
    value = await held.runList(round, task.do, value)
  }
  return { output: value }
}
