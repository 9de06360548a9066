/** One record by its id. Those that are asked for while a read is under way come by one statement. */

import { batched } from '../../../platform/batch.ts'
import type { Db } from '../../../platform/database/db.ts'
import { prepared } from '../../../platform/database/prepared.ts'
import { findRecord, RECORD_COLUMNS, type RecordRow, type RecordSet } from './record-store.ts'

export function readRecord(
  db: Db,
  { app_id, entity_name }: RecordSet,
  id: string,
): Promise<RecordRow | null> {
  const read = readers.get(db) ?? reader(db)
  readers.set(db, read)
  return read({ app_id, entity_name, id })
}

interface Wanted extends RecordSet {
  id: string
}

const readers = new WeakMap<Db, (wanted: Wanted) => Promise<RecordRow | null>>()
const MOST_TOGETHER = 32

const recordsByIds = prepared<{ at: number } & RecordRow>(
  'records_by_ids',
  `select wanted.at, ${RECORD_COLUMNS}
     from unnest($1::text[], $2::text[], $3::text[]) with ordinality as wanted(app_id, entity_name, id, at)
     join records r on r.app_id = wanted.app_id and r.entity_name = wanted.entity_name and r.id = wanted.id`,
)

function reader(db: Db) {
  return batched<Wanted, RecordRow | null>({
    most: MOST_TOGETHER,
    async send(all) {
      const [first] = all
      if (first && all.length === 1) return [await findRecord(db, first, first.id)]
      const columns = [
        all.map((one) => one.app_id),
        all.map((one) => one.entity_name),
        all.map((one) => one.id),
      ]
      const found: (RecordRow | null)[] = all.map(() => null)
      for (const { at, ...row } of await recordsByIds(db, columns)) found[at - 1] = row
      return found
    },
  })
}
