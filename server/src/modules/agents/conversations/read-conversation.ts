import type { InputOf, operations } from '@atrium/contract'
import { MESSAGES_PER_READ } from '@atrium/contract/agents'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { presentConversation, presentMessage } from '../messages/present-message.ts'
import { agentStore } from '../store.ts'
import { accessConversation } from './access-conversation.ts'

export async function readConversation(
  deps: Deps,
  caller: Caller,
  { params }: InputOf<typeof operations.conversations.read>,
) {
  const { conversation } = await accessConversation(deps, caller, params)
  const messages = await agentStore(deps.db).messages(conversation.id, MESSAGES_PER_READ)
  return { ...presentConversation(conversation), messages: messages.map(presentMessage) }
}
