import type { InputOf, operations } from '@atrium/contract'
import { invalid } from '../../../platform/errors.ts'
import type { Caller } from '../../../tenancy/index.ts'
import type { Condition } from '../conditions/condition.ts'
import type { Deps } from '../deps.ts'
import { readValues } from '../values/read-values.ts'
import { accessToWrite, askerOf, type EntityAccess } from './access-entity.ts'
import { buildRecords } from './build-records.ts'
import { changeRecords } from './change-records.ts'
import { judgeUpdate } from './judge-update.ts'
import { presentWritten } from './present-record.ts'
import { requireReadable } from './record-query.ts'
import { maxListBytes } from './record-size.ts'
import { byId, type RecordRow, recordStore } from './record-store.ts'

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
  if (new Set(keys.map(nameOf)).size < keys.length)
    throw invalid(['body', 'records'], 'value_error', 'A key stands twice')

  const nameAt = (index: number) => nameOf(keys[index] ?? [])

  const asker = askerOf(entity)
  const { rules } = entity
  const wanted = { all: [rules.row('read'), hasOneOf(fields, keys)] }
  // All of it takes a place among the costly questions: those who wait for each other hold up nobody of another app.
  const { created = [], updated = [] } = await deps.heavyQueries(asker, (db) =>
    changeRecords(deps, caller, entity, 'records.upsert', async (tx) => {
      const store = recordStore(tx, params)
      await store.lockKey(fields)
      // What others made by this key is there: they were waited for until their end.
      const ids = await recordStore(db, params).oldestOfEach(wanted, fields)
      const rows = await store.hold(ids, wanted, maxListBytes(asker.isKnown))
      const held = new Map(rows.map((row) => [nameOf(keyIn(row, fields)), row]))
      const merged = body.records.flatMap((record, index) => {
        const row = held.get(nameAt(index))
        if (!row) return []
        const values = readValues(schema, record, 'update', ['body', 'records', index])
        judgeUpdate(entity, row, values)
        return [{ id: row.id, data: { ...row.data, ...values } }]
      })
      const fresh = body.records.flatMap((record, index) =>
        held.has(nameAt(index)) ? [] : [readValues(schema, record, 'create', ['body', 'records', index])],
      )
      const made = buildRecords(deps, caller, entity, fresh)
      await store.insert(made)
      const updated = await store.replace(merged, deps.clock.now())
      return { created: made, updated, before: byId(rows) }
    }),
  )
  const byKey = new Map([...created, ...updated].map((row) => [nameOf(keyIn(row, fields)), row]))
  const written = keys.flatMap((key) => byKey.get(nameOf(key)) ?? [])
  return {
    created: created.length,
    updated: updated.length,
    records: written.map((row) => presentWritten(entity, row)),
  }
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
