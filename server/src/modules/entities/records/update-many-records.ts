import type { InputOf, operations } from '@atrium/contract'
import { ApiError } from '../../../platform/errors.ts'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { checkValues } from '../values/values.ts'
import { accessEntity } from './access-entity.ts'
import { changeRecords } from './change-records.ts'
import { judgeUpdate } from './judge-update.ts'
import { readWanted } from './record-query.ts'
import { byId, recordStore } from './record-store.ts'
import { changedValues, readOperators } from './update-operators.ts'

const BATCH = 500

export async function updateManyRecords(
  deps: Deps,
  caller: Caller,
  { params, headers, body }: InputOf<typeof operations.records.update_many>,
) {
  const entity = await accessEntity(deps, caller, { params, headers })
  const { schema, rules } = entity
  const changes = readOperators(schema, body.data)
  const wanted = readWanted(entity, body.query, ['body', 'query'])
  const condition = { all: [rules.row('read'), rules.row('update'), wanted] }
  let matched = 0
  const { updated = [] } = await changeRecords(deps, caller, entity, 'records.update_many', async (tx) => {
    const store = recordStore(tx, params)
    const held = await store.lock(condition, BATCH + 1)
    matched = held.length
    const now = deps.clock.now()
    const merged = held.slice(0, BATCH).map((row) => {
      const values = changedValues(row.data, changes, now)
      const faults = checkValues(schema, values, 'update', ['body', 'data'])
      if (faults.length > 0) throw new ApiError('validation_error', { detail: faults })
      judgeUpdate(entity, row, values)
      return { id: row.id, data: { ...row.data, ...values } }
    })
    return { updated: await store.replace(merged, now), before: byId(held) }
  })
  return { success: true as const, updated: updated.length, has_more: matched > BATCH }
}
