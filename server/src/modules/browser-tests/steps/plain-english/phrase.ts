import { type ElementKind, kindNamed, WORDS_OF_KIND } from './element-kinds.ts'
import type { Token } from './lexer.ts'
import { type Name, nameOf } from './names.ts'
import { OBJECT_NOUNS } from './nouns.ts'

/** How a person names an element: "the second Edit button". */
export interface Phrase {
  /** What it is called; empty words when only its kind is said. */
  name: Name
  kind: ElementKind | null
  /** From 0; -1 is the last. */
  ordinal: number | null
  /** Words that a matching element need not have: those of no weight, such as "folder" in "the Drafts folder". */
  mayBeLeftOut: ReadonlySet<string>
  /** From 0 to 1: less where a noun was passed over. */
  trust: number
}

/** So little that only what can be used is found without the noun, and no mere text. */
const PASSED_OVER = 0.92

/** Ways to understand the words, the most literal first. */
export function phrasesOf(tokens: readonly Token[]): Phrase[] {
  const bare = withoutEdges(tokens)
  if (bare.length === 0) return []
  const quoted = bare.filter(({ kind }) => kind === 'quoted')
  if (quoted.length === 1 && bare.length > 1) return quotedPhrases(bare)
  const phrases = [phrase(bare, null, null)]
  // "the task Send quote": the noun says what kind of thing has this name.
  if (bare.length > 1 && OBJECT_NOUNS.has(bare[0]?.low ?? '') && /^\p{Lu}|\w\.\w/u.test(bare[1]?.text ?? ''))
    phrases.push({ ...phrase(bare.slice(1), null, null), trust: PASSED_OVER })
  const ordered = ordinalIn(bare)
  for (const { kind, others } of kindsIn(bare)) phrases.push(phrase(others, kind, null))
  if (ordered === null || ordered.rest.length === 0) return phrases
  // "The first name field" may be the first of several, and the field for the first name.
  for (const { kind, others } of kindsIn(ordered.rest)) phrases.push(phrase(others, kind, ordered.ordinal))
  phrases.push(phrase(ordered.rest, null, ordered.ordinal))
  return phrases
}

/** Words that only lead to a name: "the button called X". */
const NAMING = new Set(
  'called named labelled labeled titled saying says reading reads with text label name title that which has the'.split(
    ' ',
  ),
)
const ARTICLES = new Set('the a an this that my your our its any some on into'.split(' '))
/** Not sizes, colours and directions: they tell one thing from another. */
const WEIGHTLESS = new Set(
  'page screen folder section option icon entry item view area element control value symbol again once now'.split(
    ' ',
  ),
)
const LIGHT: ReadonlySet<string> = new Set([...WEIGHTLESS, ...OBJECT_NOUNS])

function quotedPhrases(tokens: readonly Token[]): Phrase[] {
  const at = tokens.findIndex(({ kind }) => kind === 'quoted')
  const name = tokens.slice(at, at + 1)
  const around = tokens.filter(({ kind, low }, index) => index !== at && kind === 'word' && !NAMING.has(low))
  const ordered = ordinalIn(around)
  const said = ordered === null ? around : ordered.rest
  const [found] = kindsIn(said)
  const left = found === undefined ? said : found.others
  const unknown = left.filter(({ low }) => !LIGHT.has(low) && !ARTICLES.has(low))
  // What else was said has to be found too: "the new 'Save' button of Anna" is not any Save button.
  const words = [...name, ...unknown]
  const trust = left.some(({ low }) => OBJECT_NOUNS.has(low)) ? PASSED_OVER : 1
  return [{ ...phrase(words, found?.kind ?? null, ordered?.ordinal ?? null), trust }]
}

function phrase(tokens: readonly Token[], kind: ElementKind | null, ordinal: number | null): Phrase {
  const words = tokens.filter(({ kind }) => kind !== 'mark')
  const telling = words.filter((word, index) => !(word.low === 'number' && words[index + 1]?.low === 'of'))
  const name = nameOf(telling.map(({ text }) => text).join(' '))
  // What is quoted is literal: none of its words may be missing.
  const isLiteral = words.some((token) => token.kind === 'quoted')
  return { name, kind, ordinal, mayBeLeftOut: isLiteral || words.length < 2 ? NOTHING : WEIGHTLESS, trust: 1 }
}

const NOTHING: ReadonlySet<string> = new Set()

/** The kind stands at the end ("Save button") or at the beginning ("button Save"); both may be words of the name. */
function kindsIn(tokens: readonly Token[]): { kind: ElementKind; others: Token[] }[] {
  const found: { kind: ElementKind; others: Token[] }[] = []
  for (let count = Math.min(WORDS_OF_KIND, tokens.length); count >= 1; count--) {
    const end = kindNamed(joined(tokens.slice(-count)))
    if (end !== null) {
      found.push({ kind: end, others: withoutEdges(tokens.slice(0, -count)) })
      break
    }
  }
  for (let count = Math.min(WORDS_OF_KIND, tokens.length - 1); count >= 1; count--) {
    const start = kindNamed(joined(tokens.slice(0, count)))
    if (start !== null) {
      found.push({ kind: start, others: withoutNaming(tokens.slice(count)) })
      break
    }
  }
  return found
}

function ordinalIn(tokens: readonly Token[]): { ordinal: number; rest: Token[] } | null {
  const first = tokens[0]
  if (first === undefined || first.kind !== 'word') return null
  const ordinal = ordinalNamed(first.low)
  if (ordinal === null) return null
  return { ordinal, rest: withoutEdges(tokens.slice(1)) }
}

const ORDINALS = 'first second third fourth fifth sixth seventh eighth ninth tenth'.split(' ')

export function ordinalNamed(word: string): number | null {
  if (word === 'last') return -1
  const known = ORDINALS.indexOf(word)
  if (known !== -1) return known
  const figure = /^(\d{1,3})(?:st|nd|rd|th)$/.exec(word)
  return figure === null || Number(figure[1]) === 0 ? null : Number(figure[1]) - 1
}

function withoutEdges(tokens: readonly Token[]): Token[] {
  let start = 0
  let end = tokens.length
  while (start < end && (tokens[start]?.kind === 'mark' || isArticle(tokens[start]))) start++
  while (end > start && tokens[end - 1]?.kind === 'mark') end--
  // "My account" stays findable: an article that is all there is stays.
  return start === end ? tokens.filter(({ kind }) => kind !== 'mark') : tokens.slice(start, end)
}

function withoutNaming(tokens: readonly Token[]): Token[] {
  let start = 0
  while (start < tokens.length && isNaming(tokens[start])) start++
  return withoutEdges(tokens.slice(start))
}

/** "the option to get news": only behind the kind, "to" leads to the name. */
function isNaming(token: Token | undefined): boolean {
  return token?.kind === 'word' && (NAMING.has(token.low) || token.low === 'to')
}

function isArticle(token: Token | undefined): boolean {
  return token?.kind === 'word' && ARTICLES.has(token.low)
}

function joined(tokens: readonly Token[]): string {
  if (tokens.some(({ kind }) => kind !== 'word')) return ''
  return tokens.map(({ low }) => low.replaceAll('-', ' ')).join(' ')
}
