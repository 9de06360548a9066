import type { ConversationRow, MessageRow } from '../store.ts'

export function presentMessage({ id, role, content, file_urls, status, created_date }: MessageRow) {
  return { id, role: role as 'user' | 'assistant', content, file_urls, status, created_date }
}

/** A conversation with an agent; the specification's clients know the app as the agent. */
export function presentConversation({
  id,
  app_id,
  user_id,
  metadata,
  created_date,
  updated_date,
}: ConversationRow) {
  return { id, agent_id: app_id, user_id, metadata, created_date, updated_date }
}
