import type { TurnMessage } from '../../../../ports/language-model/port.ts'
import type { Entry, ToolCall } from './coder.ts'

/** What was said and done, as messages to a language model: every call has exactly one result, right after its turn. */
export function turnMessages(entries: readonly Entry[]): TurnMessage[] {
  const messages: TurnMessage[] = []
  let open: ToolCall[] = []
  const closeOpen = () => {
    for (const { id, tool } of open)
      messages.push({ role: 'tool', call_id: id, name: tool, content: NO_RESULT, is_error: true })
    open = []
  }
  for (const entry of entries) {
    if (entry.type === 'tool_result') {
      const call = open.find(({ id }) => id === entry.call_id)
      if (!call) continue
      open = open.filter((other) => other !== call)
      const { output: content, is_error } = entry
      messages.push({ role: 'tool', call_id: call.id, name: call.tool, content, is_error })
      continue
    }
    closeOpen()
    if (entry.type === 'message') messages.push({ role: 'user', content: entry.text })
    else {
      const calls = entry.calls.map(({ id, tool: name, input }) => ({ id, name, input }))
      messages.push({ role: 'assistant', content: entry.text, calls })
      open = [...entry.calls]
    }
  }
  closeOpen()
  return messages
}

const NO_RESULT = 'This was not done.'
