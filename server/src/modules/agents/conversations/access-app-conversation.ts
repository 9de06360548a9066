import { refuse } from '../../../platform/errors.ts'
import { type Caller, userOf, type VisitedApp } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { agentStore, type ConversationRow } from '../store.ts'

/** One's own conversation with an agent of an app. */
export async function accessAppConversation(
  { db, access }: Pick<Deps, 'db' | 'access'>,
  caller: Caller,
  params: { app_id: string; conversation_id: string },
): Promise<{ app: VisitedApp; conversation: ConversationRow }> {
  const app = await access.visit(caller, params.app_id)
  const conversation = await agentStore(db).find(app.id, userOf(caller).id, params.conversation_id)
  if (!conversation || conversation.agent_name === '') throw refuse('conversation_not_found')
  return { app, conversation }
}
