import { sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'

/** What goes: with a session its events, questions, messages and launch key, by the keys of the tables. */
export const purgeStore = (db: Db) => ({
  async deleteEnded(before: Date, limit: number): Promise<number> {
    const { numAffectedRows = 0n } = await sql`
      delete from coding_sessions
       where id in (select id from coding_sessions where completed_at < ${before}
                     order by completed_at limit ${limit} for update skip locked)`.execute(db)
    return Number(numAffectedRows)
  },
  async deleteEndedChats(before: Date, limit: number): Promise<number> {
    const { numAffectedRows = 0n } = await sql`
      delete from chat_messages
       where id in (select id from chat_messages where completed_at < ${before}
                     order by completed_at limit ${limit} for update skip locked)`.execute(db)
    return Number(numAffectedRows)
  },
  async deleteSessionsOfApp(appId: string, limit: number): Promise<number> {
    const { numAffectedRows = 0n } = await sql`
      delete from coding_sessions
       where id in (select id from coding_sessions where app_id = ${appId} order by id desc limit ${limit})`.execute(
      db,
    )
    return Number(numAffectedRows)
  },
  async deleteRestOfApp(appId: string): Promise<void> {
    await sql`delete from chat_messages where app_id = ${appId}`.execute(db)
    await sql`delete from repositories where app_id = ${appId}`.execute(db)
  },
})
