/** Turns with tools that the caller runs, between the vendor's words and ours. */
import type { FinishReason, TextStreamPart, ToolSet, ModelMessage as VendorMessage } from 'ai'
import {
  ModelUnavailable,
  type ReplyEnd,
  type TurnMessage,
  type TurnRequest,
  type TurnResult,
} from './port.ts'
import { toFinish } from './vendor-parts.ts'

type Vendor = Pick<typeof import('ai'), 'tool' | 'jsonSchema'>
type TextPart = { type: 'text'; text: string }
export type CallPart = { type: 'call'; call: TurnResult['calls'][number] }

/** Described, but without a way to run them: the call comes back. */
export function toOfferedTools({ tool, jsonSchema }: Vendor, tools: TurnRequest['tools']): ToolSet {
  return Object.fromEntries(
    tools.map(({ name, description, input }) => [
      name,
      // The cast: TypeBox values are JSON Schema.
      tool({ description, inputSchema: jsonSchema<unknown>(input as object) }),
    ]),
  )
}

export function toVendorMessages(messages: readonly TurnMessage[]): VendorMessage[] {
  return messages.map((message): VendorMessage => {
    if (message.role === 'user') return { role: 'user', content: message.content }
    if (message.role === 'tool') {
      const { call_id: toolCallId, name: toolName, content: value, is_error } = message
      const output = { type: is_error ? ('error-text' as const) : ('text' as const), value }
      return { role: 'tool', content: [{ type: 'tool-result', toolCallId, toolName, output }] }
    }
    const { content: text, calls } = message
    return {
      role: 'assistant',
      content: [
        ...(text === '' ? [] : [{ type: 'text' as const, text }]),
        ...calls.map(({ id: toolCallId, name: toolName, input }) => {
          return { type: 'tool-call' as const, toolCallId, toolName, input: asObject(input) }
        }),
      ],
    }
  })
}

/** Servers refuse a call whose input is not an object, also one of long ago. */
function asObject(input: unknown): object {
  return typeof input === 'object' && input !== null && !Array.isArray(input) ? input : {}
}

export function toTurnPart(part: TextStreamPart<ToolSet>): TextPart | CallPart | null {
  if (part.type === 'text-delta') return part.text === '' ? null : { type: 'text', text: part.text }
  if (part.type !== 'tool-call') return null
  const { toolCallId: id, toolName: name, input, invalid } = part
  return { type: 'call', call: { id, name, input, is_invalid: invalid === true } }
}

/** To stop for tools is the end that is meant. */
export function toTurnFinish(reason: FinishReason, hasContent: boolean): 'stop' | 'length' {
  return toFinish(reason === 'tool-calls' ? 'stop' : reason, hasContent)
}

/** The turn as a whole; the failure of one that broke off is thrown. */
export async function collectTurn(
  parts: AsyncIterable<TextPart | CallPart | ReplyEnd | { type: 'tool' }>,
): Promise<TurnResult> {
  let text = ''
  const calls: TurnResult['calls'] = []
  for await (const part of parts) {
    if (part.type === 'text') text += part.text
    if (part.type === 'call') calls.push(part.call)
    if (part.type !== 'done') continue
    const { usage, finish, failure } = part
    if (finish !== 'error') return { text, calls, usage, cost_micros: 0, finish }
    const { reason = 'unreachable', message = 'The turn broke off.' } = failure ?? {}
    throw new ModelUnavailable(reason, message, usage)
  }
  throw new ModelUnavailable('unreachable', 'The turn had no end.')
}
