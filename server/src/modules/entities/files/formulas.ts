/**
 * Texts that a spreadsheet runs as no formula, and back. A program that takes another separator or quote than ours, or
 * none, begins a cell in the middle of a text: so each of these places is guarded, not only the beginning.
 */

const FORMULA = '[=+\\-@＝＋－＠]'
const PLACE = '(?:^|[,;|"\\t\\r\\n])[ \\u00a0]*'
/** A place, or apostrophes that an import would take for ours. */
const UNGUARDED = new RegExp(`(?:(?<!')'+|${PLACE})(?=${FORMULA})`, 'gu')
/** The first of several apostrophes, or the only one at a place. */
const GUARD = new RegExp(`(?<!')'(?='+${FORMULA})|'(?<=${PLACE}')(?=${FORMULA})`, 'gu')

/** The text with an apostrophe before whatever would be a formula. */
export function guardedText(text: string): string {
  const guarded = text.replace(UNGUARDED, (found) => `${found}'`)
  // A cell that begins with white space is cut there by some programs.
  return /^'*[\t\r\n]/.test(guarded) ? `'${guarded}` : guarded
}

/** The text as it was before it was guarded; one from elsewhere keeps apostrophes that no guard writes. */
export function plainText(text: string): string {
  const whole = /^'+[\t\r\n]/.test(text) ? text.slice(1) : text
  return whole.replace(GUARD, '')
}

const STRING = /"(?:[^"\\]|\\.)*"/g
const IN_STRING = new RegExp(`((?:^"|[,;|]|\\\\["trn])[ \\u00a0]*)(${FORMULA})`, 'gu')

/** JSON in which the texts are guarded by escapes, so that it reads back as the same value. */
export function guardedJson(value: unknown): string {
  return JSON.stringify(value).replace(STRING, (text) =>
    text.replace(IN_STRING, (_, before: string, sign: string) => `${before}${escapeOf(sign)}`),
  )
}

function escapeOf(sign: string): string {
  return `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`
}
