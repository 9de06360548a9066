import { sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'
import { bytes, type RowOf, table, text, time } from '../../../platform/database/table.ts'

export const messageRequests = table(
  'message_requests',
  {
    conversation_id: text(),
    idempotency_key: text(),
    fingerprint: bytes(),
    message_id: text(),
    reply_id: text().nullable(),
    lease_until: time(),
    created_date: time(),
  },
  { key: ['conversation_id', 'idempotency_key'], notArchived: 'nobody repeats a request elsewhere' },
)
export type MessageRequest = RowOf<typeof messageRequests>

type Tables = { message_requests: MessageRequest }

/** Keyed requests: a repeat finds what the first one did. */
export const idempotencyStore = (db: Db) => {
  const q = db.$extendTables<Tables>()
  return {
    /** Stores the request, unless its key is known; then returns the one that is there. */
    async begin(row: MessageRequest): Promise<MessageRequest | null> {
      const made = await q
        .insertInto('message_requests')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .returning('message_id')
        .executeTakeFirst()
      if (made) return null
      return q
        .selectFrom('message_requests')
        .selectAll()
        .where('conversation_id', '=', row.conversation_id)
        .where('idempotency_key', '=', row.idempotency_key)
        .executeTakeFirstOrThrow()
    },
    /** Takes over an answer that nobody is working on any more; returns whether it was free. */
    async takeOver(
      { conversation_id, idempotency_key, lease_until }: MessageRequest,
      now: Date,
    ): Promise<boolean> {
      const { numUpdatedRows } = await q
        .updateTable('message_requests')
        .set({ lease_until })
        .where('conversation_id', '=', conversation_id)
        .where('idempotency_key', '=', idempotency_key)
        .where('reply_id', 'is', null)
        .where('lease_until', '<', now)
        .executeTakeFirstOrThrow()
      return numUpdatedRows > 0n
    },
    async finish({ conversation_id, idempotency_key }: MessageRequest, replyId: string): Promise<void> {
      await q
        .updateTable('message_requests')
        .set({ reply_id: replyId })
        .where('conversation_id', '=', conversation_id)
        .where('idempotency_key', '=', idempotency_key)
        .execute()
    },
    /** The next repeat may try at once. False when somebody took over: then it is theirs to give up. */
    async release({ conversation_id, idempotency_key, lease_until }: MessageRequest): Promise<boolean> {
      const { numUpdatedRows } = await q
        .updateTable('message_requests')
        .set({ lease_until: sql`'-infinity'` })
        .where('conversation_id', '=', conversation_id)
        .where('idempotency_key', '=', idempotency_key)
        .where('lease_until', '=', lease_until)
        .executeTakeFirstOrThrow()
      return numUpdatedRows > 0n
    },
    /** Nobody works on any of them: every repeat may try at once. */
    async releaseAll(): Promise<void> {
      await q
        .updateTable('message_requests')
        .set({ lease_until: sql`'-infinity'` })
        .where('reply_id', 'is', null)
        .execute()
    },
    async deleteOld(before: Date): Promise<void> {
      await q.deleteFrom('message_requests').where('created_date', '<', before).execute()
    },
  }
}
