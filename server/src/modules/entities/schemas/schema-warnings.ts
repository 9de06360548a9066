/** What a schema says that is kept and not enforced: never accepted in silence. */
import type { ValidationRow } from '../../../platform/errors.ts'
import type { EntitySchema } from './entity-schema.ts'
import { COUNTS, LISTS, MAPS, NUMBERS, SUB } from './keyword-rules.ts'
import { Faults, isObject, type Place } from './schema-faults.ts'

/** As a part of the answer to a write; absent when there are none. */
export function warningsOf(
  schemas: readonly EntitySchema[],
  placeOf: (schema: EntitySchema) => Place,
): { warnings?: ValidationRow[] } {
  const warnings = schemas.flatMap((schema) => unenforced(schema, placeOf(schema)))
  return warnings.length > 0 ? { warnings: warnings.slice(0, MAX_WARNINGS) } : {}
}

const MAX_WARNINGS = 50

/** They say something to readers and ask nothing of values. */
const ANNOTATIONS = ['title', 'description', '$comment', 'examples', 'deprecated']
const OF_ENTITY = new Set([
  ...ANNOTATIONS,
  ...['name', 'type', 'properties', 'required', 'rls', 'indexes', '$schema', '$id'],
])
const OF_PROPERTY = new Set<string>([
  ...[...ANNOTATIONS, ...SUB, ...LISTS, ...MAPS, ...COUNTS, ...NUMBERS],
  ...[
    'type',
    'enum',
    'const',
    'default',
    'format',
    'minLength',
    'maxLength',
    'pattern',
    'minimum',
    'maximum',
  ],
  ...['items', 'minItems', 'maxItems', 'properties', 'required', 'rls', 'index'],
  ...['multipleOf', 'uniqueItems', 'dependentRequired'],
])

/** The keys of a schema that are kept, but that no record is held to; `x-…` promises nothing and is passed over. */
export function unenforced(schema: EntitySchema, place: Place): ValidationRow[] {
  const warnings = new Faults()
  // What is not declared is dropped, so nothing else can ever stand in a record; users may be allowed more.
  const { additionalProperties, ...own } = schema
  const isHeld = additionalProperties === false || (additionalProperties === true && schema.name === 'User')
  const ofEntity = isHeld ? own : schema
  for (const key of Object.keys(ofEntity)) if (!OF_ENTITY.has(key)) warn(key, place)
  walkMap(schema.properties, [...place, 'properties'])
  return warnings.rows

  function walk(json: unknown, here: Place): void {
    if (!isObject(json)) return
    for (const key of Object.keys(json)) if (!OF_PROPERTY.has(key)) warn(key, here)
    for (const name of [...SUB, 'items']) walk(json[name], [...here, name])
    for (const name of LISTS)
      if (Array.isArray(json[name]))
        for (const [index, one] of json[name].entries()) walk(one, [...here, name, index])
    for (const name of [...MAPS, 'properties']) walkMap(json[name], [...here, name])
  }

  function walkMap(json: unknown, here: Place): void {
    for (const [name, one] of Object.entries(isObject(json) ? json : {})) walk(one, [...here, name])
  }

  function warn(key: string, here: Place): void {
    if (key.startsWith('x-')) return
    warnings.add([...here, key], 'keyword_not_enforced', `"${key}" is kept, but no record is held to it`)
  }
}
