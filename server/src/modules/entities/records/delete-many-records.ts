import type { InputOf, operations } from '@atrium/contract'
import type { Caller } from '../../../tenancy/index.ts'
import type { Condition } from '../conditions/condition.ts'
import type { Deps } from '../deps.ts'
import { accessEntity } from './access-entity.ts'
import { changeRecords } from './change-records.ts'
import { chooseRecords } from './choose-records.ts'
import { readWanted } from './record-query.ts'
import { MAX_RECORD_BYTES } from './record-size.ts'
import { recordStore } from './record-store.ts'

const BATCH = { rows: 500, bytes: 32 * MAX_RECORD_BYTES }

/** So many at a time, each batch with its events in a transaction of its own. */
export async function deleteManyRecords(
  deps: Deps,
  caller: Caller,
  { params, headers, body }: InputOf<typeof operations.records.delete_many>,
) {
  const entity = await accessEntity(deps, caller, { params, headers })
  const { rules } = entity
  let read: Condition | null = null
  const readCondition = () => {
    read ??= { all: [rules.row('read'), rules.row('delete'), readWanted(entity, body, ['body'])] }
    return read
  }
  let count = 0
  for (;;) {
    const { ids, has_more, condition } = await chooseRecords(deps, entity, params, readCondition, BATCH)
    const { deleted = [] } = await changeRecords(deps, caller, entity, 'records.delete_many', async (tx) => ({
      deleted: await recordStore(tx, params).deleteOf(ids, condition),
    }))
    count += deleted.length
    if (!has_more) return { success: true as const, deleted: count }
  }
}
