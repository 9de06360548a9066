import type { InputOf, operations } from '@atrium/contract'
import { pageOf } from '../../platform/paging.ts'
import { type Caller, userOf } from '../../tenancy/index.ts'
import { accessEntity } from './access-entity.ts'
import type { Deps } from './deps.ts'
import { presentRecord } from './present-record.ts'
import { chosen, readFields, readOrder, readQuery } from './record-query.ts'
import { recordStore } from './record-store.ts'

/** The cursor carries what was asked for, so the next page needs nothing else; the rules are asked anew each time. */
export async function pageRecords(
  deps: Deps,
  caller: Caller,
  input: InputOf<typeof operations.records.page>,
) {
  const { params, query } = input
  const entity = await accessEntity(deps, caller, input)
  const list = ['records.page', params.app_id, params.entity_name, userOf(caller).id].join(' ')
  const given = deps.cursors.read(list, query.cursor)
  const [q, sort, fields, key = null, id] = given ?? [query.q, query.sort, query.fields]
  const asked = { q: textOf(q), sort: textOf(sort), fields: textOf(fields) }
  const { limit = 50 } = query
  const condition = { all: [entity.rules.row('read'), readQuery(entity, asked.q)] }
  const wanted = readFields(entity, asked.fields)
  const from = id === undefined ? { skip: 0 } : { after: { key, id: String(id) } }
  const order = readOrder(entity, asked.sort)
  const rows = await recordStore(deps.db, params).list(condition, order, limit + 1, from)
  const page = pageOf(rows, limit, (row) => {
    const last = keyOf(row.sort_key)
    return deps.cursors.write(list, [asked.q ?? null, asked.sort ?? null, asked.fields ?? null, last, row.id])
  })
  return { ...page, items: page.items.map((row) => chosen(presentRecord(entity, row), wanted)) }
}

function textOf(value: string | number | null | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined
}

function keyOf(value: string | number | boolean | Date | null): string | number | null {
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'boolean' ? String(value) : value
}
