import type { SentChat } from './chat-store.ts'

export function presentChatMessage(row: SentChat) {
  const { id, text, email, state, error_code, error_message, reply, files, entities } = row
  const { revision_id, preview_url, created_date, completed_at } = row
  return {
    id,
    text,
    from: email,
    status: { state, error_code, message: error_message },
    // What is stored before the end is not shown before it.
    reply: completed_at && reply,
    files: completed_at ? files : [],
    entities: completed_at ? entities : [],
    preview: revision_id !== null && preview_url !== null ? { revision_id, url: preview_url } : null,
    created_date,
    completed_at,
  }
}
