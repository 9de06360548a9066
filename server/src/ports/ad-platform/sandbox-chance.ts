/** What looks like chance in the sandbox: always the same for the same words, on every node and every read. */
import { createHash } from 'node:crypto'

/** From 0 to just under 1. */
export function chance(...words: readonly string[]): number {
  return mixed(words.join('\0')) / 2 ** 53
}

export function between(min: number, max: number, ...words: readonly string[]): number {
  return min + (max - min) * chance(...words)
}

/** So many decimal digits, the first of them not 0. */
export function digits(count: number, ...words: readonly string[]): string {
  const lowest = 10n ** BigInt(count - 1)
  return String(lowest + (digest(words).readBigUInt64BE() % (9n * lowest)))
}

/** So many letters and digits. */
export function letters(count: number, ...words: readonly string[]): string {
  return digest(words).toString('base64url').replaceAll(/[-_]/g, 'x').slice(0, count)
}

/**
 * Two lanes of multiply and shift, 53 bits together. Reports ask for many thousands of these, and nobody gains by
 * guessing them.
 */
function mixed(text: string): number {
  let high = 0xdeadbeef
  let low = 0x41c6ce57
  for (let at = 0; at < text.length; at++) {
    const letter = text.charCodeAt(at)
    high = Math.imul(high ^ letter, 2654435761)
    low = Math.imul(low ^ letter, 1597334677)
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909)
  return 2 ** 32 * (2097151 & low) + (high >>> 0)
}

function digest(words: readonly string[]): Buffer {
  return createHash('sha256').update(words.join('\0')).digest()
}
