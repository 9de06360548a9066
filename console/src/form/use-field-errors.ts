import { useMemo } from 'react'
import { explainError } from '../explain-error.ts'

/**
 * The refusals of single fields. The same object until the next answer: a new one would bring back the refusal of a
 * field that was corrected in the meantime, and a form with such a field cannot be sent.
 */
export function useFieldErrors(error: unknown): Record<string, string> {
  return useMemo(() => (error ? explainError(error).fields : {}), [error])
}
