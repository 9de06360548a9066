/** How well what somebody typed fits a name, for the few pages and actions that the browser knows itself. */

/** 0 when it does not fit; more is closer. */
export function fit(name: string, typed: string): number {
  const text = name.toLowerCase()
  const wanted = typed.trim().toLowerCase()
  if (wanted === '') return 1
  if (text === wanted) return 100
  if (text.startsWith(wanted)) return 80
  const words = text.split(/[^\p{L}\p{N}]+/u)
  if (words.some((word) => word.startsWith(wanted))) return 60
  if (wanted.split(/\s+/).every((part) => words.some((word) => word.startsWith(part)))) return 50
  if (text.includes(wanted)) return 40
  return wanted.length > 1 && isSpread(text, wanted.replaceAll(' ', '')) ? 10 : 0
}

/** Whether a beginning of it was typed: then it is meant before anything that has to be looked for. */
export const isClose = (score: number) => score >= 50

/** All letters in their order, the first of them at the beginning of a word; a number or an address is no such text. */
function isSpread(text: string, letters: string): boolean {
  if (/[^\p{L}\p{N}]/u.test(letters)) return false
  return new RegExp(`(?<![\\p{L}\\p{N}])${[...letters].join('.*')}`, 'u').test(text)
}
