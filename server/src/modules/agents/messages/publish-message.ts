import type { MessageStep } from '../conversations/conversation-feed.ts'
import type { Deps } from '../deps.ts'
import type { ConversationRow } from '../store.ts'

/** To anyone who looks at the conversation. After the commit of what is stored. */
export function publishMessage(
  { conversationFeed }: Pick<Deps, 'conversationFeed'>,
  conversation: ConversationRow,
  message: MessageStep['message'],
): void {
  if (!conversationFeed.isWanted(conversation.id)) return
  conversationFeed.publish({ conversation: { ...conversation, updated_date: message.created_date }, message })
}
