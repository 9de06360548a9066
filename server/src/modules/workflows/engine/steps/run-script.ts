import type { RunTask } from '@atrium/contract/workflow-definition'
import { ScriptFault } from '../../../../platform/scripts/scripts.ts'
import { scriptFault } from '../evaluate.ts'
import { type Done, fill, type Step } from '../held-run.ts'

/** Its variables are the arguments by name, and `$input` and `$context`. */
export async function runScript(step: Step<RunTask>): Promise<Done> {
  const { held, scope, task, input, row } = step
  const { code, arguments: given = {} } = task.run.script
  // An object in, an object out.
  const values = (await fill(step, given)) as Record<string, unknown>
  held.journal.showInput(row, values)
  const variables = { $input: input, $context: scope.context.value, ...values }
  try {
    const { value } = await held.deps.scripts.run(code, variables, {
      signal: scope.signal,
      group: held.run.app_id,
    })
    return { output: value }
  } catch (error) {
    throw error instanceof ScriptFault ? scriptFault('runtime', error) : error
  }
}
