/** What can be wrong with a value, in the words of pydantic v2. */
import type { Json } from '../conditions/condition.ts'
import type { PropertyType } from '../schemas/entity-schema.ts'

/** Type and sentence of a fault. */
export type Fault = readonly [type: string, msg: string]

export const MISSING: Fault = ['missing', 'Field required']
export const NOT_FINITE: Fault = ['finite_number', 'Input should be a finite number']
export const TOO_MUCH: Fault = [
  'value_error',
  'Value error, this takes too long to compare with the schema; send less at once',
]

const TYPE_FAULTS: Record<PropertyType, Fault> = {
  string: ['string_type', 'Input should be a valid string'],
  number: ['float_type', 'Input should be a valid number'],
  integer: ['int_type', 'Input should be a valid integer'],
  boolean: ['bool_type', 'Input should be a valid boolean'],
  array: ['list_type', 'Input should be a valid list'],
  object: ['dict_type', 'Input should be a valid dictionary'],
  null: ['none_required', 'Input should be None'],
}

const NOUNS: Record<PropertyType, string> = {
  string: 'string',
  number: 'number',
  integer: 'integer',
  boolean: 'boolean',
  array: 'list',
  object: 'dictionary',
  null: 'null',
}

export function wrongType(types: readonly PropertyType[], value: Json): Fault {
  const [first = 'null', ...others] = types.filter((type) => type !== 'null')
  const fault = TYPE_FAULTS[first]
  if (others.length > 0) return [fault[0], [fault[1], ...others.map((one) => NOUNS[one])].join(' or ')]
  if (first === 'integer' && typeof value === 'number')
    return ['int_from_float', 'Input should be a valid integer, got a number with a fractional part']
  return fault
}

const MAX_CHOICES = 20

export function notOneOf(values: readonly Json[]): Fault {
  const words = values.map((value) => (typeof value === 'string' ? `'${value}'` : JSON.stringify(value)))
  const last = words.length > MAX_CHOICES ? `${words.length - MAX_CHOICES + 1} others` : words.at(-1)
  const before = words.slice(0, Math.min(words.length, MAX_CHOICES) - 1)
  return ['enum', `Input should be ${before.length > 0 ? `${before.join(', ')} or ${last}` : last}`]
}

export function tooShort(limit: number): Fault {
  return ['string_too_short', `String should have at least ${count(limit, 'character')}`]
}

export function tooLong(limit: number): Fault {
  return ['string_too_long', `String should have at most ${count(limit, 'character')}`]
}

export function noMatch(pattern: string): Fault {
  return ['string_pattern_mismatch', `String should match pattern '${pattern}'`]
}

export function tooSmall(limit: number): Fault {
  return ['greater_than_equal', `Input should be greater than or equal to ${limit}`]
}

export function tooLarge(limit: number): Fault {
  return ['less_than_equal', `Input should be less than or equal to ${limit}`]
}

export function tooFew(limit: number, actual: number): Fault {
  return ['too_short', `List should have at least ${count(limit, 'item')} after validation, not ${actual}`]
}

export function tooMany(limit: number, actual: number): Fault {
  return ['too_long', `List should have at most ${count(limit, 'item')} after validation, not ${actual}`]
}

export function notMoreThan(limit: number): Fault {
  return ['greater_than', `Input should be greater than ${limit}`]
}

export function notLessThan(limit: number): Fault {
  return ['less_than', `Input should be less than ${limit}`]
}

export function noMultiple(of: number): Fault {
  return ['multiple_of', `Input should be a multiple of ${of}`]
}

export function tooFewFields(limit: number): Fault {
  return ['too_short', `Dictionary should have at least ${count(limit, 'item')}`]
}

export function tooManyFields(limit: number): Fault {
  return ['too_long', `Dictionary should have at most ${count(limit, 'item')}`]
}

/** For what pydantic has no word. */
export function wrong(why: string): Fault {
  return ['value_error', `Value error, ${why}`]
}

const FORMAT_FAULTS: Record<string, Fault> = {
  'date-time': ['datetime_parsing', 'Input should be a valid datetime'],
  date: ['date_parsing', 'Input should be a valid date in the format YYYY-MM-DD'],
  time: ['time_parsing', 'Input should be in a valid time format'],
  duration: ['time_delta_parsing', 'Input should be a valid duration'],
  uri: ['url_parsing', 'Input should be a valid URL'],
  url: ['url_parsing', 'Input should be a valid URL'],
  uuid: ['uuid_parsing', 'Input should be a valid UUID'],
}

export function wrongFormat(format: string): Fault {
  return FORMAT_FAULTS[format] ?? ['value_error', `Value error, not a valid ${format}`]
}

function count(n: number, noun: string): string {
  return n === 1 ? `1 ${noun}` : `${n} ${noun}s`
}
