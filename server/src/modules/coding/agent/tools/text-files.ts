/** How bytes of files are taken for text. Pure. */
import { REDACTED } from '../../../../platform/text/redact.ts'

const LOOKED_AT = 8_000

/** As git decides it: a zero byte near the beginning. */
export function isBinary(bytes: Uint8Array): boolean {
  return bytes.subarray(0, LOOKED_AT).includes(0)
}

/** Null when it is not UTF-8: written back, it would be another file. */
export function decodeExactly(bytes: Uint8Array): string | null {
  try {
    return EXACT.decode(bytes)
  } catch {
    return null
  }
}

const EXACT = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** The lines of a text; a last line break ends the last line and begins none. */
export function linesOf(text: string): string[] {
  if (text === '') return []
  return text.replace(/\r?\n$/, '').split(/\r?\n/)
}

export const HIDDEN =
  'Where [redacted] stands, a secret was hidden from you. Change what is around it with edit_file, without those words.'

export function countLines(text: string): string {
  const count = linesOf(text).length
  return count === 1 ? '1 line' : `${count} lines`
}

/** G590: where the coder was shown this instead of a secret, it must not write it into the file. */
export function bringsRedacted(before: string, after: string): boolean {
  return count(after) > count(before)
}

const count = (text: string) => text.split(REDACTED).length
