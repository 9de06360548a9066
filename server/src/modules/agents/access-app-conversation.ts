import { refuse } from '../../platform/errors.ts'
import { type App, type Caller, userOf } from '../../tenancy/index.ts'
import type { Deps } from './deps.ts'
import { agentStore, type ConversationRow } from './store.ts'

/** One's own conversation with an agent of an app. */
export async function accessAppConversation(
  { db, access }: Pick<Deps, 'db' | 'access'>,
  caller: Caller,
  params: { app_id: string; conversation_id: string },
): Promise<{ app: App; conversation: ConversationRow }> {
  const app = await access.app(caller, params.app_id, 'viewer')
  const conversation = await agentStore(db).find(app.id, userOf(caller).id, params.conversation_id)
  if (!conversation || conversation.agent_name === '') throw refuse('conversation_not_found')
  return { app, conversation }
}
