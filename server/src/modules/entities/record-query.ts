/** What callers ask of a list of records: filter, sort, fields; with fields they may not read it is refused. */
import { invalid } from '../../platform/errors.ts'
import { onlyFields } from '../../platform/only-fields.ts'
import {
  ALWAYS,
  type Condition,
  fieldsOf,
  type Json,
  OWN_FIELDS,
  type OwnField,
} from './conditions/condition.ts'
import { readFilter } from './conditions/filter.ts'
import { ConditionFault } from './conditions/read-condition.ts'
import { type EntitySchema, fieldNamed, placeAt, typesOf } from './entity-schema.ts'
import { type BoundRules, isAlways } from './record-rules.ts'
import type { RecordOrder } from './record-store.ts'

interface Entity {
  schema: EntitySchema
  rules: BoundRules
}

const DEFAULT_ORDER: RecordOrder = { key: { kind: 'own', name: 'created_date' }, direction: 'desc' }

/** `q` as JSON text, and beside it fields with the value they must have. */
export function readQuery(
  entity: Entity,
  q: string | undefined,
  equal: Record<string, unknown> = {},
): Condition {
  const parts = [
    ...(q === undefined ? [] : [readWanted(entity, parsed(q), ['query', 'q'])]),
    ...Object.entries(equal).map(([name, value]) =>
      readWanted(entity, { [name]: textValue(entity.schema, name, value) }, ['query']),
    ),
  ]
  return parts.length === 0 ? ALWAYS : { all: parts }
}

export function readOrder(entity: Entity, sort: string | undefined): RecordOrder {
  if (sort === undefined || sort === '') return DEFAULT_ORDER
  const direction = sort.startsWith('-') ? 'desc' : 'asc'
  const name = sort.replace(/^[-+]/, '')
  if (isOwn(name)) return { key: { kind: 'own', name }, direction }
  const field = fieldNamed(entity.schema)(name)
  if (field?.kind !== 'data') throw invalid(['query', 'sort'], 'enum', `There is no field "${name}"`)
  requireReadable(entity, name, ['query', 'sort'])
  return { key: { kind: 'data', path: field.path, isNumber: isNumber(entity.schema, field.path) }, direction }
}

/** The names of the fields to answer with; null stands for all. */
export function readFields({ schema }: Entity, fields: string | undefined): string[] | null {
  if (fields === undefined || fields === '') return null
  const names = fields.split(',').map((name) => name.trim())
  const unknown = names.find((name) => !isOwn(name) && !Object.hasOwn(schema.properties ?? {}, name))
  if (unknown !== undefined) throw invalid(['query', 'fields'], 'enum', `There is no field "${unknown}"`)
  return names
}

/** The id is always among them. */
export function chosen<Row extends { id: string }>(record: Row, fields: readonly string[] | null) {
  return fields ? { ...onlyFields(record, fields), id: record.id } : record
}

/** A filter that stands at this place of the request. */
export function readWanted(entity: Entity, json: unknown, loc: readonly string[]): Condition {
  try {
    const condition = readFilter(json, fieldNamed(entity.schema))
    for (const name of fieldsOf(condition)) if (!isOwn(name)) requireReadable(entity, name, loc)
    return condition
  } catch (fault) {
    if (!(fault instanceof ConditionFault)) throw fault
    throw invalid([...loc, ...fault.place.map(String)], 'value_error', fault.message)
  }
}

/** A field that may not be read in every record must not be found out by asking, either. */
export function requireReadable({ rules }: Entity, name: string, loc: readonly string[]): void {
  if (!isAlways(rules.field(name.split('.'), 'read')))
    throw invalid([...loc], 'value_error', `The field "${name}" cannot be used here, as you may not read it`)
}

function parsed(q: string): unknown {
  try {
    return JSON.parse(q)
  } catch {
    throw invalid(['query', 'q'], 'json_invalid', 'The filter must be JSON, such as {"done": false}')
  }
}

/** A value out of a query string, as the type that the field has. */
function textValue(schema: EntitySchema, name: string, value: unknown): Json {
  if (Array.isArray(value)) return value.map((one) => textValue(schema, name, one))
  const text = String(value)
  const types = typesAt(schema, name.split('.'))
  if (name === 'is_sample' || types.includes('boolean')) {
    if (text === 'true' || text === 'false') return text === 'true'
  }
  const isNumeric = types.includes('number') || types.includes('integer')
  return isNumeric && text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text
}

function isNumber(schema: EntitySchema, path: readonly string[]): boolean {
  const types = typesAt(schema, path)
  return types.includes('number') || types.includes('integer')
}

function typesAt(schema: EntitySchema, path: readonly string[]): readonly string[] {
  return typesOf(placeAt(schema.properties ?? {}, path) ?? {}) ?? []
}

function isOwn(name: string): name is OwnField {
  return Object.hasOwn(OWN_FIELDS, name)
}
