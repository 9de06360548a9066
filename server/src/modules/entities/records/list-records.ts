import { type InputOf, operations } from '@atrium/contract'
import type { AnswerHeaders } from '../../../platform/http/visitor.ts'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { accessEntity } from './access-entity.ts'
import { presentAll } from './present-all.ts'
import { presentVisible } from './present-record.ts'
import { readList } from './read-list.ts'
import { bytesOf } from './record-list-store.ts'
import { chosen, readFields, readOrder, readQuery } from './record-query.ts'
import { countWithin, maxListBytes } from './record-size.ts'
import { visibleData } from './visible-data-store.ts'

const NAMED = new Set(Object.keys(operations.records.list.query.properties))

export async function listRecords(
  deps: Deps,
  caller: Caller,
  input: InputOf<typeof operations.records.list>,
  headers: AnswerHeaders,
) {
  const { params, query } = input
  const entity = await accessEntity(deps, caller, input)
  const { q, sort, fields, limit = 5_000, skip = 0 } = query
  const equal = Object.fromEntries(Object.entries(query).filter(([name]) => !NAMED.has(name)))
  const wanted = readFields(entity, fields)
  const order = readOrder(entity, sort)
  const visible = visibleData(entity, wanted)
  const { asker } = entity
  const bytes = maxListBytes(asker.isKnown)
  const rows = await deps.heavyQueries(
    asker,
    async (db, goOn) => {
      const condition = { all: [entity.rules.row('read'), readQuery(entity, q, equal)] }
      return readList(db, goOn, params, { condition, order, visible }, { rows: limit + 1, bytes }, { skip })
    },
    bytesOf,
  )
  const most = Math.min(limit, countWithin(rows, bytes))
  if (rows.length > most) headers.set('X-Truncated', 'true')
  return presentAll(rows.slice(0, most), (row) => chosen(presentVisible(entity, row), wanted))
}
