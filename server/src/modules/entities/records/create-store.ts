import type { Db } from '../../../platform/database/db.ts'
import { preparedByText } from '../../../platform/database/prepared.ts'
import type { RecordEvents } from './record-events.ts'
import { withinSize } from './record-size.ts'
import type { RecordRow, RecordSet } from './record-store.ts'

/** One new record, if nobody wants to know of it; false when it was not stored. */
export async function insertWithoutSubscribers(
  db: Db,
  { app_id, entity_name }: RecordSet,
  row: RecordRow,
  hasNoSubscribers: RecordEvents['hasNoSubscribers'],
): Promise<boolean> {
  const insert = preparedByText<{ id: string }>(`insert into records
      (app_id, entity_name, id, data, created_by, created_by_id, created_date, updated_date, is_sample)
    select $1::text, $2::text, $3::text, $4::jsonb, $5::text, $6::text, $7::timestamptz, $8::timestamptz, $9::boolean
     where ${hasNoSubscribers('$1', '$2')}
    returning id`)
  const { id, data, created_by, created_by_id, created_date, updated_date, is_sample } = row
  const own = [created_by, created_by_id, created_date, updated_date, is_sample]
  const rows = await withinSize(insert(db, [app_id, entity_name, id, JSON.stringify(data), ...own]))
  return rows.length > 0
}
