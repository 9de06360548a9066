import type { InputOf, operations } from '@atrium/contract'
import { refuse } from '../../../platform/errors.ts'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { chatStore } from './chat-store.ts'
import { presentChatMessage } from './present-chat-message.ts'

export async function readChatMessage(
  { db, access }: Deps,
  caller: Caller,
  { params }: InputOf<typeof operations.chat.read>,
) {
  const app = await access.app(caller, params.app_id, 'viewer')
  const chat = await chatStore(db).find(app.id, params.message_id)
  if (!chat) throw refuse('chat_message_not_found')
  return presentChatMessage(chat, app)
}
