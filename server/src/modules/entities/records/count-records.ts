import type { InputOf, operations } from '@atrium/contract'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { accessEntity } from './access-entity.ts'
import { readQuery } from './record-query.ts'
import { recordStore } from './record-store.ts'

/** The rules come before the counting: nobody learns of records they may not read. */
export async function countRecords(
  deps: Deps,
  caller: Caller,
  input: InputOf<typeof operations.records.count>,
) {
  const entity = await accessEntity(deps, caller, input)
  const count = await deps.heavyQueries(entity.asker, async (db) => {
    const condition = { all: [entity.rules.row('read'), readQuery(entity, input.query.q)] }
    return recordStore(db, input.params).count(condition)
  })
  return { count }
}
