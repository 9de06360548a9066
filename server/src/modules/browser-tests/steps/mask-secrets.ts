import { formsOf, REDACTED } from '../../../platform/text/redact.ts'

/**
 * Takes secrets out of what leaves, and what no database takes: pages may write both. `used` are those of the step at
 * hand, which may be shorter than others.
 */
export function maskSecrets(
  secrets: readonly string[],
  used: readonly string[] = [],
): (text: string) => string {
  // Pages show runs of white space as one blank.
  const shown = secrets.map((secret) => secret.replaceAll(/\s+/g, ' ').trim())
  const short = used.filter((secret) => secret.length >= SHORTEST_USED)
  const forms = [...new Set([...formsOf([...secrets, ...shown]), ...short])].sort(
    (one, other) => other.length - one.length,
  )
  return (text) => {
    const clean = forms.reduce((left, form) => left.replaceAll(form, REDACTED), text)
    return clean.toWellFormed().replaceAll('\0', '\ufffd')
  }
}

const SHORTEST_USED = 3
