import type { Static, TSchema } from 'typebox'
import { checkFor } from '../../platform/fitting-value.ts'
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
  const second = await ask({ ...request, system, messages })
  const repaired = readJson(second.text, check)
  if ('value' in repaired) {
    return { value: repaired.value as Static<S>, usage: sum(first.usage, second.usage) }
  }
  throw new ModelUnavailable(
    'unusable',
    'The language model twice gave an answer that does not fit the schema.',
  )
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

function sum(one: TokenUsage, other: TokenUsage): TokenUsage {
  return {
    input_tokens: one.input_tokens + other.input_tokens,
    output_tokens: one.output_tokens + other.output_tokens,
  }
}
