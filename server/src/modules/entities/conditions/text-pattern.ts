/** `$regex`. */
import { RE2JS, RE2JSException } from 're2js'
import { createCache } from '../../../platform/cache.ts'
import { NotUnderstood, readPattern, spelt } from '../../../platform/patterns/pattern-reader.ts'
import { Effort } from './effort.ts'
import { judgeCost } from './pattern-cost.ts'

export interface TextPattern {
  /** As both engines read it. */
  text: string
  test(value: string): boolean
}

export const MAX_PATTERN = 500
/** To parse, spell and compile it. */
const STEPS_OF_A_CHARACTER = 20

interface Verdict {
  /** Or a sentence that says what is not understood. */
  pattern: TextPattern | string
  /** Spent again when the verdict is remembered: no answer depends on what others asked before. */
  effort: number
}

/** At most a few megabytes, whatever callers send. */
const verdicts = createCache<Verdict>({ most: 1_000 })

/** Or a sentence that says what is not understood. Throws TooMuchEffort where the filter may not take so much more. */
export function readTextPattern(
  source: string,
  { ignoreCase }: { ignoreCase: boolean },
  effort = new Effort(),
): TextPattern | string {
  if (source.length > MAX_PATTERN) return `a pattern has at most ${MAX_PATTERN} characters`
  const key = `${ignoreCase ? 'i' : ''}/${source}`
  const known = verdicts.get(key)
  if (known) {
    effort.spend(known.effort)
    return known.pattern
  }
  const before = effort.spent
  const pattern = judged(source, ignoreCase, effort)
  verdicts.set(key, { pattern, effort: effort.spent - before })
  return pattern
}

function judged(source: string, ignoreCase: boolean, effort: Effort): TextPattern | string {
  effort.spend(source.length * STEPS_OF_A_CHARACTER)
  try {
    const pattern = readPattern(source, ignoreCase)
    judgeCost(pattern, effort)
    const text = spelt(pattern)
    const compiled = RE2JS.compile(text)
    return { text, test: (value) => compiled.test(value) }
  } catch (error) {
    if (error instanceof NotUnderstood || error instanceof RE2JSException) return error.message
    throw error
  }
}
