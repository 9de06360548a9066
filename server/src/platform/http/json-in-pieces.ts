/** Parses long JSON text piece by piece: whatever it is, no piece takes more than some milliseconds. */
import { put } from '../put.ts'
import { type LongValue, notJson, type Part, PIECE, requireSpace, scanJson } from './json-scan.ts'

/** Yields between pieces; the value is that of `JSON.parse`. Refuses what is too deep or holds too much. */
export function* jsonInPieces(text: string, bounds: { values: number }): Generator<void, unknown> {
  const root = yield* scanJson(text, bounds)
  if (!root) return parse(text, 0)
  requireSpace(text, 0, root.start)
  requireSpace(text, root.end, text.length)
  return yield* longValue(text, root)
}

function* longValue(text: string, value: LongValue): Generator<void, unknown> {
  if (value.is === 'text') return yield* longText(text, value)
  return value.is === 'list' ? yield* longList(text, value) : yield* longObject(text, value)
}

function* longList(text: string, { parts }: LongValue): Generator<void, unknown[]> {
  const list: unknown[] = []
  for (const part of parts) {
    yield
    const some = parse(`[${head(text, part)}]`, part.start - 1) as unknown[]
    if (some.length === 0 && parts.length > 1) throw notJson(part.start)
    if (part.long) {
      if (some.length !== 1) throw notJson(part.start)
      list.push(yield* longValue(text, part.long))
    } else for (const one of some) list.push(one)
  }
  return list
}

function* longObject(text: string, { parts }: LongValue): Generator<void, object> {
  const object: Record<string, unknown> = {}
  for (const part of parts) {
    yield
    const some = parse(`{${head(text, part)}}`, part.start - 1) as Record<string, unknown>
    const names = Object.keys(some)
    if (names.length === 0 && parts.length > 1) throw notJson(part.start)
    const long = part.long && (yield* longValue(text, part.long))
    for (const name of names) put(object, name, part.long ? long : some[name])
  }
  return object
}

/** With a placeholder for a long value. */
function head(text: string, { start, end, long }: Part): string {
  return long ? `${text.slice(start, long.start)}0` : text.slice(start, end)
}

function* longText(text: string, { start, end }: LongValue): Generator<void, string> {
  const pieces: string[] = []
  for (let from = start + 1; from < end - 1; ) {
    yield
    const to = from + PIECE < end - 1 ? wholeCharacters(text, from + PIECE) : end - 1
    pieces.push(parse(`"${text.slice(from, to)}"`, from - 1) as string)
    from = to
  }
  yield
  return pieces.join('')
}

/** This place, or one just before it that is not within an escape. */
function wholeCharacters(text: string, place: number): number {
  const isEscape = (at: number) => {
    let backslashes = 0
    while (text[at - backslashes] === '\\') backslashes++
    return backslashes % 2 === 1
  }
  if (isEscape(place - 1)) return place - 1
  for (let at = place - 2; at >= place - 5; at--) if (text[at + 1] === 'u' && isEscape(at)) return at
  return place
}

/** `offset`: where the text begins in the whole. */
function parse(text: string, offset: number): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    const place = Number(/position (\d+)/.exec((cause as Error).message)?.[1] ?? 0)
    throw notJson(offset + place)
  }
}
