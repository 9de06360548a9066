import { sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'
import { codingMessages, type SessionMessageRow } from '../tables.ts'

const COLUMNS = sql.raw(codingMessages.columns())

/** What people said to sessions. */
export const messageStore = (db: Db) => ({
  async find(sessionId: string, id: string): Promise<SessionMessageRow | undefined> {
    const { rows } = await sql<SessionMessageRow>`
      select ${COLUMNS} from coding_messages where id = ${id} and session_id = ${sessionId}`.execute(db)
    return rows[0]
  },
  async findByKey(sessionId: string, userId: string, key: string): Promise<SessionMessageRow | undefined> {
    const { rows } = await sql<SessionMessageRow>`
      select ${COLUMNS} from coding_messages
       where session_id = ${sessionId} and user_id = ${userId} and message_key = ${key}`.execute(db)
    return rows[0]
  },
  async insert(message: SessionMessageRow): Promise<void> {
    await codingMessages.insertNew(db, [message])
  },
  async hasWaiting(sessionId: string): Promise<boolean> {
    const { rows } = await sql`
      select 1 from coding_messages where session_id = ${sessionId} and state = 'waiting'`.execute(db)
    return rows.length > 0
  },
})
