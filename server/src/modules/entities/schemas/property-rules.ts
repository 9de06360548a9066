/** What is wrong with the properties of a schema. */
import { FIELD_NAME_RULE, isFieldName } from '@atrium/contract/field-names'
import { RE2JS, RE2JSException } from 're2js'
import type { Json } from '../conditions/condition.ts'
import { FORMAT_NAMES, isKnownFormat } from '../values/formats.ts'
import { checkValue } from '../values/values.ts'
import { isAutomatic, PROPERTY_TYPES, type Property } from './entity-schema.ts'
import { checkKeywords } from './keyword-rules.ts'
import { type Faults, isObject, type Place } from './schema-faults.ts'

const MAX_PROPERTIES = 200
const MAX_DEPTH = 8
const MAX_CHOICES = 1_000
const MAX_PATTERN = 500
/** Repeats are unrolled; the time of a match grows with this. */
const MAX_PATTERN_SIZE = 2_000
/** G784: of all patterns of a schema, which are compiled on the thread that answers everybody. */
const MAX_PATTERN_SIZES = 10_000

type Properties = Record<string, unknown>

export function checkProperties(json: unknown, place: Place, faults: Faults) {
  checkInside(json, place, faults, { depth: 1, isInList: false })
}

/** Each of them one of the properties; null where others may be declared around it, as in the schema of a keyword. */
export function checkRequired(json: unknown, properties: unknown | null, place: Place, faults: Faults) {
  if (json === undefined) return
  if (!Array.isArray(json)) return faults.add(place, 'list_type', 'Input should be a valid list')
  for (const [index, name] of json.entries()) {
    if (typeof name !== 'string')
      faults.add([...place, index], 'string_type', 'Input should be a valid string')
    else if (properties !== null && (!isObject(properties) || !Object.hasOwn(properties, name)))
      faults.wrong([...place, index], `there is no property "${name}"`)
  }
}

/** How far inside a property stands. */
interface Inside {
  depth: number
  isInList: boolean
  /** In a schema that a keyword such as `anyOf` holds. */
  isInKeyword?: boolean
}

function checkInside(json: unknown, place: Place, faults: Faults, inside: Inside) {
  if (json === undefined) return
  if (!isObject(json)) return faults.add(place, 'dict_type', 'Input should be a valid dictionary')
  const entries = Object.entries(json)
  if (entries.length > MAX_PROPERTIES)
    return faults.add(place, 'too_long', `Dictionary should have at most ${MAX_PROPERTIES} items`)
  for (const [name, property] of entries) {
    const here = [...place, name]
    if (!isFieldName(name)) faults.wrong(here, FIELD_NAME_RULE)
    else if (inside.depth === 1 && isAutomatic(name))
      faults.wrong(here, `"${name}" is assigned automatically and cannot be declared`)
    else checkProperty(property, here, faults, inside)
  }
}

function checkProperty(json: unknown, place: Place, faults: Faults, inside: Inside) {
  if (!isObject(json)) return faults.add(place, 'dict_type', 'Input should be a valid dictionary')
  if (inside.depth > MAX_DEPTH) return faults.wrong(place, `properties may be nested ${MAX_DEPTH} deep`)
  const before = faults.rows.length
  checkTypes(json.type, [...place, 'type'], faults)
  checkFormat(json.format, [...place, 'format'], faults)
  checkPattern(json.pattern, [...place, 'pattern'], faults)
  checkBounds(json, 'minLength', 'maxLength', place, faults, isCount)
  checkBounds(json, 'minItems', 'maxItems', place, faults, isCount)
  checkBounds(json, 'minimum', 'maximum', place, faults, isNumber)
  checkIndex(json, place, faults, inside)
  const deeper = { ...inside, depth: inside.depth + 1 }
  checkInside(json.properties, [...place, 'properties'], faults, deeper)
  const known = inside.isInKeyword ? null : json.properties
  checkRequired(json.required, known, [...place, 'required'], faults)
  if (json.items !== undefined)
    checkProperty(json.items, [...place, 'items'], faults, { ...deeper, isInList: true })
  checkKeywords(json, place, faults, {
    checkSub: (sub, here) =>
      checkProperty(sub, here, faults, { ...deeper, isInList: true, isInKeyword: true }),
    checkPattern: (pattern, here) => checkPattern(pattern, here, faults),
  })
  if (inside.isInList && json.rls !== undefined && json.rls !== null)
    faults.wrong(
      [...place, 'rls'],
      'a rule cannot stand inside a list or a keyword; put it on the field itself',
    )
  // What follows compares values with the property, so that must be right.
  if (faults.rows.length > before) return
  checkChoices(json, [...place, 'enum'], faults)
  if (faults.rows.length === before) checkDefault(json, [...place, 'default'], faults)
}

