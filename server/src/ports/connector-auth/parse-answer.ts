/** Returns the answer as JSON or as the fields of a form, whatever its content type says; null when it is neither. */
export function parseAnswer(text: string): unknown {
  const trimmed = text.replace(/^\ufeff/, '').trim()
  try {
    return JSON.parse(trimmed)
  } catch {
    return FORM.test(trimmed) ? readForm(trimmed) : null
  }
}

/** No blanks, tags, quotes or braces: those of a page or of broken JSON. */
const FORM = /^[\w.~%+-]+=[^\s<>"{}]*$/

/** The first of several of a name, as it stands: nothing that follows replaces it. */
function readForm(text: string): Record<string, string> {
  const fields = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(text)) if (!fields.has(name)) fields.set(name, value)
  return Object.fromEntries(fields)
}
