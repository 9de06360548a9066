/** Agents: what people say to them and what they answer; also the agents inside apps. */
import { operations } from '@atrium/contract'
import { every } from '../../platform/jobs/job.ts'
import { handle, module } from '../../platform/module.ts'
import { configureAppAgents } from './app-agents/configure-app-agents.ts'
import { readAppAgents } from './app-agents/read-app-agents.ts'
import { agentArchive } from './archive.ts'
import { conversationRoom } from './conversations/conversation-room.ts'
import { createAppConversation } from './conversations/create-app-conversation.ts'
import { listAppConversations } from './conversations/list-app-conversations.ts'
import { listConversations } from './conversations/list-conversations.ts'
import { openConversation } from './conversations/open-conversation.ts'
import { readAppConversation } from './conversations/read-app-conversation.ts'
import { readConversation } from './conversations/read-conversation.ts'
import { createAgent } from './create-agent.ts'
import type { Deps } from './deps.ts'
import { listAgents } from './list-agents.ts'
import { deleteMessage } from './messages/delete-message.ts'
import { idempotencyStore } from './messages/idempotency-store.ts'
import { purgeIdempotencyKeys } from './messages/purge-idempotency-keys.ts'
import { sendAppMessage } from './messages/send-app-message.ts'
import { sendMessage } from './messages/send-message.ts'
import { answerAppMessage } from './replies/answer-app-message.ts'
import { listAgentVersions } from './versions/list-agent-versions.ts'
import { readAgent } from './versions/read-agent.ts'
import { readAgentVersion } from './versions/read-agent-version.ts'
import { restoreAgentVersion } from './versions/restore-agent-version.ts'
import { updateAgent } from './versions/update-agent.ts'

export { type ConversationFeed, createConversationFeed } from './conversations/conversation-feed.ts'
export type { MessageEvents, RecordTools } from './deps.ts'
export { addAgentMessage } from './messages/add-agent-message.ts'
export { presentMessage } from './messages/present-message.ts'

export const agents = module<Deps>('agents', {
  handlers: [
    handle(operations.agents.create, createAgent),
    handle(operations.agents.list, listAgents),
    handle(operations.agents.read, readAgent),
    handle(operations.agents.update, updateAgent),
    handle(operations.agents.list_versions, listAgentVersions),
    handle(operations.agents.read_version, readAgentVersion),
    handle(operations.agents.restore_version, restoreAgentVersion),
    handle(operations.conversations.open, openConversation),
    handle(operations.conversations.list, listConversations),
    handle(operations.conversations.read, readConversation),
    handle(operations.messages.send, sendMessage),
    handle(operations.messages.delete, deleteMessage),
    handle(operations.app_agents.configure, configureAppAgents),
    handle(operations.app_agents.read, readAppAgents),
    handle(operations.app_conversations.create, createAppConversation),
    handle(operations.app_conversations.list, listAppConversations),
    handle(operations.app_conversations.read, readAppConversation),
    handle(operations.app_messages.send, sendAppMessage),
  ],
  jobs: [answerAppMessage],
  schedules: [every('17 * * * *', purgeIdempotencyKeys)],
  rooms: [conversationRoom],
  takeOver: ({ db }) => idempotencyStore(db).releaseAll(),
  archive: agentArchive,
})
