import { type Operation, rowFieldsOf, takesOnlyNamedQuery } from '@atrium/contract'
import type { TObject } from 'typebox'
import type { ValidationRow } from '../errors.ts'

/**
 * What clients add to every request: against caches, and the order, amount and form of answers. None of it decides
 * which rows are listed. G834
 */
const PASSED_OVER = new Set(
  [
    ['t', 'ts', 'v', 'r', 'cb', 'rnd', 'rand', 'random', 'nonce', 'time', 'timestamp', 'now', 'bust'],
    ['cache', 'nocache', 'cachebust', 'cachebuster'],
    ['sort', 'sortby', 'sortdir', 'order', 'orderby', 'direction', 'limit', 'skip', 'offset', 'page'],
    ['pagesize', 'perpage', 'count', 'maxresults', 'fields', 'workspaceid'],
  ].flat(),
)

/** Finds the parameters that a list does not know; null for operations that take any. */
export function unknownParameters(
  operation: Operation,
): ((parts: { query: unknown }) => ValidationRow[]) | null {
  if (!takesOnlyNamedQuery(operation)) return null
  const { properties = {}, patternProperties = {} } = (operation.query ?? {}) as Partial<TObject> & {
    patternProperties?: object
  }
  const names = Object.keys(properties)
  const patterns = Object.keys(patternProperties).map((pattern) => new RegExp(pattern))
  const fields = new Set(rowFieldsOf(operation.answer))
  const isPassedOver = (name: string) =>
    !fields.has(name) &&
    (/^_|^utm_/.test(name) || PASSED_OVER.has(name.toLowerCase().replaceAll(/[_-]|\[\]$/g, '')))
  const known = new Set(names)
  const msg = `Value error, no parameter of this name${names.length > 0 ? `; this list takes ${names.join(', ')}` : ''}`
  return ({ query }) =>
    Object.keys(query as object)
      .filter((name) => !known.has(name) && !patterns.some((one) => one.test(name)) && !isPassedOver(name))
      .map((name) => ({ loc: ['query', name], msg, type: 'value_error' }))
}
