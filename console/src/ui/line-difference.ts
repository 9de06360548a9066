export interface DifferentLine {
  kind: 'same' | 'removed' | 'added'
  text: string
}

/** Above it lines are not compared one by one, which takes the product of both lengths. */
const MOST_COMPARED = 500

/** What makes the lines of one text those of another. */
export function lineDifference(before: string, after: string): DifferentLine[] {
  const old = linesOf(before)
  const fresh = linesOf(after)
  if (old.length > MOST_COMPARED || fresh.length > MOST_COMPARED)
    return [...as('removed', old), ...as('added', fresh)]
  const common = commonLengths(old, fresh)
  const lines: DifferentLine[] = []
  let a = 0
  let b = 0
  while (a < old.length && b < fresh.length) {
    if (old[a] === fresh[b]) {
      lines.push(...as('same', [old[a++] ?? '']))
      b++
    } else if ((common[a + 1]?.[b] ?? 0) >= (common[a]?.[b + 1] ?? 0)) {
      lines.push(...as('removed', [old[a++] ?? '']))
    } else {
      lines.push(...as('added', [fresh[b++] ?? '']))
    }
  }
  return [...lines, ...as('removed', old.slice(a)), ...as('added', fresh.slice(b))]
}

const linesOf = (text: string) => (text === '' ? [] : text.split('\n'))

const as = (kind: DifferentLine['kind'], texts: readonly string[]) => texts.map((text) => ({ kind, text }))

/** How many lines both have in common from each pair of places on. */
function commonLengths(old: readonly string[], fresh: readonly string[]): number[][] {
  const lengths = Array.from({ length: old.length + 1 }, () => new Array<number>(fresh.length + 1).fill(0))
  for (let a = old.length - 1; a >= 0; a--) {
    for (let b = fresh.length - 1; b >= 0; b--) {
      const row = lengths[a] ?? []
      row[b] =
        old[a] === fresh[b]
          ? (lengths[a + 1]?.[b + 1] ?? 0) + 1
          : Math.max(lengths[a + 1]?.[b] ?? 0, row[b + 1] ?? 0)
    }
  }
  return lengths
}
