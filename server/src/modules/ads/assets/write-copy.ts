/** Texts for ads without a model: what the business says of itself, and what can be said of any. */
import { plainText } from '../suggestions/clean-themes.ts'
import { phrasesOf } from '../suggestions/extract-themes.ts'
import { PHRASES } from '../suggestions/phrases.ts'
import { type AssetRequest, LONGEST_TEXT, type TextField } from './plan-assets.ts'

export type Copy = Readonly<Record<TextField, readonly string[]>>

/** Of each field all that come to mind, the best first: none twice, none too long. */
export function writeCopy({ business_name, business_description, language }: AssetRequest): Copy {
  const name = oneLine(business_name)
  const says = PHRASES[language]
  const sentences = business_description.split(SENTENCE_END).map(oneLine).filter(Boolean)
  const themes = phrasesOf(business_description, language).slice(0, MOST_THEMES).map(plainText).map(capital)
  const many = themes.slice(0, 3).join(', ')
  const named = [many, ...says.descriptions].filter(Boolean).map((text) => `${name}: ${text}`)
  return {
    HEADLINE: fitting('HEADLINE', [
      ...[name, ...themes, ...says.headlines],
      ...themes.map((theme) => `${theme} | ${name}`),
      shortened(name, LONGEST_TEXT.HEADLINE),
    ]),
    LONG_HEADLINE: fitting('LONG_HEADLINE', [
      ...sentences.slice(0, 1).map((sentence) => `${name}: ${sentence}`),
      ...[...sentences, ...named],
      ...sentences.map((sentence) => shortened(sentence, LONGEST_TEXT.LONG_HEADLINE)),
    ]),
    DESCRIPTION: fitting('DESCRIPTION', [
      ...[...sentences, ...says.descriptions, ...named],
      ...sentences.map((sentence) => shortened(sentence, LONGEST_TEXT.DESCRIPTION)),
    ]),
    BUSINESS_NAME: fitting('BUSINESS_NAME', [name, shortened(name, LONGEST_TEXT.BUSINESS_NAME)]),
  }
}

/** Those of a model first, then ours; as many as were asked for, if there are so many. */
export function chooseTexts(field: TextField, count: number, ...sources: readonly Copy[]): string[] {
  const all = fitting(
    field,
    sources.flatMap((copy) => copy[field].map(oneLine)),
  )
  const chosen = all.slice(0, count)
  const longest = SHORT_ONE[field]
  if (longest === undefined || chosen.some((text) => lengthOf(text) <= longest)) return chosen
  const short = all.find((text) => lengthOf(text) <= longest)
  return short === undefined ? chosen : [...chosen.slice(0, count - 1), short]
}

const SENTENCE_END = /(?<=[.!?])\s+|(?<=[。！？])|\n+/u
const MOST_THEMES = 15
/** Ad platforms want one that fits the narrowest place. */
const SHORT_ONE: Partial<Record<TextField, number>> = { HEADLINE: 15, DESCRIPTION: 60 }

function fitting(field: TextField, texts: readonly string[]): string[] {
  const kept = new Map<string, string>()
  for (const text of texts) {
    const length = lengthOf(text)
    if (length > 0 && length <= LONGEST_TEXT[field] && !kept.has(text.toLowerCase()))
      kept.set(text.toLowerCase(), text)
  }
  return [...kept.values()]
}

function lengthOf(text: string): number {
  return [...text].length
}

const INVISIBLE = /(?![\u200c\u200d])[\p{Cf}\p{Cs}\p{Co}\p{Cn}]/gu

function oneLine(text: string): string {
  return text
    .replace(INVISIBLE, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .normalize('NFC')
    .trim()
}

/** At the last blank that fits; empty where there is none. */
function shortened(text: string, longest: number): string {
  const letters = [...text]
  if (letters.length <= longest) return text
  const start = letters.slice(0, longest + 1).join('')
  return start.slice(0, Math.max(start.lastIndexOf(' '), 0)).replace(/[\s,;:–-]+$/u, '')
}

function capital(text: string): string {
  const [first = '', ...rest] = text
  return first.toUpperCase() + rest.join('')
}
