/** Search themes without a model: the phrases of a text, as they stand in it. The same text gives the same themes. */
import type { Language } from './languages.ts'
import { PHRASES } from './phrases.ts'
import { stopWordsFor } from './stop-words.ts'

export interface Business {
  business_name: string
  business_description: string
  landing_page_url: string
}

/** The name first, then phrases of the description, the most telling first. Not cleaned yet. */
export function extractThemes(business: Business, language: Language): string[] {
  const name = business.business_name.trim().toLowerCase()
  const phrases = phrasesOf(business.business_description, language)
  const found = withoutContained(
    [name, ...phrases, ...pathPhrases(business.landing_page_url)].filter(Boolean),
  )
  if (found.length >= ENOUGH) return found
  const searches = PHRASES[language].searches.flatMap((search) =>
    found.map((phrase) => search.replace('{}', () => phrase)),
  )
  return [...found, ...searches].slice(0, Math.max(found.length, ENOUGH))
}

const ENOUGH = 4
const LONGEST_PHRASE = 4
const LONGEST_TEXT = 10_000

interface Phrase {
  text: string
  words: number
  times: number
  at: number
}

/** Runs of words between punctuation and joining words; longer ones tell more, and so do repeated ones. */
export function phrasesOf(text: string, language: Language): string[] {
  const tokens = tokensOf(text.slice(0, LONGEST_TEXT).toLowerCase())
  const words = tokens.filter(({ isWord }) => isWord)
  const stops = stopWordsFor(
    words.map(({ text: word }) => word),
    language,
  )
  const found = new Map<string, Phrase>()
  for (const run of runsOf(tokens, stops)) {
    for (let from = 0; from < run.length; from += LONGEST_PHRASE) {
      const part = run.slice(from, from + LONGEST_PHRASE)
      const phrase = part.map(({ gap, text: word }, at) => (at === 0 ? word : gap + word)).join('')
      if (part.length === 1 && isShort(phrase)) continue
      const known = found.get(phrase)
      if (known) known.times++
      else found.set(phrase, { text: phrase, words: part.length, times: 1, at: found.size })
    }
  }
  return [...found.values()]
    .sort((one, other) => scoreOf(other) - scoreOf(one) || one.at - other.at)
    .map((phrase) => phrase.text)
}

const SHORTEST_WORD = 4
const SHORTEST_SIGNS = 2
const SIGNS = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u

/** Where each sign is a syllable or a word, two of them say enough. */
function isShort(word: string): boolean {
  return [...word].length < (SIGNS.test(word) ? SHORTEST_SIGNS : SHORTEST_WORD)
}

function scoreOf({ words, times }: Phrase): number {
  return Math.min(words, 3) ** 2 * times
}

interface Token {
  text: string
  isWord: boolean
  /** What stands between it and the token before: blanks, or nothing in scripts that use none. */
  gap: string
}

/** The segmenter also finds the words of languages that use no blanks. */
const SEGMENTER = new Intl.Segmenter(undefined, { granularity: 'word' })
/** Inside a phrase these part nothing. */
const JOINS = /^[-’'&+./]$/

function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  let gap = ''
  for (const { segment, isWordLike } of SEGMENTER.segment(text)) {
    if (/^[^\S\n]+$/.test(segment)) {
      gap = ' '
      continue
    }
    tokens.push({ text: withoutApostrophe(segment), isWord: isWordLike === true, gap })
    gap = ''
  }
  return tokens
}

/** `we’re` is about we, `bakery’s` about a bakery, `l’atelier` about an atelier. */
function withoutApostrophe(word: string): string {
  const [, before, after] = /^(.+?)[’'](.+)$/.exec(word) ?? []
  if (before === undefined || after === undefined) return word
  return /^(re|s|ll|ve|d|m|t)$/.test(after) ? before : after
}

function runsOf(tokens: readonly Token[], stops: ReadonlySet<string>): Token[][] {
  const runs: Token[][] = []
  let run: Token[] = []
  let joint = ''
  const end = () => {
    if (run.length > 0) runs.push(run)
    run = []
    joint = ''
  }
  tokens.forEach((token, index) => {
    if (token.isWord && !stops.has(token.text)) {
      run.push(joint === '' ? token : { ...token, gap: joint + token.gap })
      joint = ''
      return
    }
    const next = tokens[index + 1]
    const joins =
      !token.isWord && JOINS.test(token.text) && run.length > 0 && next?.isWord && token.gap === next.gap
    if (joins && !(token.text === '.' && next.gap !== '')) joint = token.gap + token.text
    else end()
  })
  end()
  return runs
}

/** A phrase that stands whole in a better one says nothing new. */
function withoutContained(phrases: readonly string[]): string[] {
  const kept: string[] = []
  for (const phrase of phrases) {
    if (!kept.some((other) => ` ${other} `.includes(` ${phrase} `))) kept.push(phrase)
  }
  return kept
}

const EMPTY_WORDS = /^(index|home|page|pages|default|main|landing|shop|www|html?|php|aspx?|[a-z]{2}|\d+)$/

/** The words of an address’s path. It is never called. */
function pathPhrases(address: string): string[] {
  const path = URL.parse(address)?.pathname ?? ''
  return path
    .split('/')
    .map((part) => words(part).join(' '))
    .filter((phrase) => !isShort(phrase))
}

function words(part: string): string[] {
  const text = decoded(part).toLowerCase()
  return text.split(/[^\p{L}\p{M}\p{N}]+/u).filter((word) => word !== '' && !EMPTY_WORDS.test(word))
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return ''
  }
}
