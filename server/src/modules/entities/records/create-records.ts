import type { InputOf, operations } from '@atrium/contract'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { readValues } from '../values/read-values.ts'
import { accessToWrite } from './access-entity.ts'
import { takeShare } from './anonymous-writes.ts'
import { buildRecords } from './build-records.ts'
import { changeRecords } from './change-records.ts'
import { presentWritten } from './present-record.ts'
import { recordStore } from './record-store.ts'

export async function createRecords(
  deps: Deps,
  caller: Caller,
  input: InputOf<typeof operations.records.bulk_create>,
) {
  const entity = await accessToWrite(deps, caller, input, 'new')
  const values = input.body.map((one, index) => readValues(entity.schema, one, 'create', ['body', index]))
  const rows = buildRecords(deps, caller, entity, values)
  await takeShare(deps, caller, entity, values, { records: rows.length })
  await changeRecords(deps, caller, entity, 'records.bulk_create', async (tx) => {
    await recordStore(tx, input.params).insert(rows)
    return { created: rows }
  })
  return rows.map((row) => presentWritten(entity, row))
}
