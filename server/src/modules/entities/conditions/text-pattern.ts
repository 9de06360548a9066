/** `$regex`. */
import { RE2JS, RE2JSException } from 're2js'
import { NotUnderstood, readPattern, spelt } from '../../../platform/patterns/pattern-reader.ts'
import { judgeCost } from './pattern-cost.ts'

export interface TextPattern {
  /** As both engines read it. */
  text: string
  test(value: string): boolean
}

export const MAX_PATTERN = 500

/** Or a sentence that says what is not understood. */
export function readTextPattern(source: string, options: { ignoreCase: boolean }): TextPattern | string {
  if (source.length > MAX_PATTERN) return `a pattern has at most ${MAX_PATTERN} characters`
  try {
    const pattern = readPattern(source, options.ignoreCase)
    judgeCost(pattern)
    const text = spelt(pattern)
    const compiled = RE2JS.compile(text)
    return { text, test: (value) => compiled.test(value) }
  } catch (error) {
    if (error instanceof NotUnderstood || error instanceof RE2JSException) return error.message
    throw error
  }
}
