/** What callers ask of a list of records: filter, sort, fields; with fields they may not read it is refused. */
import { invalid } from '../../../platform/errors.ts'
import { parseQueryJson } from '../../../platform/http/body.ts'
import { onlyFields } from '../../../platform/only-fields.ts'
import { ALWAYS, type Condition, fieldsOf, type Json } from '../conditions/condition.ts'
import { Effort, MAX_ANONYMOUS_EFFORT, MAX_EFFORT } from '../conditions/effort.ts'
import { readFilter } from '../conditions/filter.ts'
import { ConditionFault } from '../conditions/read-condition.ts'
import { type EntitySchema, fieldNamed, type Property, placeAt } from '../schemas/entity-schema.ts'
import type { EntityAccess } from './access-entity.ts'
import type { Presentation } from './present-record.ts'
import { isOwn, type RecordKey, recordKey, typesAt } from './record-key.ts'
import type { OrderPart, RecordOrder } from './record-list-store.ts'
import { isAlways } from './record-rules.ts'

type Entity = Presentation

/** In one name; one with more of them cannot be picked. */
const MAX_COMMAS = 8

const NO_FILTER = 'The filter must be JSON, such as {"done": false}'
const DEFAULT_ORDER: RecordOrder = { key: { kind: 'own', name: 'created_date' }, direction: 'desc' }

/** What reading the filters of one request may take. */
export function effortOf(entity: EntityAccess): Effort {
  return new Effort(entity.asker.isKnown ? MAX_EFFORT : MAX_ANONYMOUS_EFFORT)
}

/** `q` as JSON text, and next to it fields with the value they must have. To be read in the caller's slot, as `readWanted`. */
export function readQuery(
  entity: EntityAccess,
  q: string | undefined,
  equal: Record<string, unknown> = {},
): Condition {
  const effort = effortOf(entity)
  const parts = [
    ...(q === undefined
      ? []
      : [readWanted(entity, parseQueryJson(q, 'q', NO_FILTER), ['query', 'q'], effort)]),
    ...Object.entries(equal).map(([name, value]) =>
      readWanted(entity, { [name]: textValue(entity.schema, name, value) }, ['query'], effort),
    ),
  ]
  return parts.length === 0 ? ALWAYS : { all: parts }
}

export function readOrder(entity: Entity, sort: string | undefined): RecordOrder {
  if (sort === undefined || sort === '') return DEFAULT_ORDER
  const isKnown = (one: string) => recordKey(entity.schema, one) !== null
  const names = isKnown(sort) ? [sort] : namesIn(sort.split(','), (one) => isKnown(one) || isKnown(bare(one)))
  if (names.length > MAX_SORTS)
    throw invalid(['query', 'sort'], 'too_long', `Records are sorted by at most ${MAX_SORTS} fields`)
  const [first, ...then] = names.map((one): OrderPart => {
    const { name, direction } = readSort(one, isKnown)
    const key = recordKey(entity.schema, name)
    if (!key) throw invalid(['query', 'sort'], 'enum', `There is no field "${name}"`)
    requireReadable(entity, name, ['query', 'sort'])
    return { key, direction }
  })
  return first ? { ...first, ...(then.length > 0 ? { then } : {}) } : DEFAULT_ORDER
}

/** G700 */
const MAX_SORTS = 4

const bare = (sort: string) => sort.replace(/^[-+]/, '')

/** A sign in front is the direction, unless only a name that begins with it is known. */
export function readSort(
  sort: string,
  isKnown: (name: string) => boolean,
): { name: string; direction: 'asc' | 'desc' } {
  const name = bare(sort)
  if (!isKnown(name) && isKnown(sort)) return { name: sort, direction: 'asc' }
  return { name, direction: sort.startsWith('-') ? 'desc' : 'asc' }
}

