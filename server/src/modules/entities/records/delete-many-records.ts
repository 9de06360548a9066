import type { InputOf, operations } from '@atrium/contract'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { accessEntity } from './access-entity.ts'
import { changeRecords } from './change-records.ts'
import { chooseRecords } from './choose-records.ts'
import { readWanted } from './record-query.ts'
import { recordStore } from './record-store.ts'

/** So many at a time, each batch with its events in a transaction of its own. */
export async function deleteManyRecords(
  deps: Deps,
  caller: Caller,
  { params, headers, body }: InputOf<typeof operations.records.delete_many>,
) {
  const entity = await accessEntity(deps, caller, { params, headers })
  const { rules } = entity
  const condition = { all: [rules.row('read'), rules.row('delete'), readWanted(entity, body, ['body'])] }
  let count = 0
  for (;;) {
    const { ids, has_more } = await chooseRecords(deps, entity, params, condition)
    const { deleted = [] } = await changeRecords(deps, caller, entity, 'records.delete_many', async (tx) => ({
      deleted: await recordStore(tx, params).deleteOf(ids, condition),
    }))
    count += deleted.length
    if (!has_more) return { success: true as const, deleted: count }
  }
}
