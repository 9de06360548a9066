/** The values of a record against its schema: what is checked, dropped and filled in. */
import type { ValidationRow } from '../../../platform/errors.ts'
import { put } from '../../../platform/put.ts'
import type { Json } from '../conditions/condition.ts'
import { indexedTexts } from '../indexes/entity-indexes.ts'
import { type EntitySchema, isAutomatic, type Properties, type Property } from '../schemas/entity-schema.ts'
import { Run, type Values } from './check-run.ts'
import { checkerOf, checkFields, checkMissing, isObject, shapeOf } from './property-check.ts'
import { tooLong } from './value-faults.ts'

export type { Values }

type Place = readonly (string | number)[]

/**
 * What is wrong with the values of declared fields; others are passed over. On create every required field must be
 * there, so fill in the defaults first. Null empties a field that is not required.
 */
export function checkValues(
  schema: EntitySchema,
  values: Values,
  operation: 'create' | 'update',
  place: Place = ['body'],
): ValidationRow[] {
  const run = new Run(place)
  const shape = shapeOf(schema)
  if (operation === 'create') checkMissing(shape, values, run)
  checkFields(shape, values, run, isAutomatic)
  checkIndexed(schema, values, run)
  return run.rows
}

/** What is too long for an index could not be stored at all. */
function checkIndexed(schema: EntitySchema, values: Values, run: Run): void {
  for (const { path, maxLength } of indexedTexts(schema)) {
    let value: Json | undefined = values
    for (const name of path) value = isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
    if (typeof value === 'string' && value.length > maxLength && [...value].length > maxLength)
      run.at(path, tooLong(maxLength))
  }
}

/** What is wrong with one value of a property. */
export function checkValue(property: Property, value: Json, place: Place): ValidationRow[] {
  const run = new Run(place)
  checkerOf(property)(value, run)
  return run.rows
}

/** Only what the schema declares, without what is assigned automatically. Inside a field nothing is dropped. */
export function declared(schema: EntitySchema, values: Values): Values {
  const properties = schema.properties ?? {}
  return Object.fromEntries(
    Object.entries(values).filter(([name]) => Object.hasOwn(properties, name) && !isAutomatic(name)),
  )
}

/** With the defaults of fields that are absent, also inside objects that are there. */
export function withDefaults(schema: EntitySchema, values: Values): Values {
  return filled(schema.properties ?? {}, values)
}

function filled(properties: Properties, values: Values): Values {
  const result = { ...values }
  for (const [name, property] of Object.entries(properties)) {
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    if (value === undefined) {
      if (property.default !== undefined) put(result, name, structuredClone(property.default))
    } else if (property.properties && isObject(value)) {
      put(result, name, filled(property.properties, value))
    }
  }
  return result
}
