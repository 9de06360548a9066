/** The command line was wrong: nothing was sent, and the exit code is 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** It failed, and what called us wants to know in which way. */
export class ExitError extends Error {
  override readonly name = 'ExitError'
  readonly exit_code: number

  constructor(exit_code: number, message: string) {
    super(message)
    this.exit_code = exit_code
  }
}

/** Somebody at the terminal wanted an end: the exit code is that of the signal. */
export class Interrupted extends ExitError {
  constructor(exit_code: number, message = '') {
    super(exit_code, message)
  }
}

/** ` Did you mean …?` when something known is near enough, else nothing. */
export function didYouMean(word: string, known: readonly string[]): string {
  const found = nearest(word, known)
  return found === undefined ? '' : ` Did you mean ${found}?`
}

/** The same word written otherwise, as `app_id` for `--app`, is nearer than any that shares letters. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const same = known.find((candidate) => coreOf(candidate) === coreOf(word))
  if (same !== undefined) return same
  return known
    .map((candidate) => ({ candidate, distance: editDistance(word.slice(0, LONGEST_WORD), candidate) }))
    .filter(({ candidate, distance }) => distance <= Math.max(2, Math.floor(candidate.length / 3)))
    .sort((a, b) => a.distance - b.distance)[0]?.candidate
}

const LONGEST_WORD = 64

/** Without what people write in several ways: dashes, capitals, and `id` at the end. */
export function coreOf(word: string): string {
  return word
    .toLowerCase()
    .replace(/[-_\s]/g, '')
    .replace(/(?<=.{2})ids?$/, '')
}

/** How many letters to insert, delete or replace to make one word of the other. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1]
    for (const [j, other] of [...b].entries()) {
      const replaced = (row[j] ?? 0) + (letter === other ? 0 : 1)
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
