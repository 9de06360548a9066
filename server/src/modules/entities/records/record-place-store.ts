/** Where a record of several apps can be looked for: by the primary key, and by the indexes that schemas declare. */
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'
import type { RecordKey } from './record-key.ts'
import type { RecordSet } from './record-store.ts'

export interface IndexedPlace extends RecordSet {
  /** What the index sorts by first. */
  key: RecordKey
}

export const recordPlaceStore = (db: Db) => ({
  /** The entities that hold a record with this id. */
  async withId(appIds: readonly string[], id: string, limit: number): Promise<RecordSet[]> {
    const { rows } = await sql<RecordSet>`
      select r.app_id, r.entity_name
        from entity_schemas s
        join records r on r.app_id = s.app_id and r.entity_name = s.name and r.id = ${id}
       where s.app_id = any(${appIds}::text[])
       order by r.app_id, r.entity_name limit ${limit}`.execute(db)
    return rows
  },

  /** The fields that an index which can be used finds records by. */
  async indexed(appIds: readonly string[], limit: number): Promise<IndexedPlace[]> {
    const { rows } = await sql<IndexedPlace>`
      select distinct app_id, entity_name, keys -> 0 as key
        from entity_indexes
       where app_id = any(${appIds}::text[]) and state = 'ready' and keys -> 0 ->> 'kind' = 'data'
       order by app_id, entity_name, key limit ${limit}`.execute(db)
    return rows
  },
})
