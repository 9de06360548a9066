import { formsOfSecret, MASKED, SHORTEST_MASKED } from '../../platform/text/secret-forms.ts'

/**
 * Replaces the values of secrets, also as they stand in a printed object, in JSON or in an address; the shortest are
 * left, because they stand in every other word.
 */
export function createMask(secrets: Record<string, string>): (text: string) => string {
  const values = Object.values(secrets).filter((value) => value.length >= SHORTEST_MASKED)
  const forms = [...new Set(values.flatMap(formsOfSecret))].sort((a, b) => b.length - a.length)
  const parts = new Set(
    values.filter((value) => value.includes('\n')).flatMap((value) => value.match(PART) ?? []),
  )
  return (text) => {
    let masked = text
    for (const form of forms) masked = masked.replaceAll(form, MASKED)
    if (parts.size > 0) masked = masked.replace(PART, (part) => (parts.has(part) ? MASKED : part))
    return text.length < LONGEST_MESSAGE ? masked : withoutCutSecret(masked, [...forms, ...parts])
  }
}

/** As it comes: what is longer was cut. */
const LONGEST_MESSAGE = 8 * 1024
/** A word of a value of several lines, such as a line of a key: objects are printed with their lines apart. */
const PART = /[^\s'"`\\]{16,}/g

/** The last value may have lost its end, and then equals none. */
function withoutCutSecret(text: string, forms: readonly string[]): string {
  for (const form of forms) {
    const head = form.slice(0, SHORTEST_MASKED)
    const first = Math.max(0, text.length - form.length + 1)
    for (const start of [text.indexOf(head, first), text.lastIndexOf(head)]) {
      if (start >= first && form.startsWith(text.slice(start))) return text.slice(0, start) + MASKED
    }
  }
  return text
}
