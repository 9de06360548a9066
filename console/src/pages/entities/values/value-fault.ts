/** What the schema of a field says against a value. The server has the last word; this is what can be said before anything is sent. */
import { type Json, type Property, typesOf } from '../../../entity-schema.ts'
import { fill } from '../../../language/fill.ts'
import { isSame } from './same-value.ts'
import { words } from './words.ts'

export function faultOf(property: Property, value: Json, isRequired: boolean): string | null {
  const types = typesOf(property)
  if (value === null) return isRequired && types?.includes('null') !== true ? words.thisFieldCannotBe : null
  if (types && !types.some((type) => isOf(type, value)))
    return fill(words.thisShouldBeTypes, { types: types.join(' or ') })
  if (property.enum && !property.enum.some((one) => isSame(one, value))) return words.thisIsNoneOfThe
  if (typeof value === 'string') return textFault(property, value)
  if (typeof value === 'number') return numberFault(property, value)
  return Array.isArray(value) ? listFault(property, value) : null
}

function isOf(type: string, value: Json): boolean {
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value)
  if (type === 'integer') return Number.isInteger(value)
  return typeof value === type
}

const FORMATS: { [format: string]: RegExp } = {
  email: /^[^\s@]+@[^\s@]+$/,
  url: /^[a-z][a-z\d+.-]*:\S+$/i,
  uri: /^[a-z][a-z\d+.-]*:\S+$/i,
  uuid: /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i,
}

function textFault({ minLength, maxLength, pattern, format }: Property, text: string): string | null {
  const length = [...text].length
  if (minLength !== undefined && length < minLength) return fill(words.thisHasFewerThan, { minLength })
  if (maxLength !== undefined && length > maxLength) return fill(words.thisHasMoreThan, { maxLength })
  if (format !== undefined && FORMATS[format]?.test(text) === false)
    return fill(words.thisIsNotOf, { format })
  if (pattern !== undefined && patternOf(pattern)?.test(text) === false) return words.thisDoesNotHave
  return null
}

/** The server's patterns are of another kind (RE2): what this browser cannot read is left to it. */
function patternOf(pattern: string): RegExp | null {
  try {
    return new RegExp(pattern, 'u')
  } catch {
    return null
  }
}

function numberFault({ minimum, maximum }: Property, value: number): string | null {
  if (minimum !== undefined && value < minimum) return fill(words.thisIsLessThan, { minimum })
  return maximum !== undefined && value > maximum ? fill(words.thisIsMoreThan, { maximum }) : null
}

function listFault({ minItems, maxItems, items }: Property, list: readonly Json[]): string | null {
  if (minItems !== undefined && list.length < minItems)
    return fill(words.thisHasFewerThanMinItems, { minItems })
  if (maxItems !== undefined && list.length > maxItems)
    return fill(words.thisHasMoreThanMaxItems, { maxItems })
  if (items === undefined) return null
  return list.map((one) => faultOf(items, one, false)).find((fault) => fault !== null) ?? null
}
