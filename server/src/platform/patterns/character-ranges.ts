/** The first and the last character. */
export type Range = readonly [string, string]

export function codeOf(character: string): number {
  return character.codePointAt(0) ?? 0
}

/** The same characters in as few ranges as possible, in order: a class can name one range hundreds of times. */
export function mergedRanges(ranges: readonly Range[]): readonly Range[] {
  if (ranges.length < 2) return ranges
  const merged: [string, string][] = []
  for (const [first, last] of ranges.toSorted(([a], [b]) => codeOf(a) - codeOf(b))) {
    const before = merged.at(-1)
    if (!before || codeOf(before[1]) + 1 < codeOf(first)) merged.push([first, last])
    else if (codeOf(last) > codeOf(before[1])) before[1] = last
  }
  return merged
}
