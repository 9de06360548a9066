import type { Static, TSchema } from 'typebox'
import { checkFor } from '../../platform/fitting-value.ts'
import { sumTokens } from './count-tokens.ts'
import {
  type ModelRequest,
  ModelUnavailable,
  type ObjectRequest,
  type ObjectResult,
  type TextResult,
  type TokenUsage,
} from './port.ts'

/**
 * Asks for JSON and checks it: servers accept a schema without keeping to it, or do not show it to the model.
 * An answer that does not fit is sent back once with what is wrong about it.
 */
export async function askForObject<S extends TSchema>(
  { schema, ...request }: ObjectRequest<S>,
  ask: (request: ModelRequest) => Promise<TextResult>,
): Promise<ObjectResult<Static<S>>> {
  const check = checkFor(schema)
  const system = `${request.system}\n\nAnswer with nothing but JSON that fits this JSON Schema:\n${JSON.stringify(schema)}`
  const first = await ask({ ...request, system })
  const read = readJson(first.text, check)
  // The check has just shown that the value is what the schema describes.
  if ('value' in read) return { value: read.value as Static<S>, usage: first.usage }

  const complaint = `That does not fit: ${read.problem}. Answer again, with nothing but the corrected JSON.`
  const messages = [
    ...request.messages,
    { role: 'assistant' as const, content: first.text },
    { role: 'user' as const, content: complaint },
  ]
  const second = await ask({ ...request, system, messages }).catch((error: unknown) => {
    throw withEarlier(error, first.usage)
  })
  const usage = sumTokens(first.usage, second.usage)
  const repaired = readJson(second.text, check)
  if ('value' in repaired) return { value: repaired.value as Static<S>, usage }
  const message = 'The language model twice gave an answer that does not fit the schema.'
  throw new ModelUnavailable('unusable', message, usage)
}

/** The first answer has its price, also when there is no second one. */
function withEarlier(error: unknown, earlier: TokenUsage): unknown {
  if (!(error instanceof ModelUnavailable)) return error
  return new ModelUnavailable(error.reason, error.message, sumTokens(earlier, error.usage))
}

function readJson(text: string, check: (value: unknown) => string | null) {
  try {
    const value: unknown = JSON.parse(withoutFence(text))
    const problem = check(value)
    return problem === null ? { value } : { problem }
  } catch {
    return { problem: 'it is not JSON' }
  }
}

/** Models like to wrap JSON in a block of Markdown. */
function withoutFence(text: string): string {
  return /^\s*```(?:json)?\s*\n([\s\S]*?)\n?\s*```\s*$/i.exec(text)?.[1] ?? text
}
