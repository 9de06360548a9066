/** The languages that texts are written in, and which of them a caller reads. */

export const LANGUAGES = [
  ...[
    'en',
    'es',
    'fr',
    'de',
    'it',
    'pt',
    'nl',
    'pl',
    'cs',
    'sv',
    'da',
    'no',
    'fi',
    'ro',
    'hu',
    'el',
    'tr',
    'ru',
  ],
  ...['uk', 'he', 'ar', 'hi', 'id', 'th', 'vi', 'ja', 'ko', 'zh'],
] as const
export type Language = (typeof LANGUAGES)[number]

/** Older names, and the written forms of one language. */
const ALIASES: Readonly<Record<string, Language>> = { iw: 'he', in: 'id', nb: 'no', nn: 'no' }

const MOST_RANGES = 100
const RANGE = /^\s*([a-z]{1,8}(?:-[a-z0-9]{1,8})*)\s*(?:;\s*q\s*=\s*([01](?:\.\d{0,3})?)\s*)?$/i

/** The best of an Accept-Language header that there is; English for all others, and for what cannot be read. */
export function chooseLanguage(header: string | undefined): Language {
  const wanted = (header ?? '')
    .split(',', MOST_RANGES)
    .map((text) => RANGE.exec(text))
    .map((found) => ({
      language: languageOf(found?.[1] ?? ''),
      quality: Math.min(Number(found?.[2] ?? 1), 1),
    }))
    .filter(({ language, quality }) => language !== null && quality > 0)
    .sort((one, other) => other.quality - one.quality)
  return wanted[0]?.language ?? 'en'
}

/** As English calls it, for anyone who is asked to write in it. */
export function nameOf(language: Language): string {
  return new Intl.DisplayNames('en', { type: 'language' }).of(language) ?? language
}

/** `pt-BR` is read by those who read `pt`. */
function languageOf(range: string): Language | null {
  const primary = range.toLowerCase().split('-', 1)[0] ?? ''
  return ALIASES[primary] ?? LANGUAGES.find((language) => language === primary) ?? null
}
