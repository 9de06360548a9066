/** What makes the lines of one text those of another, as a unified patch: the greedy algorithm of Myers, with a bound. */

export interface LinePatch {
  additions: number
  deletions: number
  /** Null when it took more steps to find out than were left; the counts are upper bounds then. */
  patch: string | null
}

/** Shared by all files of a commit, so that nobody can choose what it costs to compare them. */
export interface StepsLeft {
  steps: number
}

interface Line {
  sign: ' ' | '-' | '+'
  text: string
}

/** Unchanged lines that are shown around a change. */
const CONTEXT = 3
/** Beyond it two texts have so little in common that their difference says nothing. */
const MOST_EDITS = 1_000

export function compareLines(before: string, after: string, left: StepsLeft): LinePatch {
  const old = linesOf(before)
  const fresh = linesOf(after)
  let start = 0
  while (start < old.length && start < fresh.length && old[start] === fresh[start]) start++
  let end = 0
  const shorter = Math.min(old.length, fresh.length) - start
  while (end < shorter && old.at(-1 - end) === fresh.at(-1 - end)) end++
  const removed = old.slice(start, old.length - end)
  const added = fresh.slice(start, fresh.length - end)
  const middle = differentLines(removed, added, left)
  if (!middle) return { additions: added.length, deletions: removed.length, patch: null }
  const around = (lines: readonly string[]) => lines.map((text): Line => ({ sign: ' ', text }))
  const lines = [
    ...around(old.slice(Math.max(0, start - CONTEXT), start)),
    ...middle,
    ...around(old.slice(old.length - end, old.length - end + CONTEXT)),
  ]
  return {
    additions: middle.filter(({ sign }) => sign === '+').length,
    deletions: middle.filter(({ sign }) => sign === '-').length,
    patch: unified(lines, Math.max(0, start - CONTEXT)),
  }
}

/** With their line breaks: a last line without one differs from one that has it. */
function linesOf(text: string): string[] {
  return text === '' ? [] : text.split(/(?<=\n)/)
}

/** Undefined when there are too many edits, or too few steps left. */
function differentLines(
  old: readonly string[],
  fresh: readonly string[],
  left: StepsLeft,
): Line[] | undefined {
  const all = (sign: Line['sign'], texts: readonly string[]) => texts.map((text): Line => ({ sign, text }))
  if (old.length === 0 || fresh.length === 0) return [...all('-', old), ...all('+', fresh)]
  const reached = furthestReached(old, fresh, left)
  if (!reached) return undefined
  const lines: Line[] = []
  let x = old.length
  let y = fresh.length
  const take = (sign: Line['sign'], text = '') => lines.push({ sign, text })
  for (let edits = reached.length; edits > 0; edits--) {
    const row = reached[edits - 1] ?? new Int32Array()
    const at = (diagonal: number) => row[diagonal + edits] ?? -1
    const diagonal = x - y
    const isAdded = diagonal === -edits || (diagonal !== edits && at(diagonal - 1) < at(diagonal + 1))
    const landed = isAdded ? at(diagonal + 1) : at(diagonal - 1) + 1
    while (x > landed) {
      take(' ', old[--x])
      y--
    }
    if (isAdded) take('+', fresh[--y])
    else take('-', old[--x])
  }
  while (x > 0) {
    take(' ', old[--x])
    y--
  }
  return lines.reverse()
}

/**
 * For each number of edits, how far into the old text each diagonal leads before the last of them; index `diagonal +
 * edits`. As many rows as there are edits.
 */
function furthestReached(
  old: readonly string[],
  fresh: readonly string[],
  left: StepsLeft,
): Int32Array[] | undefined {
  const most = Math.min(MOST_EDITS, old.length + fresh.length)
  const furthest = new Int32Array(2 * most + 3)
  const middle = most + 1
  const rows: Int32Array[] = []
  for (let edits = 0; edits <= most; edits++) {
    if (edits > 0) rows.push(furthest.slice(middle - edits, middle + edits + 1))
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const down = furthest[middle + diagonal + 1] ?? 0
      const right = furthest[middle + diagonal - 1] ?? 0
      let x = edits === 0 ? 0 : diagonal === -edits || (diagonal !== edits && right < down) ? down : right + 1
      let y = x - diagonal
      while (x < old.length && y < fresh.length && old[x] === fresh[y]) {
        x++
        y++
        left.steps--
      }
      if (--left.steps < 0) return undefined
      furthest[middle + diagonal] = x
      if (x >= old.length && y >= fresh.length) return rows
    }
  }
  return undefined
}

/** Changes with the lines around them; what lies between two that are far apart is left out. */
function unified(lines: readonly Line[], skipped: number): string {
  const isShown = shownLines(lines)
  let patch = ''
  let old = skipped
  let fresh = skipped
  for (let at = 0; at < lines.length; ) {
    let to = at
    while (to < lines.length && isShown[to]) to++
    const hunk = lines.slice(at, to)
    const oldCount = hunk.filter(({ sign }) => sign !== '+').length
    const freshCount = hunk.filter(({ sign }) => sign !== '-').length
    if (hunk.length > 0)
      patch += `@@ -${range(old, oldCount)} +${range(fresh, freshCount)} @@\n${hunk.map(lineText).join('')}`
    old += oldCount
    fresh += freshCount
    at = to
    while (at < lines.length && !isShown[at]) {
      at++
      old++
      fresh++
    }
  }
  return patch
}

function shownLines(lines: readonly Line[]): boolean[] {
  const isShown = lines.map(() => false)
  for (const [at, { sign }] of lines.entries()) {
    if (sign === ' ') continue
    const to = Math.min(lines.length, at + CONTEXT + 1)
    for (let near = Math.max(0, at - CONTEXT); near < to; near++) isShown[near] = true
  }
  return isShown
}

/** As git writes it: the first line from 1 and how many, and for none of them the line before. */
function range(before: number, count: number): string {
  if (count === 1) return String(before + 1)
  return `${count === 0 ? before : before + 1},${count}`
}

function lineText({ sign, text }: Line): string {
  return text.endsWith('\n') ? `${sign}${text}` : `${sign}${text}\n\\ No newline at end of file\n`
}
