import type { HeldText } from './hold-values.ts'

/** The words before and after the first of the separators that the text has. */
export function splitFirst(text: string | undefined, separators: readonly string[]): [string, string] | null {
  return splitAt(
    text,
    separators,
    (lower, separator) => lower.indexOf(separator),
    (one, other) => one < other,
  )
}

/** The same with the last of them. */
export function splitLast(text: string | undefined, separators: readonly string[]): [string, string] | null {
  return splitAt(
    text,
    separators,
    (lower, separator) => lower.lastIndexOf(separator),
    (one, other) => one > other,
  )
}

function splitAt(
  text: string | undefined,
  separators: readonly string[],
  find: (lower: string, separator: string) => number,
  isBetter: (one: number, other: number) => boolean,
): [string, string] | null {
  if (text === undefined) return null
  const lower = text.toLowerCase()
  // Letters whose small form is longer would move what follows.
  if (lower.length !== text.length) return null
  let best: { at: number; length: number } | null = null
  for (const separator of separators) {
    const at = find(lower, separator)
    if (at > 0 && (best === null || isBetter(at, best.at))) best = { at, length: separator.length }
  }
  if (best === null) return null
  const parts: [string, string] = [text.slice(0, best.at).trim(), text.slice(best.at + best.length).trim()]
  return parts[0] === '' || parts[1] === '' ? null : parts
}

/** One path, quoted or as one word; null when there are several words. */
export function readPath(text: string | null | undefined, held: HeldText): string | null {
  const word =
    text?.trim().replace(/^(?:the )?(?:new )?(?:file |folder |directory )?(?:called |named )?/i, '') ?? ''
  if (held.isHeld(word)) return held.valueOf(word).trim() || null
  const path = word.replace(/[,;:!?)]+$/, '').replace(/(?<=[\w/])\.$/, '')
  return path === '' || /\s/.test(path) ? null : held.valueOf(path)
}

/** `a.txt, b.txt and c.txt`; null when one of them is not a path. */
export function readPaths(text: string, held: HeldText): string[] | null {
  const parts = text.replace(/^(?:the )?(?:files|folders) /i, '').split(/, and |, | and /)
  const paths = parts.map((part) => readPath(part, held))
  const isList = parts.length === 1 || paths.every((path) => path !== null && looksLikePath(path))
  return isList && paths.every((path) => path !== null) ? paths : null
}

/** A folder in it, a name with an ending, or a hidden file. */
export function looksLikePath(text: string): boolean {
  return (
    text.includes('/') ||
    /^\.[\w-]|[^\s.]\.[A-Za-z0-9]{1,12}$/.test(text) ||
    /^(?:[A-Z][a-z]+file|LICENSE|README|CHANGELOG)$/.test(text)
  )
}

/** Files of text end with a line break. */
export function withLineEnd(content: string): string {
  return content === '' || content.endsWith('\n') ? content : `${content}\n`
}
