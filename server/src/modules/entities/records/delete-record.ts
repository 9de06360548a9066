import type { InputOf, operations } from '@atrium/contract'
import { refuse } from '../../../platform/errors.ts'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { accessEntity } from './access-entity.ts'
import { changeRecords } from './change-records.ts'
import { recordStore } from './record-store.ts'

export async function deleteRecord(
  deps: Deps,
  caller: Caller,
  input: InputOf<typeof operations.records.delete>,
) {
  const { params } = input
  const id = params.entity_id
  const entity = await accessEntity(deps, caller, input)
  await changeRecords(deps, caller, entity, 'records.delete', async (tx) => {
    const store = recordStore(tx, params)
    const deleted = await store.delete(id, entity.rules.row('delete'))
    if (deleted) return { deleted: [deleted] }
    throw refuse((await store.find(id)) ? 'row_rule_refused' : 'record_not_found')
  })
  return { success: true as const }
}
