import { oneLine } from '../../../../platform/text/one-line.ts'
import { holdValues } from './hold-values.ts'
import type { Instruction } from './instruction.ts'
import { isOpenEnded, readStatement } from './read-statement.ts'
import { splitStatements } from './split-statements.ts'

export const SENTINELS = ['[ask]', '[approve]', '[no-change]', '[fail]', '[slow]'] as const
export type Sentinel = (typeof SENTINELS)[number]

export interface Understood {
  instructions: Instruction[]
  /** Sentences that nothing could be made of, on one line each. */
  unclear: string[]
  sentinels: ReadonlySet<Sentinel>
}

const MOST_INSTRUCTIONS = 40
const MOST_UNCLEAR = 10

/** What a message asks for (G585). */
export function readInstructions(message: string): Understood {
  const sentinels = new Set(SENTINELS.filter((sentinel) => message.includes(sentinel)))
  const text = SENTINELS.reduce((rest, sentinel) => rest.replaceAll(sentinel, ' '), message)
  const held = holdValues(text)
  const instructions: Instruction[] = []
  const unclear: string[] = []
  for (const { line, parts } of splitStatements(held.text)) {
    let last: { start: number; from: number } | null = null
    for (const { start, end } of parts) {
      const statement = line.slice(start, end)
      const read = readStatement(statement, held)
      if (read !== null) {
        last = { start, from: instructions.length }
        instructions.push(...read)
        continue
      }
      // A sentence within what is to be written, not one of its own.
      const whole: string = last === null ? '' : line.slice(last.start, end)
      const joined =
        last && isOpenEnded(instructions.at(-1), line.slice(last.start, start), held)
          ? readStatement(whole, held)
          : null
      if (last && joined) instructions.splice(last.from, instructions.length, ...joined)
      else if (isStatement(statement)) unclear.push(oneLine(held.valueOf(statement), 200))
    }
  }
  return {
    instructions: instructions.slice(0, MOST_INSTRUCTIONS),
    unclear: unclear.slice(0, MOST_UNCLEAR),
    sentinels,
  }
}

/** A greeting, or what only leads over to a list, asks for nothing. */
function isStatement(text: string): boolean {
  return !/^(?:(?:hi|hello|hey|please|thanks?|thank you)\b.{0,40}|.*:|\W*)$/i.test(text.trim())
}