function checkTypes(json: unknown, place: Place, faults: Faults) {
  if (json === undefined) return
  const types = Array.isArray(json) ? json : [json]
  const isKnown = types.every((type) => PROPERTY_TYPES.includes(type))
  if (!isKnown || types.length === 0)
    faults.add(place, 'literal_error', `Input should be one or several of ${PROPERTY_TYPES.join(', ')}`)
  else if (new Set(types).size < types.length) faults.wrong(place, 'a type stands here twice')
}

function checkFormat(json: unknown, place: Place, faults: Faults) {
  if (json === undefined) return
  if (typeof json !== 'string') return faults.add(place, 'string_type', 'Input should be a valid string')
  if (!isKnownFormat(json))
    faults.add(place, 'literal_error', `Input should be one of ${FORMAT_NAMES.join(', ')}`)
}

function checkPattern(json: unknown, place: Place, faults: Faults) {
  if (json === undefined) return
  if (typeof json !== 'string') return faults.add(place, 'string_type', 'Input should be a valid string')
  if (json.length > MAX_PATTERN)
    return faults.add(place, 'string_too_long', `String should have at most ${MAX_PATTERN} characters`)
  if (faults.patternSize > MAX_PATTERN_SIZES)
    return faults.wrong(place, 'the patterns of this schema are too many or too long together')
  try {
    const size = RE2JS.compile(json).programSize()
    // Also one that becomes small has to be read.
    faults.patternSize += size + json.length
    if (size > MAX_PATTERN_SIZE) faults.wrong(place, 'the repeats in this pattern multiply to too many')
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error
    faults.wrong(place, `the pattern cannot be read: ${error.message}`)
  }
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value)
}

function checkBounds(
  json: Properties,
  low: string,
  high: string,
  place: Place,
  faults: Faults,
  isBound: (value: unknown) => value is number,
) {
  const wanted = isBound === isCount ? 'a whole number from 0' : 'a number'
  const [least, most] = [json[low], json[high]]
  for (const [name, bound] of [
    [low, least],
    [high, most],
  ] as const)
    if (bound !== undefined && !isBound(bound)) faults.wrong([...place, name], `${wanted} is wanted here`)
  if (isBound(least) && isBound(most) && least > most)
    faults.wrong([...place, high], `${high} is less than ${low}`)
}

function checkIndex(json: Properties, place: Place, faults: Faults, { isInList }: Inside) {
  if (json.index === undefined || json.index === false) return
  const here = [...place, 'index']
  if (json.index !== true) return faults.add(here, 'bool_type', 'Input should be a valid boolean')
  const types: unknown[] = [json.type].flat()
  const isPlain = json.type !== undefined && !types.includes('array') && !types.includes('object')
  if (isInList || !isPlain)
    faults.wrong(here, 'only texts, numbers and booleans outside lists can be indexed')
}

function checkChoices(json: Properties, place: Place, faults: Faults) {
  const choices = json.enum
  if (choices === undefined) return
  if (!Array.isArray(choices)) return faults.add(place, 'list_type', 'Input should be a valid list')
  if (choices.length === 0 || choices.length > MAX_CHOICES)
    return faults.wrong(place, `there are 1 to ${MAX_CHOICES} choices`)
  const property: Property = json.type === undefined ? {} : { type: json.type as string & Property['type'] }
  for (const [index, choice] of choices.entries())
    if (choice !== null && checkValue(property, choice, []).length > 0)
      faults.wrong([...place, index], 'this choice is of another type than the property')
}

function checkDefault(json: Properties, place: Place, faults: Faults) {
  if (json.default === undefined || json.default === null) return
  for (const { loc, type, msg } of checkValue(json as Property, json.default as Json, place))
    faults.add(loc, type, msg)
}
