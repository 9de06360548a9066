import { foldText } from './names.ts'

/** A word, what stands between quotes or double braces, or a punctuation mark of a sentence. */
export interface Token {
  kind: 'word' | 'quoted' | 'mark'
  /** As it was written; without the quotes. */
  text: string
  /** In small letters without accents and apostrophes; empty for what is quoted. */
  low: string
  /** `{{NAME}}`, which is quoted by its braces. */
  isVariable: boolean
  start: number
  end: number
}

/** Opening quotes and what may close them. */
const QUOTES: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'’",
  '`': '`',
  '“': '”“"',
  '„': '“”"',
  '«': '»',
  '»': '«',
  '‹': '›',
  '‘': "’'",
  '‚': '‘’',
}
const MARKS = new Set([',', '.', ';', ':', '!', '?'])
const LETTER = /[\p{L}\p{N}]/u

/** One pass from left to right: what is quoted is never taken for a word of the sentence. */
export function lexWords(text: string): Token[] {
  const tokens: Token[] = []
  /** Quotes that nothing closes are looked for once only. */
  const unclosed = new Set<string>()
  let at = 0
  while (at < text.length) {
    const char = text[at] ?? ''
    if (isSpace(char) || char === '(' || char === ')') at++
    else {
      const token =
        (unclosed.has(char) ? null : quotedAt(text, at, unclosed)) ?? variableAt(text, at) ?? wordAt(text, at)
      tokens.push(token)
      at = token.end
    }
  }
  return tokens
}

/** The words of the tokens as they were written, from the first to the last. */
export function textOf(text: string, tokens: readonly Token[]): string {
  const [first, last] = [tokens[0], tokens.at(-1)]
  if (first === undefined || last === undefined) return ''
  if (tokens.length === 1) return first.text
  return text.slice(first.start, last.end)
}

/** Whether the quote at `at` opens something: an apostrophe within a word does not. */
export function closingQuote(text: string, at: number): number {
  const closers = QUOTES[text[at] ?? '']
  if (closers === undefined || LETTER.test(text[at - 1] ?? '')) return -1
  const isApostrophe = closers.includes('’')
  for (let end = at + 1; end < text.length; end++) {
    const char = text[end] ?? ''
    if (char === '\n') return -1
    if (closers.includes(char) && !(isApostrophe && LETTER.test(text[end + 1] ?? ''))) return end
  }
  return -1
}

function quotedAt(text: string, at: number, unclosed: Set<string>): Token | null {
  const char = text[at] ?? ''
  if (QUOTES[char] === undefined) return null
  const end = closingQuote(text, at)
  if (end === -1) {
    if (!LETTER.test(text[at - 1] ?? '')) unclosed.add(char)
    return null
  }
  const inside = text.slice(at + 1, end)
  return { kind: 'quoted', text: inside, low: '', isVariable: false, start: at, end: end + 1 }
}

function variableAt(text: string, at: number): Token | null {
  const end = endOfVariable(text, at)
  if (end === -1 || (end < text.length && LETTER.test(text[end] ?? ''))) return null
  if (end < text.length && !isSpace(text[end] ?? '') && !MARKS.has(text[end] ?? '')) return null
  return { kind: 'quoted', text: text.slice(at, end), low: '', isVariable: true, start: at, end }
}

const MAX_VARIABLE = 120

function endOfVariable(text: string, at: number): number {
  if (!text.startsWith('{{', at)) return -1
  const close = text.slice(at, at + MAX_VARIABLE).indexOf('}}')
  return close === -1 ? -1 : at + close + 2
}

function wordAt(text: string, at: number): Token {
  if (MARKS.has(text[at] ?? '') && endsWord(text, at + 1)) return mark(text, at)
  let end = at
  while (end < text.length && !isSpace(text[end] ?? '')) {
    const variable = endOfVariable(text, end)
    if (variable !== -1) end = variable
    else if (end > at && (text[end] === ')' || (MARKS.has(text[end] ?? '') && endsWord(text, end + 1)))) break
    else end++
  }
  const word = text.slice(at, end)
  const low = foldText(word).replaceAll("'", '')
  return { kind: 'word', text: word, low, isVariable: false, start: at, end }
}

/** Whether nothing of the same word follows: only spaces, further marks, or the end. */
function endsWord(text: string, at: number): boolean {
  let next = at
  while (MARKS.has(text[next] ?? '') && next < at + 8) next++
  return next >= text.length || isSpace(text[next] ?? '') || text[next] === ')'
}

function mark(text: string, at: number): Token {
  const char = text[at] ?? ''
  return { kind: 'mark', text: char, low: char, isVariable: false, start: at, end: at + 1 }
}

function isSpace(char: string): boolean {
  return char.trim() === ''
}
