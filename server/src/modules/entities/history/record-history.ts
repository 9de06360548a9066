/** Which changes of records are kept, and what of them. */
import { isDeepStrictEqual } from 'node:util'
import { MAX_HISTORY_VALUE_BYTES } from '@atrium/contract/record-history'
import type { Db } from '../../../platform/database/db.ts'
import { makeId } from '../../../platform/ids.ts'
import type { Caller } from '../../../tenancy/index.ts'
import type { Json } from '../conditions/condition.ts'
import type { Deps } from '../deps.ts'
import type { EntityAccess } from '../records/access-entity.ts'
import type { RecordRow } from '../records/record-store.ts'
import { type FieldChangeValue, type RecordChangeRow, recordChangeStore } from './change-store.ts'

/** Changes by people of the workspace who are signed in: few, and by hand. Programs and app users pay nothing for it. */
export function keepsHistory(
  { recordHistoryDays }: Pick<Deps, 'recordHistoryDays'>,
  { kind }: Caller,
  { app }: EntityAccess,
): boolean {
  return recordHistoryDays > 0 && kind === 'session' && app.user_role !== 'visitor'
}

export interface ChangedRows {
  updated: readonly RecordRow[]
  deleted: readonly RecordRow[]
  /** What the updated ones were, by id. */
  before: ReadonlyMap<string, RecordRow> | undefined
}

/** In the transaction of the change. An update that left every value as it was is not kept. */
export async function recordHistory(
  deps: Pick<Deps, 'clock'>,
  tx: Db,
  caller: Caller,
  { app, schema }: EntityAccess,
  { updated, deleted, before }: ChangedRows,
): Promise<void> {
  const now = deps.clock.now()
  const by = { changed_by: caller.user?.email ?? '', changed_by_id: caller.user?.id ?? '' }
  const rowOf = (
    { id, updated_date }: RecordRow,
    kind: RecordChangeRow['kind'],
    changes: FieldChangeValue[],
  ): RecordChangeRow => ({
    id: makeId('rch', now),
    app_id: app.id,
    entity_name: schema.name,
    record_id: id,
    kind,
    ...by,
    // Two changes of one record never have the same `updated_date`, so that their order is the real one.
    changed_date: kind === 'updated' || updated_date > now ? updated_date : now,
    changes,
  })
  const updates = updated.flatMap((row) => {
    const old = before?.get(row.id)
    const changes = old ? changesBetween(old.data, row.data) : []
    return changes.length > 0 ? [rowOf(row, 'updated', changes)] : []
  })
  await recordChangeStore(tx).insert([...updates, ...deleted.map((row) => rowOf(row, 'deleted', []))])
}

type Data = { [field: string]: Json }

/** What is not there counts as null. */
export function changesBetween(before: Data, after: Data): FieldChangeValue[] {
  const fields = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...fields].flatMap((field) => {
    const [from, to] = [valueIn(before, field), valueIn(after, field)]
    if (isDeepStrictEqual(from, to)) return []
    const left_out = [
      ...(isTooLarge(from) ? (['from'] as const) : []),
      ...(isTooLarge(to) ? (['to'] as const) : []),
    ]
    return [
      {
        field,
        from: left_out.includes('from') ? null : from,
        to: left_out.includes('to') ? null : to,
        left_out,
      },
    ]
  })
}

function valueIn(data: Data, field: string): Json {
  return Object.hasOwn(data, field) ? (data[field] ?? null) : null
}

function isTooLarge(value: Json): boolean {
  return Buffer.byteLength(JSON.stringify(value)) > MAX_HISTORY_VALUE_BYTES
}
