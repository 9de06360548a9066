/** Hides secrets in text, in the forms in which pages, addresses and logs show them. */
export interface Masking {
  /** Those that are long enough to be hidden. */
  readonly secrets: readonly string[]
  mask(text: string): string
}

/** Shorter ones would hide half of every page. */
const SHORTEST_MASKED = 4
export const MASKED = '••••'

export function createMasking(secrets: readonly string[]): Masking {
  const hidden = [...new Set(secrets)].filter((secret) => secret.length >= SHORTEST_MASKED)
  const forms = [...new Set(hidden.flatMap(formsOf))].sort((a, b) => b.length - a.length)
  return {
    secrets: hidden,
    mask: (text) => forms.reduce((masked, form) => masked.replaceAll(form, MASKED), text),
  }
}

function formsOf(secret: string): string[] {
  const json = JSON.stringify(secret).slice(1, -1)
  return [
    secret,
    json,
    JSON.stringify(json).slice(1, -1),
    encodeURIComponent(secret.toWellFormed()),
    encodeURIComponent(secret.toWellFormed()).replaceAll('%20', '+'),
    secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;'),
    // Pages show runs of white space as one blank.
    secret.replaceAll(/\s+/g, ' ').trim(),
  ].filter((form) => form.length >= SHORTEST_MASKED)
}
