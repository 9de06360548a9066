import { MOST_SEARCHED_FIELDS } from '@atrium/contract/search'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { placeAt } from '../schemas/entity-schema.ts'
import { accessEntity, type EntityAccess } from './access-entity.ts'
import { presentRecord } from './present-record.ts'
import type { DataKey, RecordKey } from './record-key.ts'
import { listSql } from './record-list-store.ts'
import { type IndexedPlace, recordPlaceStore } from './record-place-store.ts'
import { mayAskFor, readWanted } from './record-query.ts'
import { MAX_STORED_BYTES } from './record-size.ts'
import type { RecordSet } from './record-store.ts'

/** So many entities are asked for one id. */
const MOST_WITH_ID = 10
/** So many records of one value: who looks for a number looks for one record. */
const MOST_OF_A_VALUE = 5
const ID = /^[\w-]{1,128}$/
/** What a record is called, in this order. */
const NAMES = ['name', 'title', 'number', 'label', 'subject', 'email']
const ID_KEY: RecordKey = { kind: 'own', name: 'id' }

/**
 * Records whose id, or a field with a declared index, is exactly this text. Each statement finds its rows by an index,
 * and under the rules of the entity, so that a search shows no more than a list.
 */
export async function findRecords(
  deps: Deps,
  caller: Caller,
  appIds: readonly string[],
  text: string,
  limit: number,
) {
  if (appIds.length === 0) return { items: [], is_partial: false }
  const places = recordPlaceStore(deps.db)
  const wanted = wantedOf(text)
  const id = wanted.find((one) => ID.test(one))
  const withId = id === undefined ? [] : await places.withId(appIds, id, MOST_WITH_ID)
  const indexed = await places.indexed(appIds, MOST_SEARCHED_FIELDS + 1)
  const asked: (RecordSet & { key: RecordKey })[] = [
    ...withId.map((set) => ({ ...set, key: ID_KEY })),
    ...indexed.slice(0, MOST_SEARCHED_FIELDS),
  ]
  const found = new Map<string, Awaited<ReturnType<typeof lookUp>>[number]>()
  for (const place of asked) {
    for (const item of await lookUp(deps, caller, place, wanted)) {
      const key = `${item.app_id} ${item.entity_name} ${item.id}`
      if (!found.has(key)) found.set(key, item)
    }
    if (found.size >= limit) break
  }
  return { items: [...found.values()].slice(0, limit), is_partial: indexed.length > MOST_SEARCHED_FIELDS }
}

/** As it is written, and without a sign for numbers in front, which is stored with some and not with others. */
function wantedOf(text: string): string[] {
  return [...new Set([text, text.replace(/^#\s*/, '')])].filter((one) => one !== '')
}

async function lookUp(
  deps: Deps,
  caller: Caller,
  { app_id, entity_name, key }: IndexedPlace,
  texts: readonly string[],
) {
  // A schema may have gone since.
  if (!(await deps.entitySchemas.of(app_id, entity_name))) return []
  const set = { app_id, entity_name }
  const entity = await accessEntity(deps, caller, { params: set, headers: {} })
  const name = key.kind === 'own' ? key.name : key.path.join('.')
  const values = key.kind === 'own' ? texts : texts.flatMap((text) => valuesOf(entity, key, text))
  if (values.length === 0 || !mayAskFor(entity, name)) return []
  const condition = {
    all: [entity.rules.row('read'), readWanted(entity, { [name]: { $in: values } }, ['query', 'q'])],
  }
  const most = { rows: MOST_OF_A_VALUE, bytes: MOST_OF_A_VALUE * MAX_STORED_BYTES }
  const order = { key, direction: 'asc' as const }
  const { rows } = await deps.heavyQueries(entity.asker, (db) =>
    listSql(set, 'with_key', condition, order, most, { skip: 0 }).execute(db),
  )
  return rows.map((row) => {
    const record: Record<string, unknown> = presentRecord(entity, row)
    const detail = key.kind === 'own' ? null : `${name} ${String(row.sort_key)}`
    return { ...set, id: row.id, name: nameOf(record) ?? String(row.sort_key), detail }
  })
}

/** What is asked for in a field of this type, in either case; nothing in those whose values many records share. */
function valuesOf({ schema }: EntityAccess, { path, as }: DataKey, text: string): (string | number)[] {
  if (as === 'boolean' || placeAt(schema.properties ?? {}, path)?.enum) return []
  if (as === 'text') return [...new Set([text, text.toUpperCase(), text.toLowerCase()])]
  return /^-?\d+(\.\d+)?$/.test(text) && Number.isFinite(Number(text)) ? [Number(text)] : []
}

/** Of what the caller may read. */
function nameOf(record: Record<string, unknown>): string | null {
  const values = NAMES.map((name) => record[name])
  const named = values.find(
    (value) => typeof value === 'number' || (typeof value === 'string' && value !== ''),
  )
  return named === undefined ? null : String(named)
}
