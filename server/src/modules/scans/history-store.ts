import { KEPT_SCANS } from '@atrium/contract/scans'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import { type PastScanRow, scanHistory } from './tables.ts'

export interface HistoryPlace {
  completed_at: Date
  id: string
}

export const historyStore = (db: Db) => ({
  /** The oldest ones go. */
  async add(row: PastScanRow): Promise<void> {
    await scanHistory.insertNew(db, [row])
    await sql`
      delete from scan_history where app_id = ${row.app_id} and id in (
        select id from scan_history where app_id = ${row.app_id}
         order by completed_at desc, id desc offset ${KEPT_SCANS})`.execute(db)
  },
  /** Newest first. */
  async list(appId: string, after: HistoryPlace | undefined, limit: number): Promise<PastScanRow[]> {
    const { rows } = await sql<PastScanRow>`
      select ${sql.raw(scanHistory.columns())} from scan_history
       where app_id = ${appId}
         and ${after ? sql`(completed_at, id) < (${after.completed_at}, ${after.id})` : sql`true`}
       order by completed_at desc, id desc limit ${limit}`.execute(db)
    return rows
  },
})
