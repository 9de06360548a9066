/** Hides secrets in text, in the forms in which pages, addresses and logs show them. */
import { setImmediate as pause } from 'node:timers/promises'

export interface Masking {
  /** Those that are long enough to be hidden. */
  readonly secrets: readonly string[]
  mask(text: string): string
  /** For texts of megabytes: requests of others come in between. */
  maskLarge(text: string): Promise<string>
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

function formsOf(secret: string): string[] {
  const json = inJson(secret)
  // As Playwright writes the names of elements into messages and logs.
  const quoted = json.replaceAll('\\"', '"').replaceAll("'", "\\'")
  return [
    secret,
    json,
    inJson(json),
    quoted,
    inJson(quoted),
    ...inAddresses(secret.toWellFormed()),
    secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;'),
    // Pages show runs of white space as one blank.
    secret.replaceAll(/\s+/g, ' ').trim(),
  ].filter((form) => form.length >= SHORTEST_MASKED)
}

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}

/** As pages encode it, as forms do, and as browsers do with what nobody encoded. */
function inAddresses(text: string): string[] {
  const encoded = encodeURIComponent(text)
  const address = new URL('http://address')
  address.search = `?${text}`
  const plus = encoded.replaceAll('%20', '+')
  const asForm = new URLSearchParams([['', text]]).toString().slice('='.length)
  return [encoded, encoded.replaceAll("'", '%27'), plus, asForm, address.search.slice(1)]
}
