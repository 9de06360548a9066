/** Which letters a text has, as bits: tells most texts that cannot be similar apart without comparing them. */
import { setImmediate as nextTurn } from 'node:timers/promises'

export function lettersIn(text: Uint8Array, from = 0, to = text.length): number {
  let letters = 0
  for (let index = from; index < to; index++) {
    const byte = text[index] as number
    letters |= 1 << (byte >= LOWER_A && byte <= LOWER_Z ? byte - LOWER_A : OTHERS + (byte % (32 - OTHERS)))
  }
  return letters
}

export function bitsIn(letters: number): number {
  let bits = letters - ((letters >>> 1) & 0x55555555)
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333)
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/** Of every label, in pieces, so that requests are answered in between. */
export async function letterSets(labels: Uint8Array, starts: Uint32Array): Promise<Uint32Array> {
  const sets = new Uint32Array(starts.length - 1)
  for (let index = 0; index < sets.length; index++) {
    sets[index] = lettersIn(labels, starts[index], (starts[index + 1] as number) - 1)
    if (index % IN_ONE_PIECE === 0) await nextTurn()
  }
  return sets
}

const LOWER_A = 97
const LOWER_Z = 122
const OTHERS = 26
const IN_ONE_PIECE = 20_000
