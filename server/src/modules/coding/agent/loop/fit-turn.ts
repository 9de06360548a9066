import { plainText } from '../../../../platform/text/plain-text.ts'
import { shorten, shortenMiddle } from '../../../../platform/text/shorten.ts'
import type { CoderTurn } from './coder.ts'

export const MAX_CALLS = 50
const LONGEST_TEXT = 30_000
const LONGEST_NAME = 100
/** In characters, of all calls together: two files of the largest size that a tool writes. */
export const MOST_INPUT = 2_000_000
/** Stands in the place of an input for which there is no room. */
export const TOO_LONG = '(left out: too long)'

/** A turn as it is stored: a model may say anything, of any length, and call anything as often as it likes (G592). */
export function fitTurn({ text, calls, ...used }: CoderTurn): CoderTurn {
  let room = MOST_INPUT
  return {
    ...used,
    text: shortenMiddle(plainText(text), LONGEST_TEXT),
    // One more than are made: its result says that there were too many.
    calls: calls.slice(0, MAX_CALLS + 1).map(({ id, tool, input }) => {
      const length = JSON.stringify(input)?.length ?? 0
      const fits = length <= room
      if (fits) room -= length
      return { id, tool: shorten(plainText(tool), LONGEST_NAME), input: fits ? input : TOO_LONG }
    }),
  }
}
