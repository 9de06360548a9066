/** What every suggested theme goes through, no matter who thought of it. */
import {
  MAX_SEARCH_THEME_LENGTH,
  MAX_SEARCH_THEME_WORDS,
  MAX_SEARCH_THEMES,
} from '@atrium/contract/ad-suggestions'
import { namesOneOf } from './platform-names.ts'

/** In their order: those that a campaign takes, each once, none that names the platform. */
export function cleanThemes(themes: readonly string[], platformNames: readonly string[]): string[] {
  const clean = new Map<string, string>()
  for (const theme of themes) {
    const text = plainText(theme)
    if (!isTheme(text) || namesOneOf(text, platformNames)) continue
    const folded = text.toLowerCase()
    if (!clean.has(folded)) clean.set(folded, text)
    if (clean.size === MAX_SEARCH_THEMES) break
  }
  return [...clean.values()]
}

/** Joiners are part of how some languages are written. */
const INVISIBLE = /(?![\u200c\u200d])[\p{Cf}\p{Cs}\p{Co}\p{Cn}]/gu
/** What ad platforms take in no theme, and what nobody searches for. */
const UNWANTED = /[\p{Cc}!@%,*()=[\]{};~`<>?\\|"“”„«»^_]/gu

/** One line, one form of each letter, nothing that ad platforms refuse. */
export function plainText(text: string): string {
  return text.replace(INVISIBLE, '').normalize('NFKC').replace(UNWANTED, ' ').replace(/\s+/g, ' ').trim()
}

/** One that is too long is left out whole: half of it says something else. */
function isTheme(text: string): boolean {
  if (!/[\p{L}\p{N}]/u.test(text)) return false
  return [...text].length <= MAX_SEARCH_THEME_LENGTH && text.split(' ').length <= MAX_SEARCH_THEME_WORDS
}
