import type { InputOf, operations } from '@atrium/contract'
import { pageOf } from '../../../platform/paging.ts'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { accessEntity } from './access-entity.ts'
import { pageValues } from './page-values.ts'
import { presentAll } from './present-all.ts'
import { presentVisible } from './present-record.ts'
import { readList } from './read-list.ts'
import { bytesOf, keyOf } from './record-list-store.ts'
import { chosen, fitting, readFields, readOrder, readQuery } from './record-query.ts'
import { countWithin, maxListBytes } from './record-size.ts'
import { visibleData } from './visible-data-store.ts'

/** The cursor carries what was asked for, so the next page needs nothing else; the rules are asked again each time. */
export async function pageRecords(
  deps: Deps,
  caller: Caller,
  input: InputOf<typeof operations.records.page>,
) {
  const { params, query } = input
  const entity = await accessEntity(deps, caller, input)
  const list = ['records.page', params.app_id, params.entity_name, entity.user?.id ?? 'anonymous'].join(' ')
  const given = deps.cursors.read(list, query.cursor)
  const { q: filter, sort: by, fields: some, distinct: of, limit = 50, skip = 0 } = query
  const [q, sort, fields, key = null, id, distinct] = given ?? [filter, by, some, null, undefined, of]
  const asked = { q: textOf(q), sort: textOf(sort), fields: textOf(fields), distinct: textOf(distinct) }
  const readCondition = () => ({ all: [entity.rules.row('read'), readQuery(entity, asked.q)] })
  const cursorAt = (last: string | number | null, lastId: string | null) =>
    deps.cursors.write(list, [
      asked.q ?? null,
      asked.sort ?? null,
      asked.fields ?? null,
      last,
      lastId,
      asked.distinct ?? null,
    ])
  if (asked.distinct !== undefined) {
    const values = { field: asked.distinct, sort: asked.sort, fields: asked.fields, after: key }
    return pageValues(deps, params, entity, readCondition, values, limit, (last) => cursorAt(last, null))
  }
  const wanted = readFields(entity, asked.fields)
  const order = readOrder(entity, asked.sort)
  const from = id === undefined ? { skip } : { after: { key: fitting(order, key), id: String(id) } }
  const { asker } = entity
  const bytes = maxListBytes(asker.isKnown)
  const rows = await deps.heavyQueries(
    asker,
    async (db, goOn) => {
      const wantedList = { condition: readCondition(), order, visible: visibleData(entity, wanted) }
      return readList(db, goOn, params, wantedList, { rows: limit + 1, bytes }, from)
    },
    bytesOf,
  )
  const page = pageOf(rows, Math.min(limit, countWithin(rows, bytes)), (row) =>
    cursorAt(keyOf(row.sort_key), row.id),
  )
  return {
    ...page,
    items: await presentAll(page.items, (row) => chosen(presentVisible(entity, row), wanted)),
  }
}

function textOf(value: string | number | null | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined
}
