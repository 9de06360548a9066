import { ApiError } from '../errors.ts'
import { pathOf } from './check-row.ts'
import type { ImportContext } from './collection.ts'

/** Judges a row of a file by the rules of a request: what one would be refused with names the place in the file. */
export function inFile(index: number, context: ImportContext) {
  return <T>(work: () => T): T => {
    try {
      return work()
    } catch (refusal) {
      const [fault] = refusal instanceof ApiError && Array.isArray(refusal.detail) ? refusal.detail : []
      if (!fault) throw refusal
      return context.fail(index, pathOf(fault.loc.slice(1)), fault.msg)
    }
  }
}
