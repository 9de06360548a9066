/**
 * `$regex`: a subset of regular expressions that runs in linear time and means the same here (RE2) and in PostgreSQL.
 * What both engines read differently is spelt out: classes, the dot, and letters of either case.
 */
import { RE2JS, RE2JSException } from 're2js'

export interface TextPattern {
  /** As both engines read it. */
  text: string
  test(value: string): boolean
}

export const MAX_PATTERN = 500
const MAX_REPEATS = 255 // PostgreSQL's own limit
/** Repeats are unrolled when an expression is compiled, those inside others many times. */
const MAX_SIZE = 5_000

/** Or a sentence that says what is not understood. */
export function readTextPattern(source: string, options: { ignoreCase: boolean }): TextPattern | string {
  if (source.length > MAX_PATTERN) return `a pattern has at most ${MAX_PATTERN} characters`
  try {
    const { text, size } = new Reader(source, options.ignoreCase).read()
    if (size > MAX_SIZE) return 'the repeats in this pattern multiply to too many'
    const compiled = RE2JS.compile(text)
    return { text, test: (value) => compiled.test(value) }
  } catch (error) {
    if (error instanceof NotUnderstood || error instanceof RE2JSException) return error.message
    throw error
  }
}

class NotUnderstood extends Error {}

interface Part {
  text: string
  size: number
}

const CLASSES: Record<string, string> = { d: '0-9', w: 'A-Za-z0-9_', s: ' \\t\\n\\r\\f\\v' }
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

  read(): Part {
    const part = this.alternatives()
    if (this.at < this.source.length) throw new NotUnderstood(`")" at ${this.at} closes nothing`)
    return part
  }

  private alternatives(): Part {
    const parts = [this.sequence()]
    while (this.take('|')) parts.push(this.sequence())
    return joined(parts, '|')
  }

  private sequence(): Part {
    const parts: Part[] = []
    while (this.at < this.source.length && this.next() !== '|' && this.next() !== ')')
      parts.push(this.repeated())
    return joined(parts, '')
  }

  private repeated(): Part {
    const start = this.at
    const part = this.single()
    const times = this.repeats()
    if (!times) return part
    const repeated = this.source[start] ?? ''
    if (repeated === '^' || repeated === '$') throw new NotUnderstood(`"${repeated}" cannot be repeated`)
    if (this.take('?')) throw this.unknown('a repeat that takes little ("*?")')
    if (this.next() !== undefined && /[*+?]/.test(this.next() ?? ''))
      throw this.unknown('a repeat of a repeat')
    const { text, most } = times
    return { text: part.text + text, size: part.size * Math.max(1, most) }
  }

  private repeats(): { text: string; most: number } | null {
    const sign = this.next()
    if (sign === '*' || sign === '+' || sign === '?') {
      this.at++
      return { text: sign, most: 1 }
    }
    const counted = /^\{(\d{1,4})(,(\d{0,4}))?\}/.exec(this.source.slice(this.at, this.at + 12).join(''))
    if (!counted) return null
    this.at += counted[0].length
    const [text, least, range, most] = counted
    const last = range === undefined || most === '' ? Number(least) : Number(most)
    if (Math.max(Number(least), last) > MAX_REPEATS) throw new NotUnderstood(`at most ${MAX_REPEATS} repeats`)
    if (last < Number(least)) throw new NotUnderstood('the bounds of a repeat are the wrong way round')
    return { text, most: Math.max(Number(least), last) }
  }

  private single(): Part {
    const character = this.source[this.at++] ?? ''
    if (character === '(') return this.group()
    if (character === '[') return this.characterClass()
    if (character === '.') return one('[^\\n]')
    if (character === '^' || character === '$') return one(character)
    if (character === '\\') return this.escaped()
    if ('*+?{'.includes(character))
      throw new NotUnderstood(`"${character}" at ${this.at - 1} repeats nothing`)
    return this.literal(character)
  }

  private group(): Part {
    if (this.take('?') && !this.take(':')) throw this.unknown('a group that begins with "(?"')
    const part = this.alternatives()
    if (!this.take(')')) throw new NotUnderstood('a ")" is missing')
    return { text: `(?:${part.text})`, size: part.size + 1 }
  }

  private escaped(): Part {
    const character = this.source[this.at++]
    if (character === undefined) throw new NotUnderstood('"\\" at the end escapes nothing')
    const inClass = CLASSES[character]
    if (inClass) return one(`[${inClass}]`)
    const outside = CLASSES[character.toLowerCase()]
    if (outside) return one(`[^${outside}]`)
    return this.literal(this.plain(character))
  }

  /** What an escape stands for that is one character. */
  private plain(character: string): string {
    const control = CONTROLS[character]
    if (control) return control
    if (/[\p{L}\p{N}]/u.test(character)) throw this.unknown(`"\\${character}"`)
    return character
  }

  private characterClass(): Part {
    const isOutside = this.take('^')
    const inside: string[] = []
    while (!this.take(']')) {
      if (this.at >= this.source.length) throw new NotUnderstood('a "]" is missing')
      if (this.next() === '[') throw this.unknown('"[" in a class, unless written "\\["')
      inside.push(this.classMember())
    }
    if (inside.length === 0) throw new NotUnderstood('a class is empty')
    return one(`[${isOutside ? '^' : ''}${inside.join('')}]`)
  }

  private classMember(): string {
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
    if ((first.codePointAt(0) ?? 0) > (last.codePointAt(0) ?? 0))
      throw new NotUnderstood('a range in a class is the wrong way round')
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
  private bothCases(first: string, last: string): string {
    const range = first === last ? spelt(first) : `${spelt(first)}-${spelt(last)}`
    if (!this.ignoreCase) return range
    if (first === last) return casesOf(first).map(spelt).join('')
    const others = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ']
      .filter((letter) => letter >= first && letter <= last)
      .map((letter) => (letter < 'a' ? letter.toLowerCase() : letter.toUpperCase()))
    return range + others.join('')
  }

  private literal(character: string): Part {
    const cases = this.ignoreCase ? casesOf(character) : [character]
    return one(cases.length > 1 ? `[${cases.map(spelt).join('')}]` : spelt(character))
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

function casesOf(character: string): string[] {
  const cases = [character, character.toLowerCase(), character.toUpperCase()]
  return [...new Set(cases.filter((one) => [...one].length === 1))]
}

/** Outside the letters and digits every character is escaped, in the form that both engines know. */
function spelt(character: string): string {
  if (/[A-Za-z0-9_]/.test(character) || character > '\u007f') return character
  const control = Object.entries(CONTROLS).find(([, one]) => one === character)
  if (control) return `\\${control[0]}`
  if (character < ' ' || character === '\u007f')
    throw new NotUnderstood('control characters are not understood here')
  return `\\${character}`
}

function one(text: string): Part {
  return { text, size: 1 }
}

function joined(parts: readonly Part[], by: '' | '|'): Part {
  return {
    text: parts.map(({ text }) => text).join(by),
    size: parts.reduce((sum, { size }) => sum + size, 1),
  }
}
