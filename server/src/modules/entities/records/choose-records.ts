import type { Condition } from '../conditions/condition.ts'
import type { Deps } from '../deps.ts'
import { askerOf, type EntityAccess } from './access-entity.ts'
import { countWithin, MAX_RECORD_BYTES } from './record-size.ts'
import { type RecordSet, recordStore } from './record-store.ts'

const MOST = { rows: 500, bytes: 32 * MAX_RECORD_BYTES }

/**
 * Which records are changed at once. They are looked for like any other question whose cost the caller chooses, and only
 * then held: those who ask for much hold up nobody else.
 */
export async function chooseRecords(
  { heavyQueries }: Deps,
  entity: EntityAccess,
  set: RecordSet,
  condition: Condition,
): Promise<{ ids: string[]; has_more: boolean }> {
  const rows = await heavyQueries(askerOf(entity), (db) =>
    recordStore(db, set).first(condition, { ...MOST, rows: MOST.rows + 1 }),
  )
  const most = Math.min(MOST.rows, countWithin(rows, MOST.bytes))
  return { ids: rows.slice(0, most).map(({ id }) => id), has_more: rows.length > most }
}
