import type { CreditUse } from '../../tenancy/index.ts'
import type { ConversationRow } from './store.ts'

/** A reply costs credits; whoever the conversation belongs to pays, under the id of the message that is answered. */
export function replyCredits(reply: {
  workspace_id: string
  conversation: ConversationRow
  message_id: string
}): CreditUse {
  const { workspace_id, conversation, message_id } = reply
  const { user_id, app_id } = conversation
  return { key: message_id, workspace_id, user_id, app_id, kind: 'agent_message' }
}
