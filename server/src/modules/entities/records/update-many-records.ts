import type { InputOf, operations } from '@atrium/contract'
import { ApiError, refuse } from '../../../platform/errors.ts'
import type { Caller } from '../../../tenancy/index.ts'
import { NEVER } from '../conditions/condition.ts'
import type { Deps } from '../deps.ts'
import { checkValues, type Values } from '../values/values.ts'
import { accessToWrite, type EntityAccess } from './access-entity.ts'
import { takeShare } from './anonymous-writes.ts'
import { changeHeldRecords } from './change-held-records.ts'
import { changeInParts } from './change-records.ts'
import { chooseRecords } from './choose-records.ts'
import { judgeUpdate } from './judge-update.ts'
import { valuesOf } from './present-record.ts'
import { readWanted } from './record-query.ts'
import { hiddenPlaces, writeGuards } from './record-rules.ts'
import { type RecordRow, recordStore } from './record-store.ts'
import { changedValues, type FieldChange, readOperators } from './update-operators.ts'

export async function updateManyRecords(
  deps: Deps,
  caller: Caller,
  { params, headers, body }: InputOf<typeof operations.records.update_many>,
) {
  const entity = await accessToWrite(deps, caller, { params, headers }, 'larger')
  const { schema, rules } = entity
  const changes = readOperators(schema, body.data)
  const { ids, has_more, condition } = await chooseRecords(
    deps,
    entity,
    params,
    () => ({
      all: [rules.row('read'), rules.row('update'), readWanted(entity, body.query, ['body', 'query'])],
    }),
    MOST,
  )
  await takeShare(deps, caller, entity, [body.data as Values], { records: 0, times: ids.length })
  const updated = await changeInParts(deps, caller, entity, 'records.update_many', async (tx, record) => {
    const store = recordStore(tx, params)
    const held = await store.hold(ids, condition)
    const now = deps.clock.now()
    await changeHeldRecords(entity, store, {
      held,
      now,
      change(row) {
        const values = changedValues(row.data, changes, now)
        // First, so that only those who may know a value learn what is wrong with it.
        judgeChanges(entity, row, changes, values)
        const faults = checkValues(schema, values, 'update', ['body', 'data'])
        if (faults.length > 0) throw new ApiError('validation_error', { detail: faults })
        return values
      },
      record: (rows, before) => record({ updated: rows, before }),
    })
    return held.length
  })
  return { success: true as const, updated, has_more }
}

/** Whatever their size: where a call ends must not tell how large hidden values are. */
const MOST = { rows: 500, bytes: Number.MAX_SAFE_INTEGER }

/** Every field that is named counts as sent, also where it stays as it is: no answer tells what may not be read. */
function judgeChanges(
  entity: EntityAccess,
  row: RecordRow,
  changes: readonly FieldChange[],
  values: Values,
): void {
  const { rules } = entity
  const record = valuesOf(row)
  const fields = changes.flatMap(({ field, isRead }) => (isRead ? hiddenPlaces(rules, field, record) : []))
  if (fields.length > 0) throw refuse('field_rule_refused', { extra: { fields } })
  const moved = new Set(changes.filter(({ isMoved }) => isMoved).map(({ field }) => field))
  const guards = writeGuards(rules, values, 'update').map((guard) =>
    moved.has(guard.path[0] ?? '') ? { ...guard, read: NEVER } : guard,
  )
  judgeUpdate(entity, row, values, guards)
}