/** The type of a field may have changed since the page before, and with the fields what a name stands for. */
export function fitting({ key, then = [] }: RecordOrder, last: string | number | null) {
  if (then.length === 0) {
    if (!isFitting(key, last)) throw ANOTHER_TYPE()
    return last
  }
  const keys = parsedKeys(last)
  const parts = [{ key }, ...then]
  if (keys?.length !== parts.length || !parts.every((part, place) => isFitting(part.key, keys[place])))
    throw ANOTHER_TYPE()
  return last
}

const ANOTHER_TYPE = () =>
  invalid(['query', 'cursor'], 'cursor_invalid', 'The field has another type now; start again')

function isFitting(key: RecordKey, last: unknown): boolean {
  if (last === null || key.kind === 'own') return true
  return (key.as === 'number') === (typeof last === 'number')
}

function parsedKeys(text: string | number | null): unknown[] | null {
  try {
    const keys: unknown = JSON.parse(String(text))
    return Array.isArray(keys) ? keys : null
  } catch {
    return null
  }
}

/** The names of the fields to answer with; null stands for all. */
export function readFields({ schema }: Entity, fields: string | undefined): string[] | null {
  if (fields === undefined || fields === '') return null
  const isKnown = (name: string) => isOwn(name) || Object.hasOwn(schema.properties ?? {}, name)
  const names = namesIn(fields.split(','), isKnown)
  const unknown = names.find((name) => !isKnown(name))
  if (unknown !== undefined) throw invalid(['query', 'fields'], 'enum', `There is no field "${unknown}"`)
  return names
}

/** Each piece is a name, or the first of several that are one name with commas in it. */
function namesIn(pieces: readonly string[], isKnown: (name: string) => boolean): string[] {
  const names: string[] = []
  for (let at = 0; at < pieces.length; ) {
    const piece = pieces[at] as string
    const most = isKnown(piece.trim()) ? 0 : MAX_COMMAS
    const longer = Array.from({ length: most }, (_, more) => pieces.slice(at, at + more + 2))
    const whole = longer.find((some) => isKnown(some.join(',')))
    names.push(whole ? whole.join(',') : isKnown(piece) ? piece : piece.trim())
    at += whole?.length ?? 1
  }
  return names
}

/** The id is always among them. */
export function chosen<Row extends { id: string }>(record: Row, fields: readonly string[] | null) {
  return fields ? { ...onlyFields(record, fields), id: record.id } : record
}

/**
 * A filter that stands at this place of the request. To be read in the caller's slot among the costly queries: it takes
 * the thread that answers everybody.
 */
export function readWanted(
  entity: EntityAccess,
  json: unknown,
  loc: readonly string[],
  effort = effortOf(entity),
): Condition {
  try {
    const condition = readFilter(json, fieldNamed(entity.schema), effort)
    for (const name of fieldsOf(condition)) requireReadable(entity, name, loc)
    return condition
  } catch (fault) {
    if (!(fault instanceof ConditionFault)) throw fault
    throw invalid([...loc, ...fault.place.map(String)], 'value_error', fault.message)
  }
}

/**
 * A field that may not be read in every record, or not all of it, must not be found out by asking, either: not by a
 * filter, an order, a group or a sum.
 */
export function requireReadable(entity: Entity, name: string, loc: readonly string[]): void {
  if (!mayAskFor(entity, name))
    throw invalid([...loc], 'value_error', `The field "${name}" cannot be used here, as you may not read it`)
}

/** Whether the caller may find out about the field by asking. */
export function mayAskFor(entity: Entity, name: string): boolean {
  return isOwn(name)
    ? name !== 'created_by' || !entity.hidesAuthorship
    : isReadableThroughout(entity, name.split('.'))
}

/** Also what is inside it, which may have rules of its own. */
export function isReadableThroughout({ schema, rules }: Entity, path: readonly string[]): boolean {
  const isReadable = (place: readonly string[], property: Property | null | undefined): boolean =>
    isAlways(rules.field(place, 'read')) &&
    Object.entries(property?.properties ?? {}).every(([name, inner]) => isReadable([...place, name], inner))
  return isReadable(path, placeAt(schema.properties ?? {}, path))
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
