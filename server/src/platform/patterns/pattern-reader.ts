import { codeOf, mergedRanges, type Range } from './character-ranges.ts'

/**
 * The subset of regular expressions that runs in linear time and means the same here (RE2) and in PostgreSQL. What both
 * engines read differently is spelt out: classes, the dot, and letters of either case.
 */
export type Pattern =
  | { is: 'one_of'; ranges: readonly Range[]; isOutside: boolean }
  | { is: 'start' | 'end' }
  | { is: 'sequence' | 'choice'; parts: readonly Pattern[] }
  | { is: 'repeat'; part: Pattern; least: number; most: number; sign: string }

/** Says what is not understood. */
export class NotUnderstood extends Error {}

export function readPattern(source: string, ignoreCase: boolean): Pattern {
  return new Reader(source, ignoreCase).read()
}

/** As both engines read it. */
export function spelt(pattern: Pattern): string {
  switch (pattern.is) {
    case 'one_of':
      return speltClass(pattern)
    case 'start':
      return '^'
    case 'end':
      return '$'
    case 'sequence':
      return pattern.parts.map((part) => (part.is === 'choice' ? `(?:${spelt(part)})` : spelt(part))).join('')
    case 'choice':
      return pattern.parts.map(spelt).join('|')
    case 'repeat': {
      const { part, sign } = pattern
      return (part.is === 'sequence' || part.is === 'choice' ? `(?:${spelt(part)})` : spelt(part)) + sign
    }
  }
}

const MAX_REPEATS = 255 // PostgreSQL's own limit

const CLASSES: Record<string, readonly Range[]> = {
  d: [['0', '9']],
  w: [
    ['A', 'Z'],
    ['a', 'z'],
    ['0', '9'],
    ['_', '_'],
  ],
  s: [...' \t\n\r\f\v'].map(alone),
}
const CONTROLS: Record<string, string> = { t: '\t', n: '\n', r: '\r', f: '\f', v: '\v' }

/** Recursive descent over code points. */
class Reader {
  private readonly source: string[]
  private readonly ignoreCase: boolean
  private at = 0

  constructor(source: string, ignoreCase: boolean) {
    this.source = [...source]
    this.ignoreCase = ignoreCase
  }

  read(): Pattern {
    const pattern = this.choice()
    if (this.at < this.source.length) throw new NotUnderstood(`")" at ${this.at} closes nothing`)
    return pattern
  }

  private choice(): Pattern {
    const parts = [this.sequence()]
    while (this.take('|')) parts.push(this.sequence())
    return parts.length === 1 && parts[0] ? parts[0] : { is: 'choice', parts }
  }

  private sequence(): Pattern {
    const parts: Pattern[] = []
    while (this.at < this.source.length && this.next() !== '|' && this.next() !== ')')
      parts.push(this.repeated())
    return { is: 'sequence', parts }
  }

  private repeated(): Pattern {
    const part = this.single()
    const times = this.repeats()
    if (!times) return part
    if (part.is === 'start' || part.is === 'end')
      throw new NotUnderstood(`"${spelt(part)}" cannot be repeated`)
    if (this.take('?')) throw this.unknown('a repeat that takes little ("*?")')
    if (this.next() !== undefined && /[*+?]/.test(this.next() ?? ''))
      throw this.unknown('a repeat of a repeat')
    return { is: 'repeat', part, ...times }
  }

  private repeats(): { sign: string; least: number; most: number } | null {
    const sign = this.next()
    if (sign === '*' || sign === '+' || sign === '?') {
      this.at++
      return { sign, least: sign === '+' ? 1 : 0, most: sign === '?' ? 1 : Number.POSITIVE_INFINITY }
    }
    const counted = /^\{(\d{1,4})(,(\d{0,4}))?\}/.exec(this.source.slice(this.at, this.at + 12).join(''))
    if (!counted) return null
    this.at += counted[0].length
    const [text, first, range, last] = counted
    const least = Number(first)
    const most = range === undefined ? least : last === '' ? Number.POSITIVE_INFINITY : Number(last)
    if (least > MAX_REPEATS || (most > MAX_REPEATS && last !== ''))
      throw new NotUnderstood(`at most ${MAX_REPEATS} repeats`)
    if (most < least) throw new NotUnderstood('the bounds of a repeat are the wrong way round')
    return { sign: text, least, most }
  }

  private single(): Pattern {
    const character = this.source[this.at++] ?? ''
    if (character === '(') return this.group()
    if (character === '[') return this.characterClass()
    if (character === '.') return { is: 'one_of', ranges: [alone('\n')], isOutside: true }
    if (character === '^') return { is: 'start' }
    if (character === '$') return { is: 'end' }
    if (character === '\\') return this.escaped()
    if ('*+?{'.includes(character))
      throw new NotUnderstood(`"${character}" at ${this.at - 1} repeats nothing`)
    return this.literal(character)
  }

