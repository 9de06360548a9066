import type { InputOf, operations } from '@atrium/contract'
import { invalid } from '../../../platform/errors.ts'
import type { Caller } from '../../../tenancy/index.ts'
import type { Condition } from '../conditions/condition.ts'
import type { Deps } from '../deps.ts'
import { readValues } from '../values/read-values.ts'
import type { Values } from '../values/values.ts'
import { accessToWrite, type EntityAccess } from './access-entity.ts'
import { takeShare } from './anonymous-writes.ts'
import { answerRoom } from './answer-room.ts'
import { buildRecords } from './build-records.ts'
import { changeHeldRecords } from './change-held-records.ts'
import { changeInParts } from './change-records.ts'
import { judgeUpdate } from './judge-update.ts'
import { presentWritten } from './present-record.ts'
import { requireReadable } from './record-query.ts'
import { type RecordRow, recordStore } from './record-store.ts'

type Input = InputOf<typeof operations.records.upsert>

/**
 * Those that are there are found by the key, of several the oldest that may be read; two at once wait for each other, so
 * that none is made twice.
 */
export async function upsertRecords(deps: Deps, caller: Caller, { params, headers, body }: Input) {
  const entity = await accessToWrite(deps, caller, { params, headers }, 'new')
  const { schema } = entity
  const fields = readKeyFields(entity, body.key)
  const keys = body.records.map((record, index) => keyOf(record, fields, index))
  const names = keys.map(nameOf)
  if (new Set(names).size < names.length)
    throw invalid(['body', 'records'], 'value_error', 'A key stands twice')

  const { rules } = entity
  const wanted = { all: [rules.row('read'), hasOneOf(fields, keys)] }
  // All count as new: which of them are there already is not known yet.
  await takeShare(deps, caller, entity, body.records as Values[], { records: body.records.length })
  const written = new Map<string, ReturnType<typeof presentWritten>>()
  const note = (rows: readonly RecordRow[]) => {
    for (const row of rows) written.set(nameOf(keyIn(row, fields)), presentWritten(entity, row))
  }
  const endTurn = await deps.upsertTurns(params, fields)
  // All of it takes a place among the costly questions, behind a turn that takes none.
  const counts = await deps
    .heavyQueries(entity.asker, (db) =>
      changeInParts(deps, caller, entity, 'records.upsert', async (tx, record) => {
        written.clear()
        const store = recordStore(tx, params)
        await store.lockKey(fields)
        // What others made by this key is there: they were waited for until their end.
        const ids = await recordStore(db, params).oldestOfEach(wanted, fields)
        const held = await store.hold(ids, wanted)
        const judge = answerRoom(entity)
        await changeHeldRecords(entity, store, {
          held,
          now: deps.clock.now(),
          change(row) {
            const index = names.indexOf(nameOf(keyIn(row, fields)))
            const values = readValues(schema, body.records[index] ?? {}, 'update', ['body', 'records', index])
            judgeUpdate(entity, row, values)
            return values
          },
          judge,
          async record(rows, before) {
            await record({ updated: rows, before })
            note(rows)
          },
        })
        const fresh = body.records.flatMap((one, index) =>
          written.has(names[index] ?? '')
            ? []
            : [readValues(schema, one, 'create', ['body', 'records', index])],
        )
        const made = buildRecords(deps, caller, entity, fresh)
        made.forEach(judge)
        await store.insert(made)
        await record({ created: made })
        note(made)
        return { created: made.length, updated: held.length }
      }),
    )
    .finally(endTurn)
  return { ...counts, records: names.flatMap((name) => written.get(name) ?? []) }
}

type Key = readonly (string | number)[]

/** One field or several, which the caller may read in every record. */
function readKeyFields(entity: EntityAccess, key: string | string[]): string[] {
  const fields = [key].flat()
  if (new Set(fields).size < fields.length)
    throw invalid(['body', 'key'], 'value_error', 'A field stands twice')
  for (const name of fields) {
    if (!Object.hasOwn(entity.schema.properties ?? {}, name))
      throw invalid(['body', 'key'], 'enum', `There is no field "${name}"`)
    requireReadable(entity, name, ['body', 'key'])
  }
  return fields
}

/** Each field has one of its values, which an index finds; of several fields, the values belong together. */
function hasOneOf(fields: readonly string[], keys: readonly Key[]): Condition {
  const isOneOf = (name: string, values: readonly (string | number)[]): Condition => ({
    field: { kind: 'data', path: [name], mayBeList: false },
    test: { is: 'one_of', values },
  })
  const each = fields.map((name, at) => isOneOf(name, [...new Set(keys.flatMap((key) => key[at] ?? []))]))
  if (fields.length === 1) return { all: each }
  const together = keys.map((key) => ({
    all: fields.map((name, at) => isOneOf(name, key.slice(at, at + 1))),
  }))
  return { all: [...each, { any: together }] }
}

function keyOf(record: Record<string, unknown>, fields: readonly string[], index: number): Key {
  return fields.map((name) => {
    const value = record[name]
    if ((typeof value === 'string' && value !== '') || typeof value === 'number') return value
    throw invalid(['body', 'records', index, name], 'missing', 'Every record needs a text or number here')
  })
}

function keyIn(row: RecordRow, fields: readonly string[]): Key {
  return fields.map((name) => row.data[name] as string | number)
}

function nameOf(key: Key): string {
  return JSON.stringify(key)
}
