/**
 * Texts that a spreadsheet runs as no formula. A program that takes another separator or quote begins a cell in the
 * middle of a text, so each of these places is guarded, as in the exports of the server.
 */

const FORMULA = '[=+\\-@＝＋－＠]'
const PLACE = '(?:^|[,;|"\\t\\r\\n])[ \\u00a0]*'
const UNGUARDED = new RegExp(`(?:(?<!')'+|${PLACE})(?=${FORMULA})`, 'gu')

export function guarded(text: string): string {
  const safe = text.replace(UNGUARDED, (found) => `${found}'`)
  // A cell that begins with white space is cut there by some programs.
  return /^'*[\t\r\n]/.test(safe) ? `'${safe}` : safe
}
