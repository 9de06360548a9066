import type { Db } from '../../../platform/database/db.ts'
import {
  keyOf,
  type ListedRow,
  type ListFrom,
  type ListQuery,
  recordListStore,
  storedBytesOf,
} from './record-list-store.ts'
import type { Most } from './record-size.ts'
import type { RecordSet } from './record-store.ts'

/**
 * Returns rows until what the caller may read of them is more than so many bytes. A statement ends by the bytes of whole
 * records, which bounds its cost; where that is earlier, the next one goes on, so that hidden values end no list.
 */
export async function readList(
  db: Db,
  goOn: () => void,
  set: RecordSet,
  query: ListQuery,
  most: Most,
  from: ListFrom,
): Promise<ListedRow[]> {
  const { list } = recordListStore(db, set)
  const rows: ListedRow[] = []
  let bytes = 0
  for (let next = from; ; goOn()) {
    const batch = await list(query, { rows: most.rows - rows.length, bytes: most.bytes }, next)
    for (const row of batch) {
      rows.push(row)
      bytes += row.bytes
      if (bytes > most.bytes) return rows
    }
    const last = batch.at(-1)
    if (!last || rows.length >= most.rows || storedBytesOf(batch) < most.bytes) return rows
    next = { after: { key: keyOf(last.sort_key), id: last.id } }
  }
}
