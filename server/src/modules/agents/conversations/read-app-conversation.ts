import type { InputOf, operations } from '@atrium/contract'
import { MESSAGES_PER_READ } from '@atrium/contract/agents'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { agentStore } from '../store.ts'
import { accessAppConversation } from './access-app-conversation.ts'
import { presentAppConversation } from './present-app-conversation.ts'

export async function readAppConversation(
  deps: Deps,
  caller: Caller,
  { params }: InputOf<typeof operations.app_conversations.read>,
) {
  const { conversation } = await accessAppConversation(deps, caller, params)
  return presentAppConversation(
    conversation,
    await agentStore(deps.db).messages(conversation.id, MESSAGES_PER_READ),
  )
}
