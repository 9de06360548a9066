import type { ConversationRow, MessageRow } from '../store.ts'

/** A conversation as an app's own front end knows it. */
export function presentAppConversation(conversation: ConversationRow, messages: readonly MessageRow[]) {
  const { id, app_id, agent_name, user_id, created_date, updated_date, metadata } = conversation
  return {
    id,
    app_id,
    agent_name,
    created_by_id: user_id,
    created_date,
    updated_date,
    messages: messages.map(presentAppMessage),
    metadata,
  }
}

export function presentAppMessage({ id, role, content, file_urls, created_date }: MessageRow) {
  return { id, role, content, file_urls, created_date }
}
