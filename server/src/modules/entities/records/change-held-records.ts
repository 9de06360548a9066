import type { Values } from '../values/values.ts'
import type { EntityAccess } from './access-entity.ts'
import { judgeSize } from './judge-size.ts'
import { countWithin, MAX_RECORD_BYTES } from './record-size.ts'
import { byId, type HeldRecord, type RecordRow, type recordStore } from './record-store.ts'

/** Bytes of records that are in memory at once. */
const PART_BYTES = 8 * MAX_RECORD_BYTES

interface HeldChange {
  held: readonly HeldRecord[]
  now: Date
  /** The new values of some fields; refuses what the rules do not let in. */
  change(row: RecordRow): Values
  /** Sees each record as it will be, in the order of their ids, before any of its part is written. */
  judge?(after: RecordRow): void
  record(rows: RecordRow[], before: ReadonlyMap<string, RecordRow>): Promise<void>
}

/**
 * Merges values into locked records, a few MiB at a time: no answer depends on how large the records are together.
 * Records are judged one by one in the order of their ids, so that no refusal tells where a part ended.
 */
export async function changeHeldRecords(
  entity: EntityAccess,
  store: ReturnType<typeof recordStore>,
  { held, now, change, judge, record }: HeldChange,
): Promise<void> {
  for (let rest = held; rest.length > 0; ) {
    const count = countWithin(rest, PART_BYTES)
    const rows = await store.read(rest.slice(0, count).map(({ id }) => id))
    rest = rest.slice(count)
    const merged = rows.map((row) => {
      const values = change(row)
      const after = { ...row, data: { ...row.data, ...values } }
      judgeSize(entity, after, values)
      judge?.(after)
      return { id: row.id, data: after.data }
    })
    await record(await store.replace(merged, now), byId(rows))
  }
}
