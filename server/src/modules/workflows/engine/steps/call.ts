import type { CallName, CallTask } from '@atrium/contract/workflow-definition'
import { withAttempts } from '../attempts.ts'
import { callAgent } from '../calls/agent.ts'
import { callConnector } from '../calls/connector.ts'
import { callEntities } from '../calls/entities.ts'
import { callFunction } from '../calls/function.ts'
import { callHttp } from '../calls/http.ts'
import { askLanguageModel } from '../calls/language-model.ts'
import type { Fault } from '../fault.ts'
import type { Call } from '../held-run.ts'
import { type Done, fill, type Step } from '../held-run.ts'
import { usualDelay } from '../retry-rules.ts'

const CALLED: Record<CallName, Call> = {
  http: callHttp,
  'entities.create': callEntities('create'),
  'entities.update': callEntities('update'),
  'entities.delete': callEntities('delete'),
  'entities.query': callEntities('query'),
  'functions.invoke': callFunction,
  'connectors.call': callConnector,
  'agents.send_message': callAgent,
  'language_model.ask': askLanguageModel,
}

export async function call(step: Step<CallTask>): Promise<Done> {
  const { held, task, scope, id } = step
  const rule = async (fault: Fault, attempt: number) => (scope.isTried ? null : usualDelay(fault, attempt))
  const output = await withAttempts(step, rule, async () => {
    const row = held.journal.latest(id) ?? step.row
    // It was done before a stop, together with this.
    if (row.output !== null) return row.output
    const given = (await fill(step, task.with ?? {})) as Record<string, unknown>
    held.journal.showInput(row, given)
    return CALLED[task.call]({ ...step, row }, given)
  })
  return { output }
}
