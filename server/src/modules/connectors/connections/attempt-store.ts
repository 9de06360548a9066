import { type Kysely, sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'
import { type AttemptRow, connectionAttempts } from '../tables.ts'

type Tables = { connection_attempts: AttemptRow }

export const attemptStore = (db: Db) => {
  const q: Kysely<Tables> = db.$extendTables<Tables>()
  return {
    /** Of those of the app that wait, at most so many are left; the oldest go. Under the lock of its connections. */
    async insert(row: AttemptRow, most: number): Promise<void> {
      await connectionAttempts.insertNew(db, [row])
      await sql`
        delete from connection_attempts where id in (
          select id from connection_attempts where app_id = ${row.app_id} and status = 'pending'
           order by created_date desc, id desc offset ${most})`.execute(db)
    },
    async find(id: string): Promise<AttemptRow | undefined> {
      return q.selectFrom('connection_attempts').selectAll().where('id', '=', id).executeTakeFirst()
    },
    async findLatest(appId: string, integrationType: string): Promise<AttemptRow | undefined> {
      return q
        .selectFrom('connection_attempts')
        .selectAll()
        .where('app_id', '=', appId)
        .where('integration_type', '=', integrationType)
        .orderBy('created_date', 'desc')
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst()
    },
    /** Only once, only for the person who started, and only in time: however often and wherever it is asked for. */
    async claim(id: string, userId: string, now: Date): Promise<AttemptRow | undefined> {
      return q
        .updateTable('connection_attempts')
        .set({ status: 'exchanging' })
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .where('status', '=', 'pending')
        .where('expires_at', '>', now)
        .returningAll()
        .executeTakeFirst()
    },
    /** False when it is not under way any more: it was called off, or its app is gone. */
    async finish(id: string, status: 'active' | 'failed', error: string | null): Promise<boolean> {
      const { numUpdatedRows } = await q
        .updateTable('connection_attempts')
        .set({ status, error })
        .where('id', '=', id)
        .where('status', '=', 'exchanging')
        .executeTakeFirstOrThrow()
      return numUpdatedRows > 0n
    },
    /** What was started before the connection ended must not bring it back. */
    async callOff(appId: string, integrationType: string, error: string): Promise<void> {
      await q
        .updateTable('connection_attempts')
        .set({ status: 'failed', error })
        .where('app_id', '=', appId)
        .where('integration_type', '=', integrationType)
        .where('status', 'in', ['pending', 'exchanging'])
        .execute()
    },
  }
}
