import type { App } from '../../../tenancy/index.ts'
import type { SentChat } from './chat-store.ts'
import { entityOf } from './entity-files.ts'

/** Schemas are for editors: others get what changed in the code. // G537 */
export function presentChatMessage(row: SentChat, { user_role }: Pick<App, 'user_role'>) {
  const isEditor = user_role === 'editor'
  const { id, text, email, state, error_code, error_message, reply, files, entities } = row
  const { revision_id, preview_url, created_date, completed_at } = row
  return {
    id,
    text,
    from: email,
    status: { state, error_code, message: error_message },
    // What is stored before the end is not shown before it.
    reply: completed_at && reply,
    files: completed_at ? files.filter((file) => isEditor || !isOfEntity(file)) : [],
    entities: completed_at && isEditor ? entities : [],
    preview: revision_id !== null && preview_url !== null ? { revision_id, url: preview_url } : null,
    created_date,
    completed_at,
  }
}

function isOfEntity({ path, old_path }: SentChat['files'][number]): boolean {
  return entityOf(path) !== null || (old_path !== null && entityOf(old_path) !== null)
}
