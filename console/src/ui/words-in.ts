/** Short texts out of what was typed or pasted, with commas or lines between. */
export function wordsIn(text: string): string[] {
  return text
    .split(/[,\n]/)
    .map((word) => word.trim().replace(/\s+/g, ' '))
    .filter(Boolean)
}

/** Those that fit join the others, each once whatever its case; what does not fit is handed back. */
export function withWords(
  words: readonly string[],
  more: readonly string[],
  { most, longest }: { most: number; longest: number },
): { words: string[]; left: string[] } {
  const all = [...words]
  const left: string[] = []
  for (const word of more) {
    if (all.some((known) => known.toLowerCase() === word.toLowerCase())) continue
    if (all.length >= most || [...word].length > longest) left.push(word)
    else all.push(word)
  }
  return { words: all, left }
}
