import { inLanguage } from '../language/language.ts'

export const english = {
  optional: 'optional',
} as const

export const words = await inLanguage(english, { de: () => import('./words.de.ts') })
