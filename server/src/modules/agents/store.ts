import { Id } from '@atrium/contract'
import { AppMessage } from '@atrium/contract/app-agents'
import { OneOf } from '@atrium/contract/shared'
import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Db } from '../../platform/database/db.ts'
import { prepared } from '../../platform/database/prepared.ts'
import { bigint, json, type RowOf, table, text, texts, time } from '../../platform/database/table.ts'
import { comesAfter, type Position } from '../../platform/newest-first.ts'

export const agents = table(
  'agents',
  { app_id: text(Id), instructions: text(Type.String({ maxLength: 50_000 })) },
  { key: ['app_id'] },
)

export const conversations = table(
  'conversations',
  {
    id: text(Id),
    app_id: text().notArchived('it is agent_id there'),
    /** '' for the agent that the app itself is. */
    agent_name: text().notArchived(
      'only those with agents inside apps have one, and they are app_conversations',
    ),
    user_id: text(Id),
    metadata: json(Type.Record(Type.String(), Type.Unknown())).default({}),
    created_date: time().default('now'),
    updated_date: time().notArchived('the time of the newest message'),
  },
  { key: ['id'], references: { user_id: 'users' } },
)
export type ConversationRow = RowOf<typeof conversations>

/** A conversation lists them in an archive. */
export const messages = table(
  'messages',
  {
    id: text(Id),
    seq: bigint().notArchived('the list is in this order'),
    conversation_id: text().notArchived('it stands in its conversation'),
    role: text(AppMessage.properties.role),
    content: text(),
    file_urls: texts().default([]),
    status: text(OneOf(['completed', 'failed'])).default('completed'),
    reply_to: text().nullable().notArchived('it prevents a second reply, and imports start none'),
    created_date: time(),
  },
  { key: ['id'] },
)
export type MessageRow = Omit<RowOf<typeof messages>, 'seq' | 'reply_to'>

type Tables = {
  agents: RowOf<typeof agents>
  conversations: ConversationRow
  messages: RowOf<typeof messages>
}

const MESSAGE = messages.columns()

const newestMessages = prepared<MessageRow>(
  'newest_messages',
  `select ${MESSAGE} from (
     select ${MESSAGE} from messages where conversation_id = $1 order by seq desc limit $2) newest
    order by seq`,
)

const messagesUntil = prepared<MessageRow>(
  'messages_until',
  `select ${MESSAGE} from (
     select ${MESSAGE} from messages
      where conversation_id = $1
        and seq <= (select seq from messages where conversation_id = $1 and id = $2)
      order by seq desc limit $3) until
    order by seq`,
)

export const agentStore = (db: Db) => {
  const q = db.$extendTables<Tables>()
  return {
    async insertAgent(appId: string, instructions: string): Promise<void> {
      await q.insertInto('agents').values({ app_id: appId, instructions }).execute()
    },
    async setInstructions(appId: string, instructions: string): Promise<void> {
      await q
        .insertInto('agents')
        .values({ app_id: appId, instructions })
        .onConflict((conflict) => conflict.column('app_id').doUpdateSet({ instructions }))
        .execute()
    },
    async instructionsOf(appIds: readonly string[]): Promise<Map<string, string>> {
      const rows = await q
        .selectFrom('agents')
        .selectAll()
        .where('app_id', '=', sql<string>`any(${appIds})`)
        .execute()
      return new Map(rows.map((row) => [row.app_id, row.instructions]))
    },

    /** The one conversation of a person with an agent; makes it when it is the first time. */
    async openMain(row: ConversationRow): Promise<ConversationRow> {
      await q
        .insertInto('conversations')
        .values(row)
        .onConflict((conflict) =>
          conflict.columns(['app_id', 'user_id']).where('agent_name', '=', '').doNothing(),
        )
        .execute()
      return q
        .selectFrom('conversations')
        .selectAll()
        .where('app_id', '=', row.app_id)
        .where('user_id', '=', row.user_id)
        .where('agent_name', '=', '')
        .executeTakeFirstOrThrow()
    },
    async listMain(
      appId: string,
      userId: string,
      after: Position | undefined,
      limit: number,
    ): Promise<ConversationRow[]> {
      let query = q
        .selectFrom('conversations')
        .selectAll()
        .where('app_id', '=', appId)
        .where('user_id', '=', userId)
        .where('agent_name', '=', '')
      if (after) query = query.where(comesAfter(after))
      return query.orderBy('created_date', 'desc').orderBy('id', 'desc').limit(limit).execute()
    },
    async find(appId: string, userId: string, id: string): Promise<ConversationRow | undefined> {
      return q
        .selectFrom('conversations')
        .selectAll()
        .where('id', '=', id)
        .where('app_id', '=', appId)
        .where('user_id', '=', userId)
        .executeTakeFirst()
    },
    /** Anybody's, with an agent inside the app. */
    async findInApp(appId: string, id: string): Promise<ConversationRow | undefined> {
      return q
        .selectFrom('conversations')
        .selectAll()
        .where('id', '=', id)
        .where('app_id', '=', appId)
        .where('agent_name', '<>', '')
        .executeTakeFirst()
    },
    /** Messages of one conversation are stored one after the other, so that events keep their order. */
    async lock(id: string): Promise<void> {
      await q
        .selectFrom('conversations')
        .select('id')
        .where('id', '=', id)
        .forNoKeyUpdate()
        .executeTakeFirst()
    },
    async touch(id: string, now: Date): Promise<void> {
      await q
        .updateTable('conversations')
        .set({ updated_date: sql`greatest(updated_date, ${now})` })
        .where('id', '=', id)
        .execute()
    },

    /** The newest ones, oldest first. */
    async messages(conversationId: string, limit: number): Promise<MessageRow[]> {
      return newestMessages(db, [conversationId, limit])
    },
    /** A message with those before it, oldest first; none when the message is gone. */
    async messagesUntil(conversationId: string, messageId: string, limit: number): Promise<MessageRow[]> {
      return messagesUntil(db, [conversationId, messageId, limit])
    },
    async findMessage(conversationId: string, id: string): Promise<MessageRow | undefined> {
      return q
        .selectFrom('messages')
        .selectAll()
        .where('conversation_id', '=', conversationId)
        .where('id', '=', id)
        .executeTakeFirst()
    },
    async findReply(messageId: string): Promise<MessageRow | undefined> {
      return q.selectFrom('messages').selectAll().where('reply_to', '=', messageId).executeTakeFirst()
    },
    async insertMessage(row: MessageRow, replyTo: string | null): Promise<void> {
      await q
        .insertInto('messages')
        .values({ ...row, reply_to: replyTo } as Tables['messages']) // the database numbers them
        .execute()
    },
    async deleteMessage(conversationId: string, id: string): Promise<boolean> {
      const { numDeletedRows } = await q
        .deleteFrom('messages')
        .where('conversation_id', '=', conversationId)
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      return numDeletedRows > 0n
    },
  }
}
