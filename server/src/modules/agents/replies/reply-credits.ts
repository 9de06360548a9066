import type { CreditUse } from '../../../tenancy/index.ts'
import type { ConversationRow } from '../store.ts'

/**
 * A reply costs credits, under the id of the message that is answered. The person to whom the conversation belongs pays; for
 * an app's own users, who have no credits, `payer_id` says who does.
 */
export function replyCredits(reply: {
  workspace_id: string
  conversation: ConversationRow
  message_id: string
  payer_id?: string | undefined
}): CreditUse {
  const { workspace_id, conversation, message_id } = reply
  const { user_id, app_id } = conversation
  return { key: message_id, workspace_id, user_id: reply.payer_id ?? user_id, app_id, kind: 'agent_message' }
}
