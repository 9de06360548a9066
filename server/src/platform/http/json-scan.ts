/** One pass over JSON text before it is parsed: counts what is in it, and finds where a long one can be cut. */
import { invalid, refuse } from '../errors.ts'

export const MAX_JSON_DEPTH = 64
/** Characters that are parsed at once: some milliseconds, whatever they are. */
export const PIECE = 64 * 1024
/** In a row. */
const MOST_SPACE = 1024 * 1024
/** Characters of a scan between two turns of others. */
const SCANNED_AT_ONCE = 4 * PIECE

/** A list, an object or a text of more than a piece. */
export interface LongValue {
  is: 'list' | 'object' | 'text'
  start: number
  end: number
  /** What stands in a list or object, in order. */
  parts: Part[]
}

export interface Part {
  start: number
  end: number
  /** The part is this value, in an object behind its key. */
  long?: LongValue
}

interface Open {
  value: LongValue
  /** Where the next part begins. */
  from: number
  lastComma: number
  isKeyNext: boolean
  /** The end of a long value, until the next comma. */
  behind: number
}

export interface ScanOptions {
  /** The most keys and values. */
  values: number
  loc?: string[]
  /** The refusal of text that is no JSON from this place on. */
  fault?: (place: number) => Error
}

/** Refuses JSON that is too deep or holds too much. Returns the outermost value if it is a long one; yields between pieces. */
export function* scanJson(
  text: string,
  { values: most, loc = ['body'], fault = notJson }: ScanOptions,
): Generator<void, LongValue | null> {
  const { length } = text
  const open: Open[] = []
  let top: Open | undefined
  let root: LongValue | null = null
  let values = 1
  let isFirst = false
  let nextTurn = SCANNED_AT_ONCE
  /** The last text or sign, and the last space. */
  let [sign, space] = [0, 0]

  const hasEnded = (value: LongValue) => {
    if (!top) {
      if (root) throw fault(value.start)
      root = value
    } else if (isLong(value)) {
      if (top.lastComma >= top.from) top.value.parts.push({ start: top.from, end: top.lastComma })
      top.value.parts.push({ start: Math.max(top.lastComma + 1, top.from), end: value.end, long: value })
      top.behind = value.end
    }
  }
  const endPart = (current: Open, at: number) => {
    if (current.behind >= 0) requireSpace(text, current.behind, at, fault)
    else current.value.parts.push({ start: current.from, end: at })
    current.behind = -1
    current.from = at + 1
  }

  for (let i = 0; i < length; i++) {
    const code = text.charCodeAt(i)
    // Nobody writes so much space, or such a long number.
    if (code <= SPACE) space = i
    if (i - Math.max(sign, space) > PIECE || i - sign > MOST_SPACE) throw fault(i)
    if (isFirst && code > SPACE && code !== CLOSE_BRACE && code !== CLOSE_BRACKET) {
      values++
      isFirst = false
    }
    if (code === QUOTE) {
      const start = i
      i = endOfText(text, i)
      sign = i
      if (i - start > PIECE && !top?.isKeyNext) hasEnded({ is: 'text', start, end: i + 1, parts: [] })
    } else if (code === COMMA) {
      values++
      sign = i
      if (top) {
        if (top.behind >= 0 || i - top.from > PIECE) endPart(top, i)
        top.lastComma = i
        top.isKeyNext = top.value.is === 'object'
      }
    } else if (code === COLON) {
      values++
      sign = i
      if (top) top.isKeyNext = false
    } else if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      if (open.length === MAX_JSON_DEPTH) throw tooDeep(loc)
      isFirst = true
      sign = i
      const is = code === OPEN_BRACE ? 'object' : 'list'
      top = {
        value: { is, start: i, end: 0, parts: [] },
        from: i + 1,
        lastComma: -1,
        isKeyNext: is === 'object',
        behind: -1,
      }
      open.push(top)
    } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) {
      isFirst = false
      sign = i
      const closed = open.pop()
      if (!closed || (code === CLOSE_BRACE) !== (closed.value.is === 'object')) throw fault(i)
      closed.value.end = i + 1
      if (isLong(closed.value)) endPart(closed, i)
      top = open.at(-1)
      hasEnded(closed.value)
    }
    if (values > most) throw tooMany(most)
    if (i < nextTurn) continue
    nextTurn = i + SCANNED_AT_ONCE
    yield
  }
  if (open.length > 0) throw fault(length)
  return root && isLong(root) ? root : null
}

function isLong({ start, end }: LongValue): boolean {
  return end - start > PIECE
}

const SPACE = 0x20
const QUOTE = 0x22
const COMMA = 0x2c
const COLON = 0x3a
const BACKSLASH = 0x5c
const OPEN_BRACKET = 0x5b
const CLOSE_BRACKET = 0x5d
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d

/** The place of the quote that ends a text; the end of everything where none does. */
function endOfText(text: string, start: number): number {
  const { length } = text
  let i = start + 1
  for (; i < length; i++) {
    const code = text.charCodeAt(i)
    if (code === QUOTE) return i
    if (code === BACKSLASH) i++
  }
  return i
}

export function requireSpace(text: string, from: number, to: number, fault = notJson): void {
  for (let i = from; i < to; i++) {
    const code = text.charCodeAt(i)
    if (code !== SPACE && code !== 0x09 && code !== 0x0a && code !== 0x0d) throw fault(i)
  }
}

export function notJson(place: number): Error {
  return invalid(['body', place], 'json_invalid', 'JSON decode error')
}

export function tooDeep(loc = ['body']) {
  return invalid(loc, 'json_invalid', `JSON is nested deeper than ${MAX_JSON_DEPTH} levels`)
}

function tooMany(most: number) {
  return refuse('body_too_large', {
    message: `The body may hold at most ${most.toLocaleString('en-US')} keys and values; send less at once.`,
  })
}
