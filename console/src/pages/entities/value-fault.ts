/** What the schema of a field says against a value. The server has the last word; this is what can be said before anything is sent. */
import { type Json, type Property, typesOf } from '../../entity-schema.ts'
import { isSame } from './same-value.ts'

export function faultOf(property: Property, value: Json, isRequired: boolean): string | null {
  const types = typesOf(property)
  if (value === null)
    return isRequired && types?.includes('null') !== true ? 'This field cannot be empty.' : null
  if (types && !types.some((type) => isOf(type, value))) return `This should be ${types.join(' or ')}.`
  if (property.enum && !property.enum.some((one) => isSame(one, value)))
    return 'This is none of the values that are allowed.'
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
  if (minLength !== undefined && length < minLength) return `This has fewer than ${minLength} characters.`
  if (maxLength !== undefined && length > maxLength) return `This has more than ${maxLength} characters.`
  if (format !== undefined && FORMATS[format]?.test(text) === false)
    return `This is not of the form ${format}.`
  if (pattern !== undefined && patternOf(pattern)?.test(text) === false)
    return 'This does not have the form that the schema asks for.'
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
  if (minimum !== undefined && value < minimum) return `This is less than ${minimum}.`
  return maximum !== undefined && value > maximum ? `This is more than ${maximum}.` : null
}

function listFault({ minItems, maxItems, items }: Property, list: readonly Json[]): string | null {
  if (minItems !== undefined && list.length < minItems) return `This has fewer than ${minItems} entries.`
  if (maxItems !== undefined && list.length > maxItems) return `This has more than ${maxItems} entries.`
  if (items === undefined) return null
  return list.map((one) => faultOf(items, one, false)).find((fault) => fault !== null) ?? null
}
