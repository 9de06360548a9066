/** The different values of a field, page by page. */
import { invalid } from '../../../platform/errors.ts'
import { pageOf } from '../../../platform/paging.ts'
import type { Condition } from '../conditions/condition.ts'
import type { Deps } from '../deps.ts'
import { askerOf, type EntityAccess } from './access-entity.ts'
import { isOwn, typesAt } from './record-key.ts'
import { keyOf, recordListStore } from './record-list-store.ts'
import { fitting, readOrder, requireReadable } from './record-query.ts'
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
  condition: Condition,
  { field, sort, fields, after }: AskedValues,
  limit: number,
  cursorAfter: (last: string | number | null) => string,
) {
  requirePlain(entity, field)
  if (fields !== undefined)
    throw invalid(['query', 'fields'], 'value_error', 'Fields cannot be chosen beside "distinct"')
  const order = readOrder(entity, sort ?? field)
  if (sort !== undefined && sort.replace(/^[-+]/, '') !== field)
    throw invalid(['query', 'sort'], 'value_error', `Values of "${field}" can only be sorted by themselves`)
  const { key } = order
  const from = fitting(order, after)
  const rows = await deps.heavyQueries(askerOf(entity), (db) =>
    recordListStore(db, set).values(condition, order, limit + 1, from),
  )
  const page = pageOf(rows, limit, (row) => cursorAfter(keyOf(row.value)))
  const isTruth = key.kind === 'data' && key.as === 'boolean'
  const items = page.items.map(({ value }) => ({ [field]: isTruth ? value === 'true' : value }))
  return { ...page, items: items as never[] } // one field alone; a whole record is typed for those who ask for records
}

/** Of several types only one would be seen, and lists are not values of one kind. */
function requirePlain(entity: EntityAccess, name: string): void {
  const loc = ['query', 'distinct']
  requireReadable(entity, name, loc)
  if (isOwn(name)) return
  const types = typesAt(entity.schema, name.split('.')).filter((type) => type !== 'null')
  const kinds = new Set(types.map((type) => (type === 'integer' ? 'number' : type)))
  const isPlain = kinds.size === 1 && !kinds.has('array') && !kinds.has('object')
  if (!isPlain) throw invalid(loc, 'value_error', `"${name}" is no field of texts, numbers or booleans alone`)
}
