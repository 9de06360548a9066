import { isDeepStrictEqual } from 'node:util'
import type { InputOf, operations } from '@atrium/contract'
import { refuse } from '../../../platform/errors.ts'
import { pageOf } from '../../../platform/paging.ts'
import type { Caller } from '../../../tenancy/index.ts'
import type { Condition, Json } from '../conditions/condition.ts'
import { matches } from '../conditions/matches.ts'
import type { Deps } from '../deps.ts'
import { accessEntity, type EntityAccess } from '../records/access-entity.ts'
import { readRecord } from '../records/get-store.ts'
import { valuesOf } from '../records/present-record.ts'
import { isAlways, type Reader } from '../records/record-rules.ts'
import type { RecordRow } from '../records/record-store.ts'
import { type FieldChangeValue, type RecordChangeRow, recordChangeStore } from './change-store.ts'

const BATCH = 50
const DAY_MS = 86_400_000

/** Only what the caller may read is counted: a page is full of changes that they see, or the last one. */
export async function listRecordHistory(
  deps: Deps,
  caller: Caller,
  input: InputOf<typeof operations.records.history>,
) {
  const { params, query } = input
  const entity = await accessEntity(deps, caller, input)
  const row = await readRecord(deps.db, params, params.entity_id)
  const mayRead = judgeOf(entity, row)
  if (!mayRead(entity.rules.row('read'))) throw refuse('record_not_found')

  const { limit = 50 } = query
  const list = ['records.history', params.app_id, params.entity_name, params.entity_id].join(' ')
  const [date, id] = deps.cursors.read(list, query.cursor) ?? []
  const since = new Date(deps.clock.now().getTime() - deps.recordHistoryDays * DAY_MS)
  const store = recordChangeStore(deps.db)
  const items: ReturnType<typeof presentChange>[] = []
  let after = id === undefined ? null : { changed_date: new Date(String(date)), id: String(id) }
  for (let isMore = true; isMore && items.length <= limit; ) {
    const rows = await store.list(params, params.entity_id, since, after, BATCH)
    for (const one of rows) {
      const changes = one.changes.flatMap((change) => readableChange(entity, change, mayRead))
      if (changes.length > 0 || one.kind === 'deleted') items.push(presentChange(entity, one, changes))
    }
    after = rows.at(-1) ?? after
    isMore = rows.length === BATCH
  }
  if (row) items.push(presentBeginning(entity, row))
  if (items.length === 0 && id === undefined) throw refuse('record_not_found')
  return pageOf(items, limit, (item) => deps.cursors.write(list, [item.changed_date, item.id]))
}

type Judge = (condition: Condition) => boolean

/**
 * Which rules let the caller read what was. They are judged on the record as it is now, which says nothing about a time
 * when the values that a rule looks at were others: such rules are answered only for those who could bypass them.
 */
function judgeOf({ app, rules }: EntityAccess, row: RecordRow | null): Judge {
  const canEdit = app.user_role === 'editor'
  // Before it is known whether the record is there, so that the refusal does not say so.
  if (!canEdit && !isLasting(rules.row('read'))) throw refuse('editor_required')
  if (!row) return (condition) => canEdit && isAlways(condition)
  const values = valuesOf(row)
  return (condition) => (canEdit || isLasting(condition)) && matches(condition, values)
}

/** Whether it looks only at what never changes in a record. */
function isLasting(condition: Condition): boolean {
  if ('all' in condition) return condition.all.every(isLasting)
  if ('any' in condition) return condition.any.every(isLasting)
  if ('not' in condition) return isLasting(condition.not)
  return condition.field.kind === 'own' && condition.field.name !== 'updated_date'
}

/** Nothing when the caller may not read the field, or when what they may read of it stayed the same. */
function readableChange(
  { rules }: EntityAccess,
  { field, from, to, left_out }: FieldChangeValue,
  mayRead: Judge,
): FieldChangeValue[] {
  const reader = rules.readers.get(field)
  if (!reader || !mayRead(reader.condition)) return []
  // How large a value is tells of the parts of it that the caller may not read.
  if (left_out.length > 0) return isWhollyReadable(reader, mayRead) ? [{ field, from, to, left_out }] : []
  const [old, now] = [from, to].map((value) => readablePart(reader, value as Json, mayRead))
  return isDeepStrictEqual(old, now) ? [] : [{ field, from: old, to: now, left_out }]
}

function isWhollyReadable({ inside }: Reader, mayRead: Judge): boolean {
  const parts = [...(inside?.values() ?? [])]
  return parts.every((part) => mayRead(part.condition) && isWhollyReadable(part, mayRead))
}

function readablePart({ inside }: Reader, value: Json, mayRead: Judge): Json {
  if (inside === null || typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, part]) => {
      const reader = inside.get(name)
      if (!reader) return [[name, part]]
      return mayRead(reader.condition) ? [[name, readablePart(reader, part, mayRead)]] : []
    }),
  )
}

function presentChange(
  { hidesAuthorship }: EntityAccess,
  { id, kind, changed_by, changed_by_id, changed_date }: Omit<RecordChangeRow, 'kind'> & { kind: Kind },
  changes: FieldChangeValue[],
) {
  const by = hidesAuthorship ? { changed_by_id } : { changed_by, changed_by_id }
  return { id, kind, changed_date: changed_date.toISOString(), ...by, changes }
}

type Kind = 'created' | 'updated' | 'deleted'

/** The record itself says who made it and when. */
function presentBeginning(entity: EntityAccess, { id, created_by, created_by_id, created_date }: RecordRow) {
  const own = { id, record_id: id, app_id: entity.app.id, entity_name: entity.schema.name, changes: [] }
  const by = { changed_by: created_by, changed_by_id: created_by_id, changed_date: created_date }
  return presentChange(entity, { ...own, ...by, kind: 'created' }, [])
}
