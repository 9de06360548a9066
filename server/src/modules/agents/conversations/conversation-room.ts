/** The room of a conversation: anyone who may read it sees replies while they are being written. */
import { MESSAGES_PER_READ } from '@atrium/contract/agents'
import { refuse } from '../../../platform/errors.ts'
import { MAX_BYTES_OUT } from '../../../platform/realtime/limits.ts'
import { roomKind } from '../../../platform/realtime/room-kind.ts'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { presentConversation } from '../messages/present-message.ts'
import { agentStore } from '../store.ts'
import { accessAppConversation } from './access-app-conversation.ts'
import { accessConversation } from './access-conversation.ts'
import type { MessageStep } from './conversation-feed.ts'
import { presentAppConversation } from './present-app-conversation.ts'

export const conversationRoom = roomKind<Deps, Caller, null, MessageStep>({
  name: 'conversations',
  pattern: /^\/agent-conversations\/(?<conversation_id>[\w-]{1,64})$/,

  async admit(deps, { person, app_id }, { conversation_id = '' }) {
    const userId = person.user?.id
    const found =
      userId === undefined ? null : await agentStore(deps.db).find(app_id, userId, conversation_id)
    if (!found) throw refuse('conversation_not_found')
    // The same doors as for reading it.
    if (found.agent_name === '') await accessConversation(deps, person, { agent_id: app_id, conversation_id })
    else await accessAppConversation(deps, person, { app_id, conversation_id })
    return { group: '', view: null }
  },

  async present(deps, { conversation_id = '' }, { conversation, message }, views) {
    const stored = await agentStore(deps.db).messages(conversation_id, MESSAGES_PER_READ)
    const isStored = stored.some(({ id }) => id === message.id)
    const messages = [...stored, ...(isStored ? [] : [message])]
    const isWithAgent = conversation.agent_name === ''
    const about = isWithAgent ? presentConversation(conversation) : presentAppConversation(conversation, [])
    const text = write(about, messages.map(presentStep), presentStep(message))
    return views.map(() => text)
  },
})

type Shown = ReturnType<typeof presentStep>

function presentStep({ id, role, content, file_urls, status, created_date }: MessageStep['message']) {
  return { id, role, content, file_urls, status, created_date }
}

/** With as many of the newest messages as fit. */
function write(conversation: object, messages: readonly Shown[], _message: Shown): string {
  let left = MAX_BYTES_OUT - sizeOf({ ...conversation, messages: [], _message })
  if (left < 0) {
    const cut = { ..._message, content: '' }
    return JSON.stringify({ ...conversation, messages: [], _message: cut, truncated: true })
  }
  const tooFar = messages.findLastIndex((message) => {
    left -= sizeOf(message) + 1 // and the comma
    return left < 0
  })
  return JSON.stringify({ ...conversation, messages: messages.slice(tooFar + 1), _message })
}

function sizeOf(json: object): number {
  return Buffer.byteLength(JSON.stringify(json))
}
