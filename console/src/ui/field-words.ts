import { inLanguage } from '../language/language.ts'

export const english = {
  optional: 'optional',
} as const

export const fieldWords = await inLanguage(english, { de: () => import('./field-words.de.ts') })
