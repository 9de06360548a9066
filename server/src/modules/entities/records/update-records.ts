import type { InputOf, operations } from '@atrium/contract'
import { invalid, refuse } from '../../../platform/errors.ts'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { readValues } from '../values/read-values.ts'
import { accessToWrite } from './access-entity.ts'
import { takeShare } from './anonymous-writes.ts'
import { answerRoom } from './answer-room.ts'
import { changeHeldRecords } from './change-held-records.ts'
import { changeInParts } from './change-records.ts'
import { judgeUpdate } from './judge-update.ts'
import { presentWritten } from './present-record.ts'
import { recordStore } from './record-store.ts'

export async function updateRecords(
  deps: Deps,
  caller: Caller,
  { params, headers, body }: InputOf<typeof operations.records.bulk_update>,
) {
  const entity = await accessToWrite(deps, caller, { params, headers }, 'larger')
  const ids = body.map(({ id }) => id)
  if (new Set(ids).size < ids.length)
    throw invalid(['body'], 'value_error', 'A record stands twice in the list')
  const changes = body.map((one, index) => ({
    id: one.id,
    values: readValues(entity.schema, one, 'update', ['body', index]),
  }))
  await takeShare(
    deps,
    caller,
    entity,
    changes.map(({ values }) => values),
    { records: 0 },
  )
  const sent = new Map(changes.map(({ id, values }) => [id, values]))
  const written = new Map<string, ReturnType<typeof presentWritten>>()
  await changeInParts(deps, caller, entity, 'records.bulk_update', async (tx, record) => {
    written.clear()
    const store = recordStore(tx, params)
    const held = await store.hold(ids, entity.rules.row('update'))
    const isHeld = new Set(held.map(({ id }) => id))
    const missing = ids.filter((id) => !isHeld.has(id))
    const present = await store.present(missing)
    for (const id of missing) throw refuse(present.has(id) ? 'row_rule_refused' : 'record_not_found')
    await changeHeldRecords(entity, store, {
      held,
      now: deps.clock.now(),
      change(row) {
        const values = sent.get(row.id) ?? {}
        judgeUpdate(entity, row, values)
        return values
      },
      judge: answerRoom(entity),
      async record(rows, before) {
        await record({ unreported: rows, before })
        for (const row of rows) written.set(row.id, presentWritten(entity, row))
      },
    })
  })
  return ids.flatMap((id) => written.get(id) ?? [])
}
