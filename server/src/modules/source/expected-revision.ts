import { invalid, refuse } from '../../platform/errors.ts'

/** How the caller thinks the file is: as of this revision, or there at all. 0: it is not there. */
export interface Expected {
  revision?: number | undefined
  'if-match'?: string | undefined
}

export function requireExpected(expected: Expected, revision: number): void {
  const named = revisionNamed(expected['if-match'])
  const fits =
    (expected.revision === undefined || expected.revision === revision) &&
    (named === undefined || (named === '*' ? revision > 0 : named === revision))
  if (!fits) throw refuse('source_changed', { extra: { revision } })
}

export function etagOf(revision: number): string {
  return `"${revision}"`
}

/** Refused before anything is looked at, like all input. */
export function revisionNamed(ifMatch: string | undefined): number | '*' | undefined {
  if (ifMatch === undefined || ifMatch === '*') return ifMatch
  const digits = /^(?:W\/)?"(\d{1,15})"$/.exec(ifMatch.trim())?.[1]
  if (digits === undefined) {
    throw invalid(['header', 'if-match'], 'string_pattern_mismatch', 'Send the ETag of the file, or *')
  }
  return Number(digits)
}
