import type { InputOf, operations } from '@atrium/contract'
import { refuse } from '../../../platform/errors.ts'
import type { Caller } from '../../../tenancy/index.ts'
import { matches } from '../conditions/matches.ts'
import type { Deps } from '../deps.ts'
import { keepsHistory } from '../history/record-history.ts'
import { readValues } from '../values/read-values.ts'
import { accessToWrite, type EntityAccess } from './access-entity.ts'
import { takeShare } from './anonymous-writes.ts'
import { changeRecords, isListenedTo, isPlain, publish, startsSomething } from './change-records.ts'
import { judgeSize, maxReadableBytes, mayBeTooLargeUnread } from './judge-size.ts'
import { judgeUpdate } from './judge-update.ts'
import { presentWritten, valuesOf } from './present-record.ts'
import { writeGuards } from './record-rules.ts'
import { type RecordRow, type RecordSet, recordStore } from './record-store.ts'
import { type Update, updateByRules, updateWithoutSubscribers } from './update-store.ts'

/** Spec: PUT record. One statement judges the record, merges the fields and answers, if nobody listens. */
export async function updateRecord(
  deps: Deps,
  caller: Caller,
  input: InputOf<typeof operations.records.update>,
) {
  const { params, headers, body } = input
  const entity = await accessToWrite(deps, caller, input, 'larger')
  const values = readValues(entity.schema, body, 'update')
  const guards = writeGuards(entity.rules, values, 'update')
  await takeShare(deps, caller, entity, [values], { records: 0 })
  const version = headers['if-match']?.slice(1, -1) ?? null
  const mostBytes = mayBeTooLargeUnread(entity, values) ? 0 : maxReadableBytes(entity)
  const update = { id: params.entity_id, values, guards, version, now: deps.clock.now(), mostBytes }
  const row =
    (mostBytes > 0 &&
      !keepsHistory(deps, caller, entity) &&
      (await isPlain(deps, entity, 'updated')) &&
      (await updateAndPublish(deps, entity, update))) ||
    (await updateAndTell(deps, caller, entity, update))
  return presentWritten(entity, row)
}

/** Null also when somebody wants to know of it: then it was not done. */
async function updateAndPublish(deps: Deps, entity: EntityAccess, update: Update) {
  const row = await updateWithoutSubscribers(deps.db, setOf(entity), entity.rules, update, deps.recordEvents)
  if (row) publish(deps, entity, { updated: [row] })
  return row
}

/** Refuses with what stands in the way; a record that the statement takes for too large is judged by what the caller reads. */
async function updateAndTell(deps: Deps, caller: Caller, entity: EntityAccess, update: Update) {
  const set = setOf(entity)
  const { updated } = await changeRecords(deps, caller, entity, 'records.update', async (tx) => {
    const store = recordStore(tx, set)
    const needsBefore =
      keepsHistory(deps, caller, entity) ||
      isListenedTo(deps, entity) ||
      (await startsSomething(deps, tx, entity, 'updated'))
    const held = needsBefore ? await store.findAndHold(update.id) : null
    const before = new Map(held && [[held.id, held]])
    const merged = await updateByRules(tx, set, entity.rules, update)
    if (merged) return { updated: [merged], before }
    const row = await store.findAndHold(update.id)
    if (!row) throw refuse('record_not_found')
    judgeUpdate(entity, row, update.values, update.guards)
    requireVersion(entity, row, update)
    const data = { ...row.data, ...update.values }
    judgeSize(entity, { ...row, data }, update.values)
    return { updated: await store.replace([{ id: row.id, data }], update.now), before }
  })
  const [row] = updated ?? []
  if (!row) throw refuse('record_not_found')
  return row
}

/** Last of all: those who may not write the record, or not read it, learn nothing of when it changed. */
function requireVersion({ rules }: EntityAccess, row: RecordRow, { version }: Update): void {
  if (version === null) return
  const values = valuesOf(row)
  if (!matches(rules.row('read'), values) || values.updated_date !== version) throw refuse('record_changed')
}

function setOf({ app, schema }: EntityAccess): RecordSet {
  return { app_id: app.id, entity_name: schema.name }
}
