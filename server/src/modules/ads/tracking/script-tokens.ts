/**
 * The words of a script without its comments, in one pass over the text: enough to find calls and the texts in them,
 * also between the tags of JSX. Where a quote or slash opens nothing, as in written text, it counts as a sign.
 */
export interface Token {
  kind: 'name' | 'text' | 'sign'
  /** Of a text what stands between the quotes, with `${…}` as it is written. */
  value: string
}

export function tokenize(code: string): Token[] {
  const tokens: Token[] = []
  const lastCommentEnd = code.lastIndexOf('*/')
  let hasTemplates = true
  let misses = 0
  let at = 0
  while (at < code.length) {
    const letter = code[at] as string
    const end = endOfName(code, at)
    if (end > at) {
      tokens.push({ kind: 'name', value: code.slice(at, end) })
      at = end
    } else if (letter === "'" || letter === '"') {
      const close = endOfString(code, at)
      if (close !== null) tokens.push(textOf(code, at, close))
      at = close ?? at + 1
    } else if (letter === '`' && hasTemplates) {
      const close = endOfTemplate(code, at)
      if (close !== null) tokens.push(textOf(code, at, close))
      else hasTemplates = false // looked through to the end once, not again for each further one
      at = close ?? at + 1
    } else if (letter === '/' && code[at + 1] === '/') {
      const newline = code.indexOf('\n', at)
      at = newline === -1 ? code.length : newline
    } else if (letter === '/' && code[at + 1] === '*' && at + 2 <= lastCommentEnd) {
      at = code.indexOf('*/', at + 2) + 2
    } else if (letter === '/' && misses < MOST_MISSES && mayBeginPattern(tokens.at(-1))) {
      const close = endOfPattern(code, at)
      if (close === null) misses++
      tokens.push({ kind: 'sign', value: '/' })
      at = close ?? at + 1
    } else if (letter === '\\') {
      at += 2
    } else {
      const sign = SIGNS_OF_TWO.has(code.slice(at, at + 2)) ? code.slice(at, at + 2) : letter
      if (letter.trim() !== '') tokens.push({ kind: 'sign', value: sign })
      at += sign.length
    }
  }
  return tokens
}

const SIGNS_OF_TWO = new Set(['=>', '?.'])
const NAME = /[\w$\u0080-\uffff]+/y

function endOfName(code: string, from: number): number {
  NAME.lastIndex = from
  return NAME.test(code) ? NAME.lastIndex : from
}

function textOf(code: string, from: number, end: number): Token {
  const value = code.slice(from + 1, end - 1)
  return { kind: 'text', value: value.includes('\\') ? value.replace(/\\(.)/gs, unescaped) : value }
}

function unescaped(_: string, letter: string): string {
  return letter === 'n' ? '\n' : letter
}

/** Behind the closing quote; null when the line ends before. */
function endOfString(code: string, from: number): number | null {
  const quote = code[from]
  for (let at = from + 1; at < code.length; at++) {
    const letter = code[at]
    if (letter === '\\') at++
    else if (letter === quote) return at + 1
    else if (letter === '\n') return null
  }
  return null
}

/** Behind the closing quote of the template itself, past all that is nested in it. */
function endOfTemplate(code: string, from: number): number | null {
  // What is open: null for a template, for `${` the number of braces open inside.
  const open: (number | null)[] = [null]
  for (let at = from + 1; at < code.length; at++) {
    const letter = code[at]
    const braces = open.at(-1) ?? null
    if (letter === '\\') at++
    else if (braces === null) {
      if (letter === '`') open.pop()
      else if (letter === '$' && code[at + 1] === '{') {
        open.push(0)
        at++
      }
      if (open.length === 0) return at + 1
    } else if (letter === '`') open.push(null)
    else if (letter === '{') open[open.length - 1] = braces + 1
    else if (letter === '}') {
      if (braces === 0) open.pop()
      else open[open.length - 1] = braces - 1
    } else if (letter === "'" || letter === '"') at = (endOfString(code, at) ?? at + 1) - 1
  }
  return null
}

const LONGEST_PATTERN = 200
/** How often a slash may turn out to begin none before they are not looked for any more. */
const MOST_MISSES = 1_000
const BEFORE_PATTERN = new Set([
  '(',
  ',',
  '=',
  ':',
  '[',
  '!',
  '&',
  '|',
  '?',
  ';',
  '+',
  '*',
  '%',
  '^',
  '~',
  '=>',
])
const WORDS_BEFORE_PATTERN = new Set([
  'return',
  'typeof',
  'case',
  'in',
  'of',
  'void',
  'throw',
  'else',
  'await',
])

/** Whether a slash after this begins a regular expression; after `<` it closes a tag, after a value it divides. */
function mayBeginPattern(before: Token | undefined): boolean {
  if (!before) return true
  if (before.kind === 'text') return false
  return before.kind === 'sign' ? BEFORE_PATTERN.has(before.value) : WORDS_BEFORE_PATTERN.has(before.value)
}

function endOfPattern(code: string, from: number): number | null {
  let isInClass = false
  for (let at = from + 1; at < Math.min(code.length, from + LONGEST_PATTERN); at++) {
    const letter = code[at]
    if (letter === '\\') at++
    else if (letter === '\n') return null
    else if (letter === '[') isInClass = true
    else if (letter === ']') isInClass = false
    else if (letter === '/' && !isInClass) return at + 1
  }
  return null
}
