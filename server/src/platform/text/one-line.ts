/** Words of other people on one line: they must not bring lines, hidden marks or an advertisement into a text of ours. */
export function oneLine(words: string, mostCharacters = 80): string {
  const line = words
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
  return [...line].slice(0, mostCharacters).join('')
}
