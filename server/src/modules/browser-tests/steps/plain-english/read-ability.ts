import type { Claim } from './intent.ts'
import type { Token } from './lexer.ts'

const CLICKING = new Set('click press tap push use'.split(' '))
const ABLE = new Set('can cannot cant possible impossible able unable'.split(' '))
const UNABLE = new Set('cannot cant impossible unable not isnt shouldnt mustnt wont longer'.split(' '))
/** What follows says how long it is so; the page is looked at now. */
const SO_LONG = new Set('before until unless while without yet anymore now'.split(' '))
const OTHER_TIME = new Set('after once when if and or'.split(' '))
const MOST_WORDS_BEFORE = 10

/** "The user cannot click Pay", "it should not be possible to press Post": the button is disabled. */
export function readAbility(tokens: readonly Token[]): Claim | null {
  const at = tokens
    .slice(0, MOST_WORDS_BEFORE)
    .findIndex(({ kind, low }) => kind === 'word' && CLICKING.has(low))
  const before = tokens.slice(0, Math.max(0, at))
  if (!before.some(({ low }) => ABLE.has(low)) || before.some(({ kind }) => kind !== 'word')) return null
  const negatives = before.filter(({ low }) => UNABLE.has(low)).length
  const after = tokens.slice(at + (tokens[at + 1]?.low === 'on' ? 2 : 1))
  const end = soLongAt(after)
  const what = end === -1 ? after : after.slice(0, end)
  const isOtherTime = after.some(({ kind, low }) => kind === 'word' && OTHER_TIME.has(low))
  if (
    what.length === 0 ||
    negatives > (before.some(({ low }) => low === 'no') ? 2 : 1) ||
    (isOtherTime && end === -1)
  )
    return { expect: 'unclear', reason: 'Say which button is disabled or enabled now.' }
  return { expect: negatives > 0 ? 'disabled' : 'enabled', what }
}

/** Where "as long as …" and the like begin; -1 when nothing of the kind is said. */
export function soLongAt(tokens: readonly Token[]): number {
  return tokens.findIndex(
    ({ kind, low }, index) =>
      kind === 'word' && (SO_LONG.has(low) || (low === 'as' && tokens[index + 1]?.low === 'long')),
  )
}
