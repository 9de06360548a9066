import type { Db } from '../../../platform/database/db.ts'
import type { Deps } from '../deps.ts'
import { agentStore, type ConversationRow, type MessageRow } from '../store.ts'

/** Stores a message with the events it makes; a reply that is finished makes a second one. */
export async function storeMessage(
  { messageEvents }: Pick<Deps, 'messageEvents'>,
  tx: Db,
  conversation: ConversationRow,
  message: MessageRow,
  replyTo: string | null = null,
): Promise<void> {
  const store = agentStore(tx)
  await store.lock(conversation.id)
  await store.insertMessage(message, replyTo)
  await store.touch(conversation.id, message.created_date)
  await messageEvents.record(tx, 'message.created', message, conversation)
  if (message.role === 'assistant' && message.status === 'completed') {
    await messageEvents.record(tx, 'message.completed', message, conversation)
  }
}
