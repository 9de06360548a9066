/** The language on screen: the first of the browser's that the page speaks, else English. */
const LANGUAGES = ['en', 'de'] as const
export type Language = (typeof LANGUAGES)[number]

/** `spoken` as the page says it in `<html data-languages>`: only what is translated as a whole. */
export function languageOf(wanted: readonly string[], spoken: string | undefined): Language {
  const offered = LANGUAGES.filter((one) => one === 'en' || spoken?.split(' ').includes(one))
  for (const tag of wanted) {
    const found = offered.find((one) => one === tag.toLowerCase().split('-')[0])
    if (found) return found
  }
  return 'en'
}

const html = typeof document === 'undefined' ? null : document.documentElement
export const language = html ? languageOf(navigator.languages, html.dataset.languages) : 'en'
if (html) html.lang = language

/** As React Aria and `Intl` name it. */
export const locale = { en: 'en-US', de: 'de-DE' }[language]

type Translations<English> = Record<
  Exclude<Language, 'en'>,
  () => Promise<{ words: { [Name in keyof English]: string } }>
>

/** Words in the language on screen. Those of others are not loaded. */
export async function inLanguage<English extends Record<string, string>>(
  english: English,
  translations: Translations<English>,
): Promise<English> {
  if (language === 'en') return english
  const { words } = await translations[language]()
  return words as English // of the same names, each with the same places: words.test.ts
}
