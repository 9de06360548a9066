import type { InputOf, operations } from '@atrium/contract'
import { invalid, refuse } from '../../../platform/errors.ts'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { readValues } from '../values/read-values.ts'
import { accessToWrite, askerOf } from './access-entity.ts'
import { changeRecords } from './change-records.ts'
import { judgeUpdate } from './judge-update.ts'
import { presentWritten } from './present-record.ts'
import { maxListBytes } from './record-size.ts'
import { byId, recordStore } from './record-store.ts'

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
  const { unreported = [] } = await changeRecords(deps, caller, entity, 'records.bulk_update', async (tx) => {
    const store = recordStore(tx, params)
    // What the rules refuse is not read: how large it is must change no answer.
    const allowed = entity.rules.row('update')
    const held = byId(await store.hold(ids, allowed, maxListBytes(askerOf(entity).isKnown)))
    const present = await store.present(ids.filter((id) => !held.has(id)))
    const merged = changes.map(({ id, values }) => {
      const row = held.get(id)
      if (!row) throw refuse(present.has(id) ? 'row_rule_refused' : 'record_not_found')
      judgeUpdate(entity, row, values)
      return { id, data: { ...row.data, ...values } }
    })
    return { unreported: await store.replace(merged, deps.clock.now()), before: held }
  })
  const written = byId(unreported)
  return ids.flatMap((id) => written.get(id) ?? []).map((row) => presentWritten(entity, row))
}
