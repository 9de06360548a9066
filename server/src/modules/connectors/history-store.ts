import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'

/** How calls and attempts are deleted when they are of no use to anybody. */
export const historyStore = (db: Db) => ({
  /** Deletes some of those before this moment; returns how many. */
  async deleteCallsBefore(moment: Date, limit: number): Promise<number> {
    const deleted = await sql`
      delete from connector_calls where ctid = any (array(
        select ctid from connector_calls where started_at < ${moment} limit ${limit}))
      returning 1`.execute(db)
    return deleted.rows.length
  },
  /** Apps with more calls than are kept. */
  async listCrowdedApps(kept: number): Promise<string[]> {
    const { rows } = await sql<{ app_id: string }>`
      select app_id from connector_calls group by app_id having count(*) > ${kept}`.execute(db)
    return rows.map(({ app_id }) => app_id)
  },
  /** Deletes some of those behind the newest ones; returns how many. */
  async deleteCallsBeyond(appId: string, kept: number, limit: number): Promise<number> {
    const deleted = await sql`
      delete from connector_calls where ctid = any (array(
        select ctid from connector_calls where app_id = ${appId}
         order by started_at desc, id desc offset ${kept} limit ${limit}))
      returning 1`.execute(db)
    return deleted.rows.length
  },
  async deleteAttemptsBefore(moment: Date, limit: number): Promise<number> {
    const deleted = await sql`
      delete from connection_attempts where ctid = any (array(
        select ctid from connection_attempts where expires_at < ${moment} limit ${limit}))
      returning 1`.execute(db)
    return deleted.rows.length
  },
  /** Those whose code was being exchanged by a node that is gone. */
  async failLostAttempts(before: Date, error: string): Promise<void> {
    await sql`
      update connection_attempts set status = 'failed', error = ${error}
       where status = 'exchanging' and expires_at < ${before}`.execute(db)
  },
  async deleteOf(appId: string): Promise<void> {
    await sql`delete from connection_attempts where app_id = ${appId}`.execute(db)
    await sql`delete from connector_calls where app_id = ${appId}`.execute(db)
  },
})
