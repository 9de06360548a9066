import type { InputOf, operations } from '@atrium/contract'
import { refuse } from '../../platform/errors.ts'
import type { Caller } from '../../tenancy/index.ts'
import { accessEntity } from './access-entity.ts'
import { changeRecords } from './change-records.ts'
import type { Deps } from './deps.ts'
import { judgeUpdate } from './judge-update.ts'
import { presentWritten } from './present-record.ts'
import { readValues } from './read-values.ts'
import { writeGuards } from './record-rules.ts'
import { recordStore } from './record-store.ts'

/** Spec: PUT record. One statement judges the record, merges the fields and answers; why it did not is asked after. */
export async function updateRecord(
  deps: Deps,
  caller: Caller,
  input: InputOf<typeof operations.records.update>,
) {
  const { params, body } = input
  const id = params.entity_id
  const entity = await accessEntity(deps, caller, input)
  const values = readValues(entity.schema, body, 'update')
  const guards = writeGuards(entity.schema, entity.rules, values, 'update')
  const condition = { all: [entity.rules.row('update'), ...guards.map((guard) => guard.condition)] }
  const { updated } = await changeRecords(deps, caller, entity, 'records.update', async (tx) => {
    const store = recordStore(tx, params)
    const merge = () => store.merge(id, values, condition, deps.clock.now())
    const merged = await merge()
    if (merged) return { updated: [merged] }
    // Refuses with what stood in the way, unless somebody changed the record meanwhile and nothing does any more.
    const row = await store.find(id)
    if (!row) throw refuse('record_not_found')
    judgeUpdate(entity, row, values, guards)
    const now = await merge()
    return { updated: now ? [now] : [] }
  })
  const [row] = updated ?? []
  if (!row) throw refuse('record_not_found')
  return presentWritten(entity, row)
}
