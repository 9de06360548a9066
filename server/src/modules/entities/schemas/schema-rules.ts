/** What is wrong with a schema, with the place of each fault. */
import type { ValidationRow } from '../../../platform/errors.ts'
import type { Json } from '../conditions/condition.ts'
import { checkValue } from '../values/values.ts'
import { type EntitySchema, fieldNamed, indexesOf, isAutomatic, placeAt, typesOf } from './entity-schema.ts'
import { checkProperties, checkRequired } from './property-rules.ts'
import { checkRowRules } from './row-rules.ts'
import { Faults, isObject, nameFault, type Place } from './schema-faults.ts'

export const MAX_SCHEMA_BYTES = 100_000
const MAX_INDEXES = 10
const MAX_INDEX_FIELDS = 4

export function checkSchema(json: unknown, place: Place = ['body']): ValidationRow[] {
  const faults = new Faults()
  if (!isObject(json)) {
    faults.add(place, 'dict_type', 'Input should be a valid dictionary')
    return faults.rows
  }
  if (Buffer.byteLength(JSON.stringify(json)) > MAX_SCHEMA_BYTES) {
    faults.wrong(place, `a schema has at most ${MAX_SCHEMA_BYTES} bytes`)
    return faults.rows
  }
  // JSON has no such numbers: they would be stored as nothing.
  for (const { loc, type, msg } of checkValue({}, json as { [key: string]: Json }, place))
    faults.add(loc, type, msg)
  if (faults.rows.length > 0) return faults.rows
  checkName(json.name, [...place, 'name'], faults)
  if (json.type !== undefined && json.type !== 'object')
    faults.add([...place, 'type'], 'literal_error', "Input should be 'object'")
  checkProperties(json.properties, [...place, 'properties'], faults)
  checkRequired(json.required, json.properties, [...place, 'required'], faults)
  // Rules and indexes name fields, so those must be right first.
  if (faults.rows.length > 0) return faults.rows
  const schema = json as unknown as EntitySchema // so far as what follows looks at it
  checkIndexes(schema, place, faults)
  checkRowRules(schema, fieldNamed(schema), place, faults)
  return faults.rows
}

function checkName(name: unknown, place: Place, faults: Faults) {
  if (name === undefined) return faults.add(place, 'missing', 'Field required')
  if (typeof name !== 'string') return faults.add(place, 'string_type', 'Input should be a valid string')
  const fault = nameFault(name)
  if (fault) faults.add(place, ...fault)
}

function checkIndexes(schema: EntitySchema, place: Place, faults: Faults) {
  const here = [...place, 'indexes']
  const lists: unknown = schema.indexes
  if (lists !== undefined) {
    if (!Array.isArray(lists)) return faults.add(here, 'list_type', 'Input should be a valid list')
    for (const [index, list] of lists.entries()) checkIndex(schema, list, [...here, index], faults)
  }
  if (faults.rows.length === 0 && indexesOf(schema).length > MAX_INDEXES)
    faults.wrong(here, `an entity has at most ${MAX_INDEXES} indexes, those of single fields included`)
}

function checkIndex(schema: EntitySchema, fields: unknown, place: Place, faults: Faults) {
  if (!Array.isArray(fields)) return faults.add(place, 'list_type', 'Input should be a valid list')
  if (fields.length === 0 || fields.length > MAX_INDEX_FIELDS)
    return faults.wrong(place, `an index has 1 to ${MAX_INDEX_FIELDS} fields`)
  for (const [index, name] of fields.entries()) {
    const here = [...place, index]
    if (typeof name !== 'string') faults.add(here, 'string_type', 'Input should be a valid string')
    else if (fields.indexOf(name) < index) faults.wrong(here, `the field "${name}" stands here twice`)
    else if (!isAutomatic(name)) checkIndexed(schema, name, here, faults)
  }
}

function checkIndexed(schema: EntitySchema, name: string, place: Place, faults: Faults) {
  if (!fieldNamed(schema)(name)) return faults.wrong(place, `there is no field "${name}"`)
  const types = typesOf(placeAt(schema.properties ?? {}, name.split('.')) ?? {})
  if (!types || types.includes('array') || types.includes('object'))
    faults.wrong(place, 'only texts, numbers and booleans can be indexed')
}
