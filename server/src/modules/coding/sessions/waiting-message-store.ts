import { sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'
import { codingMessages, type SessionMessageRow } from '../tables.ts'

const COLUMNS = sql.raw(codingMessages.columns('m'))

/** Messages that a session has not read yet. Its row is locked by the transaction. */
export const waitingMessageStore = (tx: Db) => ({
  /** Those that wait become delivered; oldest first, with the email of the sender. */
  async deliver(sessionId: string, now: Date): Promise<(SessionMessageRow & { email: string | null })[]> {
    const { rows } = await sql<SessionMessageRow & { email: string | null }>`
      with delivered as (
        update coding_messages set state = 'delivered', delivered_at = ${now}
         where session_id = ${sessionId} and state = 'waiting' returning *)
      select ${COLUMNS}, u.email from delivered m left join users u on u.id = m.user_id order by m.id`.execute(
      tx,
    )
    return rows
  },
  /** The session has ended: nobody will read them. */
  async interrupt(sessionId: string): Promise<void> {
    await sql`
      update coding_messages set state = 'interrupted'
       where session_id = ${sessionId} and state = 'waiting'`.execute(tx)
  },
})
