import type { ValidationRow } from '@atrium/contract'
import type { Static } from 'typebox'

type Row = Static<typeof ValidationRow>

const MAX_LENGTH = 500

/** One sentence for people about the first value that was not accepted: `total: must be at least 0`. */
export function validationMessage({ loc, msg, type }: Row): string {
  const [part = '', ...inside] = loc
  const sentence = `${inside.length > 0 && type !== 'json_invalid' ? inside.join('.') : part}: ${sentenceOf(msg, loc)}`
  return sentence.length > MAX_LENGTH ? `${sentence.slice(0, MAX_LENGTH)}…`.toWellFormed() : sentence
}

/** Without the jargon of validators; what is a sentence already stays as it is. */
function sentenceOf(msg: string, loc: Row['loc']): string {
  for (const [pattern, words] of WORDS) if (pattern.test(msg)) return msg.replace(pattern, words)
  if (msg === 'JSON decode error') return `is not valid JSON, at position ${loc.at(-1)}`
  return msg
}

const WORDS: readonly (readonly [pattern: RegExp, words: string])[] = [
  [/^Field required/, 'is required'],
  [/^Input should be greater than or equal to /, 'must be at least '],
  [/^Input should be less than or equal to /, 'must be at most '],
  [/^Input should be a valid string$/, 'must be a text'],
  [/^Input should be a valid boolean.*$/, 'must be true or false'],
  [/^Input should be a valid integer.*$/, 'must be a whole number'],
  [/^Input should be a valid number.*$/, 'must be a number'],
  [/^Input should be a valid list$/, 'must be a list'],
  [/^Input should be a valid dictionary$/, 'must be an object'],
  [/^Input should be a valid datetime$/, 'must be a date with a time, such as 2026-11-15T09:30:00Z'],
  [/^Input should be None$/, 'must be null'],
  [/^(?:Input|String) should be /, 'must be '],
  [/^(?:String|List) should have (at (?:least|most) \d+ \w+).*$/, 'must have $1'],
  [/^String should match pattern '(.*)'$/s, 'must match the pattern $1'],
  [/^Value error, /, ''],
]
