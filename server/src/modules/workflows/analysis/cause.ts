/** What a known cause of failures is. */

export interface Signs {
  status: number | null
  /** Code and message, in lower case. */
  words: string
  /** The kind of task, or what it calls; empty when the run failed as a whole. */
  type: string
  /** Names of what the task was given that were empty. */
  empty: readonly string[]
}

export interface KnownCause {
  fits(signs: Signs): boolean
  /** The rest of a sentence that begins with the step. */
  says(signs: Signs): string
  fix: readonly string[]
  /** Whether it may be over when one tries again. */
  isPassing: boolean
}

export const has =
  (pattern: RegExp) =>
  ({ words }: Signs) =>
    pattern.test(words)
export const isStatus =
  (...statuses: number[]) =>
  ({ status }: Signs) =>
    status !== null && statuses.includes(status)
