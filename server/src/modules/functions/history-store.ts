import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'

/** A table that records what functions did: the column of its time, and the one that orders rows of the same time. */
interface History {
  table: 'function_logs' | 'function_invocations' | 'automation_runs'
  time: string
  tie: string
}

export const LOGS: History = { table: 'function_logs', time: 'time', tie: 'seq' }
export const INVOCATIONS: History = { table: 'function_invocations', time: 'started_at', tie: 'id' }
export const RUNS: History = { table: 'automation_runs', time: 'created_date', tie: 'id' }

/** How the rows of such a table are deleted. */
export const historyStore = (db: Db, { table, time, tie }: History) => {
  const [rows, at, order] = [sql.table(table), sql.ref(time), sql.ref(tie)]
  return {
    async deleteOf(appId: string, name?: string): Promise<void> {
      const ofFunction = name === undefined ? sql`true` : sql`function_name = ${name}`
      await sql`delete from ${rows} where app_id = ${appId} and ${ofFunction}`.execute(db)
    },
    /** Deletes some of those before this moment; returns how many. */
    async deleteBefore(moment: Date, limit: number): Promise<number> {
      const deleted = await sql`
        delete from ${rows} where ctid = any (array(
          select ctid from ${rows} where ${at} < ${moment} limit ${limit}))
        returning 1`.execute(db)
      return deleted.rows.length
    },
    /** Of each function only the newest ones stay. */
    async deleteBeyond(kept: number): Promise<void> {
      const crowded = await sql<{ app_id: string; function_name: string }>`
        select app_id, function_name from ${rows} group by 1, 2 having count(*) > ${kept}`.execute(db)
      for (const { app_id, function_name } of crowded.rows) {
        const its = sql`app_id = ${app_id} and function_name = ${function_name}`
        await sql`
          delete from ${rows} where ${its} and (${at}, ${order}) < (
            select ${at}, ${order} from ${rows} where ${its}
             order by ${at} desc, ${order} desc offset ${kept - 1} limit 1)`.execute(db)
      }
    },
  }
}
