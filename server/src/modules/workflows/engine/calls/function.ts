import { MAX_STEP_BYTES } from '@atrium/contract/workflow-runs'
import { Fault } from '../fault.ts'
import { actingRun, type Call } from '../held-run.ts'
import { brokenOff } from '../stops.ts'
import { withoutAttempts } from './http.ts'
import { readContent } from './read-content.ts'

interface FunctionArguments {
  name: unknown
  method?: unknown
  body?: unknown
}

const QUOTED = 512

/** Calls a backend function of the app. It may be called again after a stop, with the same Idempotency-Key. */
export const callFunction: Call = async (step, given) => {
  const { name, method, body } = given as unknown as FunctionArguments
  const { held, id, scope } = step
  await held.journal.flush()
  const wanted = {
    name: String(name),
    method: String(method ?? 'POST').toUpperCase(),
    body: body ?? null,
    idempotencyKey: `${held.run.id}:${withoutAttempts(id)}`,
  }
  const { workflowCalls } = held.deps
  const answer = await brokenOff(scope.signal, (signal) =>
    workflowCalls.invokeFunction(actingRun(step), wanted, signal),
  )
  const text = answer.body.toString()
  if (answer.status >= 400) {
    const message = `The function answered ${answer.status}: ${text.slice(0, QUOTED)}`
    const isPassing = answer.status >= 500 || answer.status === 429
    throw new Fault('communication', 'function_failed', message, { status: answer.status, isPassing })
  }
  if (answer.body.length > MAX_STEP_BYTES) {
    throw new Fault('communication', 'answer_too_large', 'The answer of the function is larger than 256 KiB')
  }
  return readContent(text, answer.content_type)
}
