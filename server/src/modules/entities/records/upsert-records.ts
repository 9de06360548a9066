import type { InputOf, operations } from '@atrium/contract'
import { invalid, refuse } from '../../../platform/errors.ts'
import type { Caller } from '../../../tenancy/index.ts'
import type { Condition, Json } from '../conditions/condition.ts'
import { matches } from '../conditions/matches.ts'
import type { Deps } from '../deps.ts'
import { readValues } from '../values/read-values.ts'
import { accessEntity, type EntityAccess } from './access-entity.ts'
import { changeRecords } from './change-records.ts'
import { judgeUpdate } from './judge-update.ts'
import { makeRecords } from './make-records.ts'
import { presentWritten, valuesOf } from './present-record.ts'
import { requireReadable } from './record-query.ts'
import { byId, type RecordRow, recordStore } from './record-store.ts'

type Input = InputOf<typeof operations.records.upsert>

/** Those that are there are found by the key; two at once wait for each other, so that none is made twice. */
export async function upsertRecords(deps: Deps, caller: Caller, { params, headers, body }: Input) {
  const entity = await accessEntity(deps, caller, { params, headers })
  const { schema } = entity
  const { key } = body
  if (!Object.hasOwn(schema.properties ?? {}, key))
    throw invalid(['body', 'key'], 'enum', `There is no field "${key}"`)
  requireReadable(entity, key, ['body', 'key'])
  const keys = body.records.map((record, index) => keyOf(record[key], index, key))
  if (new Set(keys).size < keys.length)
    throw invalid(['body', 'records'], 'value_error', 'A key stands twice')

  const { created = [], updated = [] } = await changeRecords(
    deps,
    caller,
    entity,
    'records.upsert',
    async (tx) => {
      const store = recordStore(tx, params)
      await store.lockKey(key)
      const held = await heldByKey(store, entity, key, keys)
      const merged = body.records.flatMap((record, index) => {
        const row = held.get(keys[index] ?? '')
        if (!row) return []
        const values = readValues(schema, record, 'update', ['body', 'records', index])
        judgeUpdate(entity, row, values)
        return [{ id: row.id, data: { ...row.data, ...values } }]
      })
      const fresh = body.records.flatMap((record, index) =>
        held.has(keys[index] ?? '') ? [] : [readValues(schema, record, 'create', ['body', 'records', index])],
      )
      const made = makeRecords(deps, caller, entity, fresh)
      await store.insert(made)
      const updated = await store.replace(merged, deps.clock.now())
      return { created: made, updated, before: byId([...held.values()]) }
    },
  )
  const byKey = new Map([...created, ...updated].map((row) => [row.data[key], row]))
  const written = keys.flatMap((one) => byKey.get(one) ?? [])
  return {
    created: created.length,
    updated: updated.length,
    records: written.map((row) => presentWritten(entity, row)),
  }
}

/**
 * Of several with the same key, the oldest that may be read. Where none may, the key is taken all the same: a second
 * record would break it, so this is refused like a record that may not be changed.
 */
async function heldByKey(
  store: ReturnType<typeof recordStore>,
  { rules }: EntityAccess,
  key: string,
  keys: readonly (string | number)[],
): Promise<Map<Json | undefined, RecordRow>> {
  const isKnown: Condition = {
    field: { kind: 'data', path: [key], mayBeList: false },
    test: { is: 'one_of', values: keys },
  }
  const held = await store.lock(isKnown, MOST)
  const readable = held.filter((row) => matches(rules.row('read'), valuesOf(row)))
  const byKey = new Map(readable.toReversed().map((row) => [row.data[key], row]))
  if (held.some((row) => !byKey.has(row.data[key]))) throw refuse('row_rule_refused')
  return byKey
}

const MOST = 5_000

function keyOf(value: unknown, index: number, key: string): string | number {
  if ((typeof value === 'string' && value !== '') || typeof value === 'number') return value
  throw invalid(['body', 'records', index, key], 'missing', 'Every record needs a text or number here')
}
