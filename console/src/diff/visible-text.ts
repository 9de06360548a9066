/** Marks that turn the direction of text, and control characters: a line could read otherwise than it runs. */
const HIDDEN = /(?![\t\n\r\u200c\u200d])[\p{Cc}\p{Cf}\u2028\u2029]/gu

/** Code and names of files with what cannot be seen written out. */
export function visibleText(text: string): string {
  return text.replace(
    HIDDEN,
    (mark) => `[U+${mark.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}]`,
  )
}
