/** Patterns that people write for a whole value, and that servers and browsers check values with. */
import { kindsOf, type OneOf } from './character-kinds.ts'
import type { Range } from './character-ranges.ts'
import { judgeRuns } from './judge-runs.ts'
import { NotUnderstood, type Pattern, readPattern } from './pattern-reader.ts'

export interface WholePattern {
  /** Between `^` and `$`. */
  pattern: Pattern
  test(value: string): boolean
}

/** Or a sentence that says what is wrong with it. */
export function readWholePattern(source: string): WholePattern | string {
  try {
    const pattern = withoutAnchors(readPattern(source, false))
    judgeRuns(pattern)
    // Where our reader is more lenient than engines are.
    const compiled = new RegExp(source)
    return { pattern, test: (value) => compiled.test(value) }
  } catch (error) {
    if (error instanceof NotUnderstood || error instanceof SyntaxError) return error.message
    throw error
  }
}

/** True when nothing that fits can have a character outside of those ranges. */
export function isMadeOf(pattern: Pattern, ranges: readonly Range[]): boolean {
  switch (pattern.is) {
    case 'one_of': {
      const among: OneOf = { is: 'one_of', ranges, isOutside: false }
      return kindsOf([pattern, among]).every((kind) => !kind.has(0) || kind.has(1))
    }
    case 'start':
    case 'end':
      return true
    case 'sequence':
    case 'choice':
      return pattern.parts.every((part) => isMadeOf(part, ranges))
    case 'repeat':
      return isMadeOf(pattern.part, ranges)
  }
}

function withoutAnchors(pattern: Pattern): Pattern {
  const parts = pattern.is === 'sequence' ? pattern.parts : []
  if (parts.length < 2 || parts[0]?.is !== 'start' || parts.at(-1)?.is !== 'end')
    throw new NotUnderstood('it must begin with "^" and end with "$", for the whole value')
  return { is: 'sequence', parts: parts.slice(1, -1) }
}
