import type { InputOf, operations } from '@atrium/contract'
import { onlyFields } from '../../../platform/only-fields.ts'
import { type Caller, userOf } from '../../../tenancy/index.ts'
import { appAgentStore, type ConversationSort } from '../app-agents/app-agent-store.ts'
import type { Deps } from '../deps.ts'
import { readConversationFilter } from './conversation-filter.ts'
import { presentAppConversation } from './present-app-conversation.ts'

/** Without their messages, which a read of one brings. */
export async function listAppConversations(
  { db, access }: Deps,
  caller: Caller,
  { params, query }: InputOf<typeof operations.app_conversations.list>,
) {
  const comparisons = readConversationFilter(query)
  const app = await access.visit(caller, params.app_id)
  const { sort = '-created_date', limit = 50, skip = 0 } = query
  const filter = { app_id: app.id, user_id: userOf(caller).id, comparisons }
  const column = sort.replace('-', '') as ConversationSort
  const direction = sort.startsWith('-') ? 'desc' : 'asc'
  const rows = await appAgentStore(db).listConversations(filter, column, direction, skip, limit)
  const fields = query['fields[]'] ?? query.fields?.split(',').map((name) => name.trim())
  const items = rows.map((row) => presentAppConversation(row, []))
  return fields === undefined ? items : items.map((item) => onlyFields(item, fields))
}
