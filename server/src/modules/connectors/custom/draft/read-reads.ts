import type { Read } from './api-description.ts'
import { entriesOf, fieldOf, isObject, listOf, resolved } from './json-values.ts'

/** The GETs that ask for nothing: OpenAPI and Swagger describe them alike. */
export function readReads(document: unknown): Read[] {
  return entriesOf(fieldOf(document, 'paths')).flatMap(([path, given]) => {
    if (!PLAIN_PATH.test(path)) return []
    const item = resolved(document, given)
    const get = fieldOf(item, 'get')
    if (!isObject(get) || fieldOf(get, 'deprecated') === true) return []
    const goesElsewhere = [item, get].some((one) => fieldOf(one, 'servers') !== undefined)
    if (goesElsewhere || [item, get].some((one) => asksForSomething(document, one))) return []
    const security = fieldOf(get, 'security')
    return [{ path, isOpen: Array.isArray(security) && security.every((one) => entriesOf(one).length === 0) }]
  })
}

const PLAIN_PATH = /^\/[A-Za-z0-9\-._~/]{0,299}$/

function asksForSomething(document: unknown, of: unknown): boolean {
  return listOf(fieldOf(of, 'parameters')).some((given) => {
    const parameter = resolved(document, given)
    // What cannot be found may be needed.
    return !isObject(parameter) || fieldOf(parameter, 'required') === true
  })
}
