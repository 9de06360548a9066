import { sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'

/** What keeps only so many of its runs. */
export interface Keeper {
  by: 'flow_id' | 'app_id'
  id: string
  most: number
}

export const purgeStore = (db: Db) => ({
  /** The tests, or apps, that have more runs than they keep. */
  async listFull(by: Keeper['by'], most: number, limit: number): Promise<Keeper[]> {
    const { rows } = await sql<{ id: string }>`
      select ${sql.ref(by)} as id from test_executions
       group by ${sql.ref(by)} having count(*) > ${most} limit ${limit}`.execute(db)
    return rows.map(({ id }) => ({ by, id, most }))
  },
  /** Ended runs that are older than the newest ones, which are kept. */
  async listSurplus({ by, id, most }: Keeper, limit: number): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`
      select id from (select id, completed_at from test_executions
                       where ${sql.ref(by)} = ${id} order by id desc offset ${most}) old
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
