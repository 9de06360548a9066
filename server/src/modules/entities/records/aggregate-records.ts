import type { InputOf, operations } from '@atrium/contract'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { accessEntity } from './access-entity.ts'
import { readColumns, readHaving, readRowOrder } from './aggregate-query.ts'
import { aggregateStore } from './aggregate-store.ts'
import { effortOf, readWanted } from './record-query.ts'
import { bytesAsJson } from './record-size.ts'

/** The rules come before the counting, so that no sum tells of what the caller may not read. */
export async function aggregateRecords(
  deps: Deps,
  caller: Caller,
  { params, headers, body }: InputOf<typeof operations.records.aggregate>,
) {
  const entity = await accessEntity(deps, caller, { params, headers })
  const { limit = 1_000 } = body
  const rows = await deps.heavyQueries(
    entity.asker,
    async (db) => {
      const columns = readColumns(entity, body)
      const effort = effortOf(entity)
      const wanted = readWanted(entity, body.query ?? {}, ['body', 'query'], effort)
      const condition = { all: [entity.rules.row('read'), wanted] }
      const having = readHaving(columns, body.having, effort)
      const order = readRowOrder(columns, body.sort)
      return aggregateStore(db, params).rows(condition, columns, having, order, limit + 1)
    },
    bytesAsJson,
  )
  return { rows: rows.slice(0, limit), truncated: rows.length > limit }
}
