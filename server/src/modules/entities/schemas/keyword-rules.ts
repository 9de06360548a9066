/** What is wrong with the keywords of JSON Schema that hold schemas or ask more than bounds. */
import { type Faults, isObject, type Place } from './schema-faults.ts'

type Json = Record<string, unknown>
/** Checks a schema that stands inside another. */
type CheckSub = (json: Json, place: Place) => void

export const SUB = ['not', 'if', 'then', 'else', 'contains', 'propertyNames', 'additionalProperties'] as const
export const LISTS = ['allOf', 'anyOf', 'oneOf', 'prefixItems'] as const
export const MAPS = ['dependentSchemas', 'patternProperties'] as const
export const COUNTS = ['minContains', 'maxContains', 'minProperties', 'maxProperties'] as const
export const NUMBERS = ['exclusiveMinimum', 'exclusiveMaximum'] as const
const MAX_SUBS = 100

export function checkKeywords(
  json: Json,
  place: Place,
  faults: Faults,
  { checkSub, checkPattern }: { checkSub: CheckSub; checkPattern: (json: unknown, place: Place) => void },
): void {
  const sub = (one: unknown, here: Place) => {
    if (isObject(one)) checkSub(one, here)
    else if (typeof one !== 'boolean') faults.add(here, 'dict_type', 'Input should be a valid dictionary')
  }
  for (const name of SUB) if (json[name] !== undefined) sub(json[name], [...place, name])
  for (const name of LISTS)
    for (const [index, one] of listIn(json[name], [...place, name], faults).entries())
      sub(one, [...place, name, index])
  for (const name of MAPS)
    for (const [key, one] of entriesIn(json[name], [...place, name], faults)) {
      if (name === 'patternProperties') checkPattern(key, [...place, name, key])
      sub(one, [...place, name, key])
    }
  for (const name of COUNTS)
    if (json[name] !== undefined && !isCount(json[name]))
      faults.wrong([...place, name], 'a whole number from 0 is wanted here')
  for (const name of NUMBERS)
    if (json[name] !== undefined && !Number.isFinite(json[name]))
      faults.wrong([...place, name], 'a number is wanted here')
  const { multipleOf, uniqueItems } = json
  if (multipleOf !== undefined && !(typeof multipleOf === 'number' && multipleOf > 0))
    faults.wrong([...place, 'multipleOf'], 'a number above 0 is wanted here')
  if (uniqueItems !== undefined && typeof uniqueItems !== 'boolean')
    faults.add([...place, 'uniqueItems'], 'bool_type', 'Input should be a valid boolean')
  for (const [key, names] of entriesIn(json.dependentRequired, [...place, 'dependentRequired'], faults))
    if (!Array.isArray(names) || !names.every((one) => typeof one === 'string'))
      faults.wrong([...place, 'dependentRequired', key], 'a list of names is wanted here')
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0
}

function listIn(json: unknown, place: Place, faults: Faults): readonly unknown[] {
  if (json === undefined) return []
  if (Array.isArray(json) && json.length > 0 && json.length <= MAX_SUBS) return json
  faults.wrong(place, `a list of 1 to ${MAX_SUBS} schemas is wanted here`)
  return []
}

function entriesIn(json: unknown, place: Place, faults: Faults): [string, unknown][] {
  if (json === undefined) return []
  if (!isObject(json)) {
    faults.add(place, 'dict_type', 'Input should be a valid dictionary')
    return []
  }
  const entries = Object.entries(json)
  if (entries.length <= MAX_SUBS) return entries
  faults.add(place, 'too_long', `Dictionary should have at most ${MAX_SUBS} items`)
  return []
}
