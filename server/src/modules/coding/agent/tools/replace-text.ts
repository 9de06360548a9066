/** What an edit does to a text. Pure. */

export interface Replacement {
  old: string
  new: string
  isAll: boolean
  /** Only where no letter, digit or _ goes on before or after it. */
  isWord?: boolean
}

/** The new text and the lines where it was changed, or why not, in words for the coder. */
export function replaceText(
  text: string,
  wanted: Replacement,
): { text: string; lines: number[] } | { problem: string } {
  const replacement = withLineBreaksOf(text, wanted)
  if (replacement.old === replacement.new) return { problem: 'The old and the new text are the same.' }
  if (replacement.old === '') return appended(text, replacement.new)
  const places = placesOf(text, replacement)
  if (places.length === 0)
    return { problem: `The old text is not in it. ${hint(text, replacement.old)}`.trim() }
  const lines = linesAt(text, places)
  if (places.length > 1 && !wanted.isAll) {
    const named = lines.slice(0, 10).join(', ')
    return {
      problem: `The old text is in it ${places.length} times, at lines ${named}${lines.length > 10 ? ' …' : ''}. Take more of the text around it along, or say all.`,
    }
  }
  return { text: withReplaced(text, places, replacement), lines }
}

/** Behind what is there, on a line of its own. */
function appended(text: string, added: string): { text: string; lines: number[] } {
  const lineBreak = text === '' || text.endsWith('\n') ? '' : text.includes('\r\n') ? '\r\n' : '\n'
  const whole = `${text}${lineBreak}${added}`
  return { text: whole, lines: linesAt(whole, [text.length + lineBreak.length]) }
}

function withReplaced(text: string, places: readonly number[], replacement: Replacement): string {
  let done = 0
  const parts = places.map((place) => {
    const kept = text.slice(done, place)
    done = place + replacement.old.length
    return kept + replacement.new
  })
  return parts.join('') + text.slice(done)
}

/** Coders write \n; in a file with \r\n that is what they mean. */
function withLineBreaksOf(text: string, wanted: Replacement): Replacement {
  const isDos = text.includes('\r\n') && !text.includes(wanted.old) && !wanted.old.includes('\r')
  if (!isDos) return wanted
  return { ...wanted, old: wanted.old.replaceAll('\n', '\r\n'), new: wanted.new.replaceAll(/\r?\n/g, '\r\n') }
}

function placesOf(text: string, { old, isWord = false }: Replacement): number[] {
  const places: number[] = []
  for (let at = text.indexOf(old); at >= 0; at = text.indexOf(old, at + old.length))
    if (!isWord || !isInWord(text, at, at + old.length)) places.push(at)
  return places
}

/** A sign at the edge of what is looked for ends a word there. */
function isInWord(text: string, start: number, end: number): boolean {
  const goesOn = (inside: string | undefined, outside: string | undefined) =>
    WORD.test(inside ?? '') && WORD.test(outside ?? '')
  return goesOn(text[start], text[start - 1]) || goesOn(text[end - 1], text[end])
}

const WORD = /[\p{L}\p{N}_]/u

/** The line of each place, counted once through the text. */
function linesAt(text: string, places: readonly number[]): number[] {
  let line = 1
  let done = 0
  return places.map((place) => {
    for (let at = text.indexOf('\n', done); at >= 0 && at < place; at = text.indexOf('\n', at + 1)) line += 1
    done = place
    return line
  })
}

/** Where its first line stands alone: most mistakes are in the spaces or in the lines that follow. */
function hint(text: string, old: string): string {
  const first =
    old
      .split('\n')
      .find((line) => line.trim() !== '')
      ?.trim() ?? ''
  if (first === '') return ''
  const at = text.split('\n').findIndex((line) => line.includes(first))
  return at < 0
    ? 'Read the file first.'
    : `Its first line is at line ${at + 1}; compare the spaces and what follows.`
}
