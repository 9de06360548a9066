import type { InputOf, operations } from '@atrium/contract'
import { refuse } from '../../../platform/errors.ts'
import type { Caller } from '../../../tenancy/index.ts'
import { accessConversation } from '../conversations/access-conversation.ts'
import type { Deps } from '../deps.ts'
import { agentStore } from '../store.ts'

export async function deleteMessage(
  deps: Deps,
  caller: Caller,
  { params }: InputOf<typeof operations.messages.delete>,
) {
  const { conversation } = await accessConversation(deps, caller, params)
  if (!(await agentStore(deps.db).deleteMessage(conversation.id, params.message_id)))
    throw refuse('message_not_found')
  return { deleted: true as const, id: params.message_id }
}
