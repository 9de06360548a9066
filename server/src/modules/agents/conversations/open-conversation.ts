import type { InputOf, operations } from '@atrium/contract'
import { makeId } from '../../../platform/ids.ts'
import { type Caller, userOf } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { presentConversation } from '../messages/present-message.ts'
import { agentStore } from '../store.ts'

/** The caller's one main conversation with the agent; what it carries is set when it is made. */
export async function openConversation(
  { db, clock, access }: Deps,
  caller: Caller,
  { params, body }: InputOf<typeof operations.conversations.open>,
) {
  const agent = await access.agent(caller, params.agent_id, 'viewer')
  const now = clock.now()
  const conversation = await agentStore(db).openMain({
    id: makeId('cnv', now),
    app_id: agent.id,
    agent_name: '',
    user_id: userOf(caller).id,
    metadata: body.metadata ?? {},
    created_date: now,
    updated_date: now,
  })
  return presentConversation(conversation)
}
