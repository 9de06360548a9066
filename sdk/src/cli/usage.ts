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

/** ` Did you mean …?` when something known is near enough, else nothing. */
export function didYouMean(word: string, known: readonly string[]): string {
  const nearest = known
    .map((candidate) => ({ candidate, distance: editDistance(word, candidate) }))
    .filter(({ candidate, distance }) => distance <= Math.max(2, Math.floor(candidate.length / 3)))
    .sort((a, b) => a.distance - b.distance)[0]
  return nearest ? ` Did you mean ${nearest.candidate}?` : ''
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
