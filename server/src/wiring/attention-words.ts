/** What several of the ties of attention share. */
import type { TroubleSource } from '../modules/attention/index.ts'
import { oneLine } from '../platform/text/one-line.ts'

/** What failed, and why in the words of others, as one sentence. */
export function failedBecause(what: string, why: string | null): string {
  const reason = oneLine(why ?? '', 200).replace(/[.\s]+$/, '')
  return reason === '' ? `${what}.` : `${what}: ${reason}.`
}

/** What is of the workspace is not of an app of it. */
export function ofWorkspace(list: TroubleSource['list']): TroubleSource['list'] {
  return async (scope) => (scope.app_ids === null ? list(scope) : [])
}
