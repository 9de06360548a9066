/** JSON texts out of a stream: the elements of an array, or lines; each is read on its own. */

/** The stream is no such thing, or a piece is too long. */
export class PieceFault extends Error {}

const QUOTE = 0x22
const COMMA = 0x2c
const OPEN_BRACKET = 0x5b
const BACKSLASH = 0x5c
const CLOSE_BRACKET = 0x5d
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d

/** By commas outside of everything; whether an element is JSON is for its reader to find out. */
export async function* arrayElements(texts: AsyncIterable<string>, longest: number): AsyncGenerator<string> {
  let place = 'before' as 'before' | 'inside' | 'behind'
  let depth = 0
  let inText = false
  let isEscaped = false
  let piece = ''
  let count = 0
  for await (const text of texts) {
    let start = 0
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i)
      if (place !== 'inside') {
        if (isSpace(code)) continue
        if (place === 'behind' || code !== OPEN_BRACKET)
          throw new PieceFault('A JSON array and nothing else is wanted')
        place = 'inside'
        start = i + 1
      } else if (inText) {
        if (isEscaped) isEscaped = false
        else if (code === BACKSLASH) isEscaped = true
        else if (code === QUOTE) inText = false
      } else if (code === QUOTE) inText = true
      else if (code === OPEN_BRACE || code === OPEN_BRACKET) depth++
      else if (depth > 0 && (code === CLOSE_BRACE || code === CLOSE_BRACKET)) depth--
      else if (depth === 0 && (code === COMMA || code === CLOSE_BRACKET)) {
        const element = piece + text.slice(start, i)
        piece = ''
        start = i + 1
        if (code === CLOSE_BRACKET) place = 'behind'
        if (count > 0 || code === COMMA || element.trim() !== '') yield element
        count++
      }
    }
    if (place === 'inside') piece += text.slice(start)
    if (piece.length > longest) throw new PieceFault(`Element ${count + 1} is too long`)
  }
  if (place !== 'behind') throw new PieceFault('The JSON array has no end')
}

/** Empty ones are passed over. */
export async function* lines(texts: AsyncIterable<string>, longest: number): AsyncGenerator<string> {
  let rest = ''
  let count = 0
  for await (const text of texts) {
    const pieces = (rest + text).split('\n')
    rest = pieces.pop() ?? ''
    for (const piece of pieces) {
      count++
      if (piece.trim() !== '') yield piece
    }
    if (rest.length > longest) throw new PieceFault(`Line ${count + 1} is too long`)
  }
  if (rest.trim() !== '') yield rest
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09
}
