/** How a file is shown and changed as text. */

import { words } from './words.ts'

/** More would hold the browser up. */
const MOST_CHARACTERS = 300_000
const LONGEST_LINE = 20_000

/** Why a file is not opened in the editor; null when it is. */
export function whyNotShown({ content, encoding }: { content: string; encoding: string }): string | null {
  if (encoding !== 'utf-8') return words.thisFileIsNot
  const isLong =
    content.length > MOST_CHARACTERS || content.split('\n').some((line) => line.length > LONGEST_LINE)
  return isLong ? words.thisFileIsToo : null
}

/** Editors know one kind of line end: those of the file are put back when it is saved. */
export const linesOf = (content: string) => content.replaceAll(/\r\n?/g, '\n')

/** The text with the line ends that the content has throughout. */
export function withLineEnds(text: string, content: string): string {
  const isWindows = content.includes('\r\n') && !/(?<!\r)\n|\r(?!\n)/.test(content)
  return isWindows ? text.replaceAll('\n', '\r\n') : text
}

/** The bytes of a file as they are stored. */
export function blobOf({ content, encoding }: { content: string; encoding: string }): Blob {
  if (encoding === 'utf-8') return new Blob([content])
  return new Blob([Uint8Array.from(atob(content), (character) => character.charCodeAt(0))])
}
