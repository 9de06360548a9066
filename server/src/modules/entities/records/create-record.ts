import type { InputOf, operations } from '@atrium/contract'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { readValues } from '../values/read-values.ts'
import { accessToWrite } from './access-entity.ts'
import { takeShare } from './anonymous-writes.ts'
import { buildRecords } from './build-records.ts'
import { changeRecords, isPlain, publish } from './change-records.ts'
import { insertWithoutSubscribers } from './create-store.ts'
import { presentWritten } from './present-record.ts'
import { recordStore } from './record-store.ts'

export async function createRecord(
  deps: Deps,
  caller: Caller,
  input: InputOf<typeof operations.records.create>,
) {
  const entity = await accessToWrite(deps, caller, input, 'new')
  const [row] = buildRecords(deps, caller, entity, [readValues(entity.schema, input.body, 'create')])
  if (!row) throw new Error('one record was to be made')
  await takeShare(deps, caller, entity, [row.data], { records: 1 })
  const isDone =
    (await isPlain(deps, entity, 'created')) &&
    (await insertWithoutSubscribers(deps.db, input.params, row, deps.recordEvents.hasNoSubscribers))
  if (isDone) publish(deps, entity, { created: [row] })
  else {
    await changeRecords(deps, caller, entity, 'records.create', async (tx) => {
      await recordStore(tx, input.params).insert([row])
      return { created: [row] }
    })
  }
  return presentWritten(entity, row)
}
