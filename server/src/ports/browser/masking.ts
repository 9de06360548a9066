/** Hides secrets in text, in the forms in which pages, addresses and logs show them. */
import { setImmediate as pause } from 'node:timers/promises'
import { formsOfSecret, MASKED, SHORTEST_MASKED } from '../../platform/text/secret-forms.ts'

export interface Masking {
  /** Those that are long enough to be hidden. */
  readonly secrets: readonly string[]
  mask(text: string): string
  /** For texts of megabytes: requests of others come in between. */
  maskLarge(text: string): Promise<string>
}

export function createMasking(secrets: readonly string[]): Masking {
  const hidden = [...new Set(secrets)].filter((secret) => secret.length >= SHORTEST_MASKED)
  const forms = [...new Set(hidden.flatMap(formsOfSecret))].sort((a, b) => b.length - a.length)
  return {
    secrets: hidden,
    mask: (text) => forms.reduce((masked, form) => masked.replaceAll(form, MASKED), text),
    async maskLarge(text) {
      let masked = text
      for (const form of forms) {
        masked = masked.replaceAll(form, MASKED)
        await pause()
      }
      return masked
    },
  }
}
