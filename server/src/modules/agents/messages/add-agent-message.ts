import type { Db } from '../../../platform/database/db.ts'
import { transaction } from '../../../platform/database/transaction.ts'
import { refuse } from '../../../platform/errors.ts'
import { makeId } from '../../../platform/ids.ts'
import { presentAppMessage } from '../conversations/present-app-conversation.ts'
import type { Deps } from '../deps.ts'
import { agentStore, type MessageRow } from '../store.ts'
import { publishMessage } from './publish-message.ts'
import { storeMessage } from './store-message.ts'

/** Says something in the name of the agent of a conversation, without being asked. */
export async function addAgentMessage(
  deps: Deps,
  { app_id, conversation_id, content }: { app_id: string; conversation_id: string; content: string },
  /** Stores in the same transaction what depends on it. */
  alongside: (tx: Db, message: object) => Promise<void>,
): Promise<void> {
  const conversation = await agentStore(deps.db).findInApp(app_id, conversation_id)
  if (!conversation) throw refuse('conversation_not_found')
  const now = deps.clock.now()
  const message: MessageRow = {
    id: makeId('msg', now),
    conversation_id,
    role: 'assistant',
    content,
    file_urls: [],
    status: 'completed',
    created_date: now,
  }
  await transaction(deps.db, async (tx) => {
    await storeMessage(deps, tx, conversation, message)
    await alongside(tx, { ...presentAppMessage(message), created_date: now.toISOString() })
  })
  deps.messageEvents.flush()
  publishMessage(deps, conversation, message)
}
