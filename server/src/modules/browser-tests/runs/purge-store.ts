import { sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'

/** A test of an app, or an app as a whole, that keeps only so many of its runs. */
export interface Keeper {
  app_id: string
  flow_id: string | null
  most: number
}

export const purgeStore = (db: Db) => ({
  /** Tests that have more runs than they keep. Runs of several apps may name the same test, which archives bring. */
  async listFullFlows(most: number, limit: number): Promise<Keeper[]> {
    const { rows } = await sql<Omit<Keeper, 'most'>>`
      select app_id, flow_id from test_executions
       group by app_id, flow_id having count(*) > ${most} limit ${limit}`.execute(db)
    return rows.map((row) => ({ ...row, most }))
  },
  async listFullApps(most: number, limit: number): Promise<Keeper[]> {
    const { rows } = await sql<Omit<Keeper, 'most'>>`
      select app_id, null as flow_id from test_executions
       group by app_id having count(*) > ${most} limit ${limit}`.execute(db)
    return rows.map((row) => ({ ...row, most }))
  },
  /** Ended runs that are older than the newest ones, which are kept. */
  async listSurplus({ app_id, flow_id, most }: Keeper, limit: number): Promise<string[]> {
    const ofFlow = flow_id === null ? sql`` : sql`and flow_id = ${flow_id}`
    const { rows } = await sql<{ id: string }>`
      select id from (select id, completed_at from test_executions
                       where app_id = ${app_id} ${ofFlow} order by id desc offset ${most}) old
       where completed_at is not null limit ${limit}`.execute(db)
    return rows.map((row) => row.id)
  },
  async deleteRuns(ids: readonly string[]): Promise<void> {
    await sql`delete from test_executions where id = any(${ids})`.execute(db)
  },
  async deleteRecordings(before: Date, limit: number): Promise<number> {
    const { numAffectedRows } = await sql`
      delete from test_recordings
       where id in (select id from test_recordings where expires_at < ${before} limit ${limit})`.execute(db)
    return Number(numAffectedRows ?? 0)
  },
})
