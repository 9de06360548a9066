/** Makes what was said and done short enough for a model to read. Pure. */
import { shortenMiddle } from '../../../../platform/text/shorten.ts'
import type { Entry } from './coder.ts'

/** G591. In characters; about a quarter as many tokens. */
export const LONGEST_HISTORY = 300_000
const SHORT_RESULT = 600
const SHORT_INPUT = 400
const SHORT_TEXT = 600
/** Of all that a call was given, once its texts are shortened. */
const SHORT_INPUTS = 4_000
/** The newest entries stay whole as long as that is possible. */
const STAY_WHOLE = 12

/**
 * Shortens results of long ago first, then what was written long ago, then newer ones, until all fits. What people said
 * stays, and every call keeps its place: the model sees that it was made.
 */
export function fitHistory(entries: readonly Entry[], most = LONGEST_HISTORY): Entry[] {
  const fitted = [...entries]
  let length = fitted.reduce((sum, entry) => sum + lengthOf(entry), 0)
  const shortenFrom = (end: number, shortenEntry: (entry: Entry) => Entry) => {
    for (let at = 0; at < end && length > most; at++) {
      const entry = fitted[at]
      if (!entry) continue
      const short = shortenEntry(entry)
      length += lengthOf(short) - lengthOf(entry)
      fitted[at] = short
    }
  }
  const old = Math.max(0, fitted.length - STAY_WHOLE)
  shortenFrom(old, shortResult)
  shortenFrom(old, shortCalls)
  shortenFrom(fitted.length, shortResult)
  shortenFrom(fitted.length - 1, shortCalls)
  return fitted
}

/** In characters. */
export function lengthOf(entry: Entry): number {
  if (entry.type === 'message') return entry.text.length
  if (entry.type === 'tool_result') return entry.output.length
  return (
    entry.text.length + entry.calls.reduce((sum, { input }) => sum + (JSON.stringify(input)?.length ?? 0), 0)
  )
}

function shortResult(entry: Entry): Entry {
  if (entry.type !== 'tool_result' || entry.output.length <= SHORT_RESULT) return entry
  return { ...entry, output: shortenMiddle(entry.output, SHORT_RESULT) }
}

function shortCalls(entry: Entry): Entry {
  if (entry.type !== 'turn') return entry
  const calls = entry.calls.map((call) => ({ ...call, input: shortInput(call.input) }))
  return { ...entry, text: shortenMiddle(entry.text, SHORT_TEXT), calls }
}

function shortInput(input: unknown): unknown {
  const short = withShortTexts(input)
  return (JSON.stringify(short)?.length ?? 0) > SHORT_INPUTS ? {} : short
}

function withShortTexts(value: unknown): unknown {
  if (typeof value === 'string') return shortenMiddle(value, SHORT_INPUT)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(withShortTexts)
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withShortTexts(one)]))
}
