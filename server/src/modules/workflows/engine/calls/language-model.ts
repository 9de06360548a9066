import { Type } from 'typebox'
import { type ModelRequest, ModelUnavailable } from '../../../../ports/language-model/port.ts'
import { Fault } from '../fault.ts'
import type { Call } from '../held-run.ts'

interface ModelArguments {
  prompt: unknown
  system?: unknown
  schema?: unknown
}

const TIMEOUT_MS = 120_000
/** Nothing about the model or the request would be otherwise the next time. */
const LASTING = new Set<string>(['not_configured', 'refused', 'budget_used'])

/** Its answer as text, or as a value that fits `schema`. */
export const askLanguageModel: Call = async ({ held, scope }, given) => {
  const { prompt, system, schema } = given as unknown as ModelArguments
  const { languageModel } = held.deps
  await held.journal.flush()
  const request: ModelRequest = {
    feature: 'workflows.step',
    usedBy: { workspace_id: held.workflow.workspace_id, app_id: held.run.app_id, user_id: null },
    system: typeof system === 'string' ? system : 'Answer briefly.',
    messages: [{ role: 'user', content: String(prompt) }],
    signal: scope.signal,
    timeoutMs: TIMEOUT_MS,
  }
  try {
    if (typeof schema !== 'object' || schema === null) return (await languageModel.text(request)).text
    return (await languageModel.object({ ...request, schema: Type.Unsafe(schema) })).value
  } catch (error) {
    scope.signal.throwIfAborted()
    if (!(error instanceof ModelUnavailable)) throw error
    const { reason } = error
    // What the model's server said may hold what is not for the people of the app.
    const message = `No answer of the language model: ${reason.replaceAll('_', ' ')}`
    throw new Fault('communication', `model_${reason}`, message, { isPassing: !LASTING.has(reason) })
  }
}
