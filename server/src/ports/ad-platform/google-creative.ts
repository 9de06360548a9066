/** What a performance campaign shows: the texts it was given and, where too few were, texts out of its own words. */
import type { AssetField, CampaignSettings, NewAsset } from './port.ts'

type Words = Pick<
  CampaignSettings,
  'business_name' | 'business_description' | 'keyword_themes' | 'search_themes' | 'assets'
>

interface TextRule {
  fewest: number
  longest: number
  /** One at least is no longer than this; null: no matter. */
  oneWithin: number | null
}

/** What Google asks of a group of assets. Signs of double width count twice. */
const RULES = {
  HEADLINE: { fewest: 3, longest: 30, oneWithin: 15 },
  LONG_HEADLINE: { fewest: 1, longest: 90, oneWithin: null },
  DESCRIPTION: { fewest: 2, longest: 90, oneWithin: 60 },
} satisfies Partial<Record<AssetField, TextRule>>

/** The same words give the same texts. */
export function composeTexts(words: Words): NewAsset[] {
  const { business_name, business_description } = words
  const themes = themesOf(words)
  return [
    ...fill(words, 'HEADLINE', [business_name, ...themes], ['Learn more', 'Visit us today', 'Take a look']),
    ...fill(
      words,
      'LONG_HEADLINE',
      [business_description, themes[0] === undefined ? '' : `${business_name}: ${themes[0]}`],
      [`${business_name}: see what we offer`],
    ),
    ...fill(
      words,
      'DESCRIPTION',
      [business_description],
      [`${business_name}: see what we offer.`, 'Find out more on our website.'],
    ),
  ]
}

interface Text {
  field_type: AssetField
  text: string | null
}

/** Which texts can go when others of their kind come. */
export function surplusTexts<T extends Text>(present: readonly T[], coming: readonly NewAsset[]): T[] {
  return Object.entries(RULES).flatMap(([field, { fewest, oneWithin }]) => {
    const values = distinct(coming.filter(({ field_type }) => field_type === field).map(({ value }) => value))
    if (values.length === 0) return []
    const isShort = (text: string) => oneWithin === null || widthOf(text) <= oneWithin
    const old = present.filter(({ field_type, text }) => field_type === field && !values.includes(text ?? ''))
    const kept = new Set(old.slice(0, Math.max(0, fewest - values.length)))
    const isShortThere = [...values, ...[...kept].map(({ text }) => text ?? '')].some(isShort)
    const short = old.find(({ text }) => isShort(text ?? ''))
    if (!isShortThere && short) kept.add(short)
    return old.filter((text) => !kept.has(text))
  })
}

type Themes = Pick<CampaignSettings, 'search_themes' | 'keyword_themes'>

/** Performance campaigns are led by search themes; keyword themes stand in where there are none. */
export function themesOf(themes: Themes): string[] {
  return [...new Set(themes[themesField(themes)])]
}

export function themesField({ search_themes }: Pick<Themes, 'search_themes'>): keyof Themes {
  return search_themes.length > 0 ? 'search_themes' : 'keyword_themes'
}

export function isImageField(field: AssetField): boolean {
  return field === 'LOGO' || field === 'MARKETING_IMAGE' || field === 'SQUARE_MARKETING_IMAGE'
}

/** The given ones first, then as many of the others as are missing. */
function fill(
  { assets }: Words,
  field_type: keyof typeof RULES,
  own: readonly string[],
  general: readonly string[],
): NewAsset[] {
  const { fewest, longest, oneWithin } = RULES[field_type]
  const texts = distinct(assets.filter((asset) => asset.field_type === field_type).map(({ value }) => value))
  const further = distinct([...texts, ...own.map((text) => cut(text, longest)), ...general])
    .filter((text) => text !== '' && widthOf(text) <= longest)
    .slice(texts.length)
  while (texts.length < fewest && further.length > 0) texts.push(further.shift() ?? '')
  const isShort = (text: string) => oneWithin === null || widthOf(text) <= oneWithin
  const short = further.find(isShort)
  if (!texts.some(isShort) && short !== undefined) texts.push(short)
  return texts.map((value) => ({ field_type, value }))
}

/** At the last blank that fits; a first word that is too long is left out. */
function cut(text: string, longest: number): string {
  const words = text.trim().split(/\s+/)
  let kept = ''
  for (const word of words) {
    const next = kept === '' ? word : `${kept} ${word}`
    if (widthOf(next) > longest) break
    kept = next
  }
  return kept
}

function widthOf(text: string): number {
  return [...text.normalize('NFC')].reduce((width, sign) => width + (WIDE.test(sign) ? 2 : 1), 0)
}

const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff01-\uff60]/u

function distinct(texts: readonly string[]): string[] {
  const folded = texts.map((text) => text.toLowerCase())
  return texts.filter((text, at) => folded.indexOf(text.toLowerCase()) === at)
}
