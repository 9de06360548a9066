import type { ErrorObject } from 'ajv'
import type { ValidationRow } from '../errors.ts'

/** One finding of the validator in the words of pydantic v2, or null when it only sums up others. */
export function validationRow(part: string, error: ErrorObject): ValidationRow | null {
  const loc = [part, ...places(error.instancePath)]
  const say = (type: string, msg: string, ...more: string[]): ValidationRow => ({
    loc: [...loc, ...more],
    msg,
    type,
  })
  const limit: number = error.params.limit
  switch (error.keyword) {
    case 'required':
      return say('missing', 'Field required', error.params.missingProperty)
    case 'dependentRequired':
      return say(
        'missing',
        `Field required together with ${error.params.property}`,
        error.params.missingProperty,
      )
    case 'type':
      return say(...wrongType(error, part === 'body'))
    case 'enum':
      return say('literal_error', `Input should be ${choices(error.params.allowedValues)}`)
    case 'const':
      return say('literal_error', `Input should be ${choices([error.params.allowedValue])}`)
    case 'minLength':
      return say('string_too_short', `String should have at least ${count(limit, 'character')}`)
    case 'maxLength':
      return say('string_too_long', `String should have at most ${count(limit, 'character')}`)
    case 'pattern':
      return say('string_pattern_mismatch', `String should match pattern '${error.params.pattern}'`)
    case 'format':
      return say(...wrongFormat(error.params.format))
    case 'minimum':
      return say('greater_than_equal', `Input should be greater than or equal to ${limit}`)
    case 'maximum':
      return say('less_than_equal', `Input should be less than or equal to ${limit}`)
    case 'exclusiveMinimum':
      return say('greater_than', `Input should be greater than ${limit}`)
    case 'exclusiveMaximum':
      return say('less_than', `Input should be less than ${limit}`)
    case 'multipleOf':
      return say('multiple_of', `Input should be a multiple of ${error.params.multipleOf}`)
    case 'minItems':
      return say(
        'too_short',
        `List should have at least ${count(limit, 'item')} after validation, not ${size(error)}`,
      )
    case 'maxItems':
      return say(
        'too_long',
        `List should have at most ${count(limit, 'item')} after validation, not ${size(error)}`,
      )
    case 'anyOf':
    case 'oneOf':
    case 'if':
      return null
    default:
      return say('value_error', `Value error, ${error.message ?? 'not accepted'}`)
  }
}

/** `/items/3/name` as places: numbers for list positions, text for names. */
function places(pointer: string): (string | number)[] {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part))
}

function wrongType(error: ErrorObject, isBody: boolean): [string, string] {
  const named: string | string[] = error.params.type
  const type = [named].flat().find((one) => one !== 'null')
  switch (type) {
    case 'string':
      return ['string_type', 'Input should be a valid string']
    case 'boolean':
      return isBody
        ? ['bool_type', 'Input should be a valid boolean']
        : ['bool_parsing', 'Input should be a valid boolean, unable to interpret input']
    case 'integer':
      if (!isBody)
        return ['int_parsing', 'Input should be a valid integer, unable to parse string as an integer']
      return typeof error.data === 'number'
        ? ['int_from_float', 'Input should be a valid integer, got a number with a fractional part']
        : ['int_type', 'Input should be a valid integer']
    case 'number':
      return isBody
        ? ['float_type', 'Input should be a valid number']
        : ['float_parsing', 'Input should be a valid number, unable to parse string as a number']
    case 'array':
      return ['list_type', 'Input should be a valid list']
    case 'object':
      return ['dict_type', 'Input should be a valid dictionary']
    default:
      return ['none_required', 'Input should be None']
  }
}

function wrongFormat(format: string): [string, string] {
  switch (format) {
    case 'date-time':
    case 'iso-date-time':
      return ['datetime_parsing', 'Input should be a valid datetime']
    case 'date':
      return ['date_parsing', 'Input should be a valid date in the format YYYY-MM-DD']
    case 'uri':
      return ['url_parsing', 'Input should be a valid URL']
    case 'uuid':
      return ['uuid_parsing', 'Input should be a valid UUID']
    default:
      return ['value_error', `Value error, not a valid ${format}`]
  }
}

function choices(values: unknown[]): string {
  const words = values.map((value) => (typeof value === 'string' ? `'${value}'` : String(value)))
  return words.length === 1 ? `${words[0]}` : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
}

function count(n: number, noun: string): string {
  return n === 1 ? `1 ${noun}` : `${n} ${noun}s`
}

function size(error: ErrorObject): number {
  return Array.isArray(error.data) ? error.data.length : 0
}
