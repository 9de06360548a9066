/** Between the vendor's words and ours. */
import type { FinishReason, TextStreamPart, ToolSet } from 'ai'
import { checkFor } from '../../platform/fitting-value.ts'
import type { Log } from '../../platform/log.ts'
import { ModelUnavailable, type ReplyEnd, type ReplyPart, type Tool } from './port.ts'

type Vendor = Pick<typeof import('ai'), 'tool' | 'jsonSchema'>

export function toToolSet({ tool, jsonSchema }: Vendor, tools: readonly Tool[], log: Log): ToolSet {
  return Object.fromEntries(
    tools.map(({ name, description, input: schema, run }) => {
      const check = checkFor(schema)
      const execute = async (input: unknown, { abortSignal }: { abortSignal?: AbortSignal }) => {
        const signal = abortSignal ?? new AbortController().signal
        const problem = check(input)
        if (problem !== null) return { error: `The input does not fit: ${problem}.` }
        try {
          return (await run(input, signal)) ?? null
        } catch (error) {
          signal.throwIfAborted()
          log.error({ tool: name, err: error }, 'language model: a tool failed')
          return { error: 'The tool failed.' }
        }
      }
      // The cast: TypeBox values are JSON Schema.
      return [name, tool({ description, inputSchema: jsonSchema<unknown>(schema as object), execute })]
    }),
  )
}

/** What a reader of the reply gets to see of it; null for what is only the vendor's concern. */
export function toReplyPart(part: TextStreamPart<ToolSet>): Exclude<ReplyPart, ReplyEnd> | null {
  if (part.type === 'text-delta') return part.text === '' ? null : { type: 'text', text: part.text }
  if (part.type === 'tool-result') {
    return { type: 'tool', name: part.toolName, input: part.input, output: part.output }
  }
  if (part.type === 'tool-error') {
    const error = 'There is no such tool, or its input was not JSON.'
    return { type: 'tool', name: part.toolName, input: part.input, output: { error } }
  }
  return null
}

/** How a reply ended that reached its end; throws when it is of no use. */
export function toFinish(reason: FinishReason, hasText: boolean): 'stop' | 'length' {
  if (reason === 'content-filter') {
    throw new ModelUnavailable('refused', 'The language model’s server withheld the answer.')
  }
  if (!hasText) throw new ModelUnavailable('unusable', 'The language model gave an empty answer.')
  return reason === 'length' || reason === 'tool-calls' ? 'length' : 'stop'
}

export function toUnavailable(error: unknown, budget: AbortSignal): ModelUnavailable {
  if (error instanceof ModelUnavailable) return error
  if (budget.aborted) {
    return new ModelUnavailable('timed_out', 'The language model did not finish within the time given.')
  }
  const kind = error instanceof Error ? error.name : typeof error
  return new ModelUnavailable('unusable', `The language model’s answer could not be used (${kind}).`)
}
