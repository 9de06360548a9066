import type { ConversationRow, MessageRow } from '../store.ts'

/** A message as far as it is written. */
export interface MessageStep {
  conversation: ConversationRow
  message: Omit<MessageRow, 'status'> & { status: MessageRow['status'] | 'in_progress' }
}

/** Notifies those who look at a conversation at this moment. */
export interface ConversationFeed {
  /** Whether anybody on any node looks at it; synchronous, from memory. */
  isWanted(conversationId: string): boolean
  /** After the commit of what is stored. */
  publish(step: MessageStep): void
}

/** Where rooms are kept. */
interface Rooms {
  isWanted(room: string): boolean
  publish(room: string, change: MessageStep): void
}

export function createConversationFeed(rooms: Rooms): ConversationFeed {
  return {
    isWanted: (conversationId) => rooms.isWanted(roomOf(conversationId)),
    publish: (step) => rooms.publish(roomOf(step.conversation.id), step),
  }
}

function roomOf(conversationId: string): string {
  return `/agent-conversations/${conversationId}`
}
