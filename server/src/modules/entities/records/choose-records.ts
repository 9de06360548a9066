import type { Condition } from '../conditions/condition.ts'
import type { Deps } from '../deps.ts'
import type { EntityAccess } from './access-entity.ts'
import { countWithin, type Most } from './record-size.ts'
import { type RecordSet, recordStore } from './record-store.ts'

/**
 * Which records are changed at once. They are looked for like any other question whose cost the caller chooses, and only
 * then held: those who ask for much hold up nobody else.
 */
export async function chooseRecords(
  { heavyQueries }: Deps,
  entity: EntityAccess,
  set: RecordSet,
  readCondition: () => Condition,
  most: Most,
): Promise<{ ids: string[]; has_more: boolean; condition: Condition }> {
  const { rows, condition } = await heavyQueries(entity.asker, async (db) => {
    const condition = readCondition()
    return { condition, rows: await recordStore(db, set).first(condition, { ...most, rows: most.rows + 1 }) }
  })
  const count = Math.min(most.rows, countWithin(rows, most.bytes))
  return { ids: rows.slice(0, count).map(({ id }) => id), has_more: rows.length > count, condition }
}
