import { refuse } from '../../../platform/errors.ts'
import { type App, type Caller, userOf } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { agentStore, type ConversationRow } from '../store.ts'

/** One's own conversation with an agent; anybody else's does not exist. */
export async function accessConversation(
  { db, access }: Pick<Deps, 'db' | 'access'>,
  caller: Caller,
  params: { agent_id: string; conversation_id: string },
): Promise<{ agent: App; conversation: ConversationRow }> {
  const agent = await access.agent(caller, params.agent_id, 'viewer')
  const conversation = await agentStore(db).find(agent.id, userOf(caller).id, params.conversation_id)
  if (conversation?.agent_name !== '') throw refuse('conversation_not_found')
  return { agent, conversation }
}
