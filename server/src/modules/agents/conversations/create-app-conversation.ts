import type { InputOf, operations } from '@atrium/contract'
import { refuse } from '../../../platform/errors.ts'
import { makeId } from '../../../platform/ids.ts'
import { type Caller, userOf } from '../../../tenancy/index.ts'
import { appAgentStore } from '../app-agents/app-agent-store.ts'
import type { Deps } from '../deps.ts'
import { presentAppConversation } from './present-app-conversation.ts'

export async function createAppConversation(
  { db, clock, access }: Deps,
  caller: Caller,
  { params, body }: InputOf<typeof operations.app_conversations.create>,
) {
  const app = await access.visit(caller, params.app_id)
  const store = appAgentStore(db)
  if (!(await store.find(app.id, body.agent_name))) throw refuse('app_agent_not_found')
  const now = clock.now()
  const conversation = {
    id: makeId('cnv', now),
    app_id: app.id,
    agent_name: body.agent_name,
    user_id: userOf(caller).id,
    metadata: body.metadata ?? {},
    created_date: now,
    updated_date: now,
  }
  await store.insertConversation(conversation)
  return presentAppConversation(conversation, [])
}
