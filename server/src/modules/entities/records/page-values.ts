/** The different values of a field, page by page. */
import { invalid } from '../../../platform/errors.ts'
import { pageOf } from '../../../platform/paging.ts'
import type { Condition } from '../conditions/condition.ts'
import type { Deps } from '../deps.ts'
import { placeAt, typesOf } from '../schemas/entity-schema.ts'
import type { EntityAccess } from './access-entity.ts'
import { isOwn, keyType, typesAt } from './record-key.ts'
import { keyOf, recordListStore, type SortKey } from './record-list-store.ts'
import { fitting, readOrder, requireReadable } from './record-query.ts'
import { bytesAsJson } from './record-size.ts'
import type { RecordSet } from './record-store.ts'

interface AskedValues {
  field: string
  sort: string | undefined
  fields: string | undefined
  /** The last value of the page before. */
  after: string | number | null
}

export async function pageValues(
  deps: Deps,
  set: RecordSet,
  entity: EntityAccess,
  readCondition: () => Condition,
  { field, sort, fields, after }: AskedValues,
  limit: number,
  cursorAfter: (last: string | number | null) => string,
) {
  const elements = elementTypes(entity, field)
  requirePlain(entity, field, elements)
  if (fields !== undefined)
    throw invalid(['query', 'fields'], 'value_error', 'Fields cannot be chosen next to "distinct"')
  const order = readOrder(entity, sort ?? field)
  if (order.then || (sort !== undefined && sort.replace(/^[-+]/, '') !== field))
    throw invalid(['query', 'sort'], 'value_error', `Values of "${field}" can only be sorted by themselves`)
  const key = order.key.kind === 'data' && elements ? { ...order.key, as: keyType(elements) } : order.key
  const from = fitting({ ...order, key }, after)
  const most = Math.min(limit, MOST_VALUES)
  const rows = await deps.heavyQueries(
    entity.asker,
    async (db) =>
      recordListStore(db, set).values(readCondition(), { ...order, key }, most + 1, from, elements !== null),
    bytesAsJson,
  )
  const page = pageOf(rows, most, (row) => cursorAfter(keyOf(row.value)))
  const isTruth = key.kind === 'data' && key.as === 'boolean'
  const items = page.items.map(({ value }) => (isTruth ? value === 'true' : bare(value)))
  return { ...page, items: items as never[] } // bare values; whole records are typed for those who ask for records
}

const MOST_VALUES = 1_000

function bare(value: SortKey) {
  return value instanceof Date ? value.toISOString() : value
}

/** The types of the elements where the field is a list; null where it is none. */
function elementTypes({ schema }: EntityAccess, name: string): readonly string[] | null {
  const place = isOwn(name) ? null : placeAt(schema.properties ?? {}, name.split('.'))
  if (!place || !kindsOf(typesOf(place) ?? []).has('array')) return null
  return typesOf(place.items ?? {}) ?? []
}

/** Of several types only one would be seen. */
function requirePlain(entity: EntityAccess, name: string, elements: readonly string[] | null): void {
  const loc = ['query', 'distinct']
  requireReadable(entity, name, loc)
  if (isOwn(name)) return
  const kinds = kindsOf(typesAt(entity.schema, name.split('.')))
  const plain = elements && kinds.size === 1 ? kindsOf(elements) : kinds
  const isPlain = plain.size === 1 && !plain.has('array') && !plain.has('object')
  if (!isPlain)
    throw invalid(loc, 'value_error', `"${name}" holds more than texts, numbers or booleans alone`)
}

function kindsOf(types: readonly string[]): ReadonlySet<string> {
  return new Set(
    types.filter((type) => type !== 'null').map((type) => (type === 'integer' ? 'number' : type)),
  )
}
