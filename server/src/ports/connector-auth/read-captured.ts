import { valueAt } from '../../platform/json-pointer.ts'

/** Values that are kept of an answer, by name; what is not there or is no plain value is left out. */
export function readCaptured(
  answer: unknown,
  pointers: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(pointers).flatMap(([name, pointer]) => {
      const value = valueAt(answer, pointer)
      const isKept = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
      return isKept && /^\P{Cc}{1,4096}$/u.test(String(value)) ? [[name, String(value)]] : []
    }),
  )
}
