import type { Entry, ToolCall } from '../loop/coder.ts'

/** What the offline coder learns after a turn: what came of its calls, and what people wrote since. */
export interface Feed {
  messages: string[]
  /** In the order of the calls; null for one without a result. */
  results: (ToolResult | null)[]
}

export interface ToolResult {
  output: string
  is_error: boolean
}

/** The turns so far, each with what followed it, and what came before the first. */
export function feedsOf(entries: readonly Entry[]): {
  first: Feed
  turns: { calls: readonly ToolCall[]; feed: Feed }[]
} {
  const first: Feed = { messages: [], results: [] }
  const turns: { calls: readonly ToolCall[]; feed: Feed }[] = []
  for (const entry of entries) {
    const last = turns.at(-1)
    if (entry.type === 'message') (last?.feed ?? first).messages.push(entry.text)
    else if (entry.type === 'turn') {
      const { calls } = entry
      turns.push({ calls, feed: { messages: [], results: calls.map(() => null) } })
    } else if (last) {
      const at = last.calls.findIndex(({ id }) => id === entry.call_id)
      if (at >= 0) last.feed.results[at] = { output: entry.output, is_error: entry.is_error }
    }
  }
  return { first, turns }
}
