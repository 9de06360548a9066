/** What others wrote, made fit for a terminal, and answers as JSON. */

/** Names are written by others: their control characters must not reach the terminal. */
export function visible(text: string): string {
  return text.replace(STEERING, escaped)
}

/** The same as JSON, which a program reads unchanged. */
export function asJson(answer: unknown): string {
  return `${safeJson(answer, 2)}\n`
}

/** One line, for lists that go on. */
export function jsonLine(value: unknown): string {
  return `${safeJson(value)}\n`
}

/** JSON escapes only some of what steers a terminal; the rest can only stand in texts, where it may be escaped too. */
export function safeJson(value: unknown, indent?: number): string {
  return (JSON.stringify(value, null, indent) ?? 'null').replace(STEERING, (character) =>
    character === '\n' ? character : escaped(character),
  )
}

const STEERING = /[\p{Cc}\p{Bidi_C}\u2028\u2029]/gu

function escaped(character: string): string {
  const code = character.codePointAt(0) ?? 0
  return `\\u${code.toString(16).padStart(4, '0')}`
}

/** How many places of a terminal a text takes: wide letters take two, those that combine none. */
export function widthOf(text: string): number {
  // Most texts are plain, and lists are long.
  if (/^[ -~]*$/.test(text)) return text.length
  let width = 0
  for (const character of text) width += NARROW.test(character) ? 0 : WIDE.test(character) ? 2 : 1
  return width
}

const NARROW = /\p{Mn}|\p{Me}|\p{Cf}/u
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u

/** At most so many places, with a sign that something is missing. */
export function cutTo(text: string, most: number): string {
  if (widthOf(text) <= most) return text
  let cut = ''
  let width = 1
  for (const character of text) {
    width += widthOf(character)
    if (width > most) break
    cut += character
  }
  return `${cut}…`
}
