import type { InputOf, operations } from '@atrium/contract'
import { readPosition } from '../../../platform/newest-first.ts'
import { pageOf } from '../../../platform/paging.ts'
import { type Caller, userOf } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { presentConversation } from '../messages/present-message.ts'
import { agentStore } from '../store.ts'

export async function listConversations(
  { db, access, cursors }: Deps,
  caller: Caller,
  { params, query }: InputOf<typeof operations.conversations.list>,
) {
  const agent = await access.agent(caller, params.agent_id, 'viewer')
  const user = userOf(caller)
  const { limit = 50, cursor } = query
  const list = `conversations.list ${agent.id} ${user.id}`
  const after = readPosition(cursors, list, cursor)
  const rows = await agentStore(db).listMain(agent.id, user.id, after, limit + 1)
  const page = pageOf(rows, limit, (row) => cursors.write(list, [row.created_date.toISOString(), row.id]))
  return { ...page, items: page.items.map(presentConversation) }
}
