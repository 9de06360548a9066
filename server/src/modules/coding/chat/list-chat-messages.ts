import type { InputOf, operations } from '@atrium/contract'
import { pageOf } from '../../../platform/paging.ts'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { chatStore } from './chat-store.ts'
import { presentChatMessage } from './present-chat-message.ts'

export async function listChatMessages(
  { db, access, cursors }: Deps,
  caller: Caller,
  { params, query }: InputOf<typeof operations.chat.list>,
) {
  const app = await access.app(caller, params.app_id, 'viewer')
  const { limit = 50, cursor } = query
  const list = `chat.list ${app.id}`
  const [after] = cursors.read(list, cursor) ?? []
  const rows = await chatStore(db).list(app.id, after === undefined ? undefined : String(after), limit + 1)
  const page = pageOf(rows, limit, ({ id }) => cursors.write(list, [id]))
  return { ...page, items: page.items.map((row) => presentChatMessage(row, app)) }
}
