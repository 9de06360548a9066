import type { InputOf, operations } from '@atrium/contract'
import { refuse } from '../../../platform/errors.ts'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { accessEntity } from './access-entity.ts'
import { readRecord } from './get-store.ts'
import { presentIfReadable } from './present-record.ts'

export async function getRecord(deps: Deps, caller: Caller, input: InputOf<typeof operations.records.get>) {
  const entity = await accessEntity(deps, caller, input)
  const row = await readRecord(deps.db, input.params, input.params.entity_id)
  const record = row && presentIfReadable(entity, row)
  if (!record) throw refuse('record_not_found')
  return record
}
