import type { Entry, ToolCall } from './coder.ts'

export interface Turn {
  text: string
  calls: ToolCall[]
  /** By the id of the call. Those that did not fit were not made, and have no effect that could be missing. */
  results: ReadonlyMap<string, { wasMade: boolean }>
  /** Nothing was said after it: what is open of it is still to be done. */
  isLast: boolean
}

/** The turns among the entries, each with the results that follow it. */
export function turnsOf(entries: readonly Entry[]): Turn[] {
  const turns: (Turn & { results: Map<string, { wasMade: boolean }> })[] = []
  for (const entry of entries) {
    const last = turns.at(-1)
    if (entry.type === 'tool_result') last?.results.set(entry.call_id, { wasMade: !isRefusal(entry) })
    else if (last) last.isLast = false
    if (entry.type === 'turn') {
      const { text, calls } = entry
      turns.push({ text, calls, results: new Map(), isLast: true })
    }
  }
  return turns
}

/** Every call gets a result: of a turn that was followed by a message, what is open is not done any more. */
export function answerOpenCalls(entries: readonly Entry[]): Entry[] {
  const answered: Entry[] = []
  let open: ToolCall[] = []
  for (const entry of entries) {
    if (entry.type === 'tool_result') open = open.filter(({ id }) => id !== entry.call_id)
    else {
      answered.push(...open.map(closingResult))
      open = entry.type === 'turn' ? [...entry.calls] : []
    }
    answered.push(entry)
  }
  return [...answered, ...open.map(closingResult)]
}

/** Begins what is said of a call that was not made. */
export const NOT_MADE = 'Not done: '

function isRefusal({ output, is_error }: Entry & { type: 'tool_result' }): boolean {
  return is_error && output.startsWith(NOT_MADE)
}

function closingResult({ id, tool }: ToolCall): Entry {
  const isEnd = tool === 'finish'
  const output = isEnd ? 'Finished.' : `${NOT_MADE}the session was ended before.`
  return { type: 'tool_result', call_id: id, output, is_error: !isEnd }
}
