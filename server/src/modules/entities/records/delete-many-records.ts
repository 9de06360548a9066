import type { InputOf, operations } from '@atrium/contract'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { accessEntity } from './access-entity.ts'
import { changeRecords } from './change-records.ts'
import { readWanted } from './record-query.ts'
import { recordStore } from './record-store.ts'

const BATCH = 500

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
    const { deleted = [] } = await changeRecords(deps, caller, entity, 'records.delete_many', async (tx) => ({
      deleted: await recordStore(tx, params).deleteSome(condition, BATCH),
    }))
    count += deleted.length
    if (deleted.length < BATCH) return { success: true as const, deleted: count }
  }
}