  private group(): Pattern {
    if (this.take('?') && !this.take(':')) throw this.unknown('a group that begins with "(?"')
    const part = this.choice()
    if (!this.take(')')) throw new NotUnderstood('a ")" is missing')
    return part
  }

  private escaped(): Pattern {
    const character = this.source[this.at++]
    if (character === undefined) throw new NotUnderstood('"\\" at the end escapes nothing')
    const ranges = CLASSES[character.toLowerCase()]
    if (ranges) return { is: 'one_of', ranges, isOutside: CLASSES[character] === undefined }
    return this.literal(this.plain(character))
  }

  /** What an escape stands for that is one character. */
  private plain(character: string): string {
    const control = CONTROLS[character]
    if (control) return control
    if (/[\p{L}\p{N}]/u.test(character)) throw this.unknown(`"\\${character}"`)
    return character
  }

  private characterClass(): Pattern {
    const isOutside = this.take('^')
    const ranges: Range[] = []
    while (!this.take(']')) {
      if (this.at >= this.source.length) throw new NotUnderstood('a "]" is missing')
      if (this.next() === '[') throw this.unknown('"[" in a class, unless written "\\["')
      ranges.push(...this.classPart())
    }
    if (ranges.length === 0) throw new NotUnderstood('a class is empty')
    return { is: 'one_of', ranges: mergedRanges(ranges), isOutside }
  }

  private classPart(): readonly Range[] {
    const escaped = this.next() === '\\' ? this.source[this.at + 1] : undefined
    const known = escaped === undefined ? undefined : CLASSES[escaped]
    if (known) {
      this.at += 2
      return known
    }
    const first = this.classCharacter()
    if (this.next() !== '-' || this.source[this.at + 1] === ']') return this.bothCases(first, first)
    this.at++
    const last = this.classCharacter()
    if (codeOf(first) > codeOf(last)) throw new NotUnderstood('a range in a class is the wrong way round')
    return this.bothCases(first, last)
  }

  private classCharacter(): string {
    const character = this.source[this.at++]
    if (character === undefined) throw new NotUnderstood('a "]" is missing')
    if (character !== '\\') return character
    const escaped = this.source[this.at++]
    if (escaped === undefined) throw new NotUnderstood('a "]" is missing')
    return this.plain(escaped)
  }

  /** Of a range only letters of the Latin alphabet have another case: others have no other side that is a range. */
  private bothCases(first: string, last: string): readonly Range[] {
    if (!this.ignoreCase) return [[first, last]]
    if (first === last) return casesOf(first).map(alone)
    return [[first, last], ...otherCase(first, last, 'a', 'z'), ...otherCase(first, last, 'A', 'Z')]
  }

  private literal(character: string): Pattern {
    const cases = this.ignoreCase ? casesOf(character) : [character]
    return { is: 'one_of', ranges: cases.map(alone), isOutside: false }
  }

  private next(): string | undefined {
    return this.source[this.at]
  }

  private take(character: string): boolean {
    if (this.next() !== character) return false
    this.at++
    return true
  }

  private unknown(what: string): NotUnderstood {
    return new NotUnderstood(`${what} is not understood here`)
  }
}

/** The letters of this range that lie between the two bounds, in their other case. */
function otherCase(first: string, last: string, low: string, high: string): Range[] {
  const [from, to] = [first > low ? first : low, last < high ? last : high]
  if (from > to) return []
  return low === 'a' ? [[from.toUpperCase(), to.toUpperCase()]] : [[from.toLowerCase(), to.toLowerCase()]]
}

function alone(character: string): Range {
  return [character, character]
}

function casesOf(character: string): string[] {
  const cases = [character, character.toLowerCase(), character.toUpperCase()]
  return [...new Set(cases.filter((one) => [...one].length === 1))]
}

function speltClass({ ranges, isOutside }: { ranges: readonly Range[]; isOutside: boolean }): string {
  const parts = ranges.map(([first, last]) =>
    first === last ? speltCharacter(first) : `${speltCharacter(first)}-${speltCharacter(last)}`,
  )
  const isOneCharacter = ranges.length === 1 && ranges[0]?.[0] === ranges[0]?.[1] && !isOutside
  return isOneCharacter ? parts.join('') : `[${isOutside ? '^' : ''}${parts.join('')}]`
}

/** Outside the letters and digits every character is escaped, in the form that both engines know. */
function speltCharacter(character: string): string {
  if (/[A-Za-z0-9_]/.test(character) || character > '\u007f' || character === ' ') return character
  const control = Object.entries(CONTROLS).find(([, one]) => one === character)
  if (control) return `\\${control[0]}`
  if (character < ' ' || character === '\u007f')
    throw new NotUnderstood('control characters are not understood here')
  return `\\${character}`
}
