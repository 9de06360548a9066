/** Agents: what people say to them and what they answer; also the agents inside apps. */
import { operations } from '@atrium/contract'
import { every } from '../../platform/jobs/job.ts'
import { handle, module } from '../../platform/module.ts'
import { answerAppMessage } from './answer-app-message.ts'
import { agentArchive } from './archive.ts'
import { configureAppAgents } from './configure-app-agents.ts'
import { conversationRoom } from './conversation-room.ts'
import { createAgent } from './create-agent.ts'
import { createAppConversation } from './create-app-conversation.ts'
import { deleteMessage } from './delete-message.ts'
import type { Deps } from './deps.ts'
import { forgetRequests } from './forget-requests.ts'
import { listAgents } from './list-agents.ts'
import { listAppConversations } from './list-app-conversations.ts'
import { listConversations } from './list-conversations.ts'
import { openConversation } from './open-conversation.ts'
import { readAppAgents } from './read-app-agents.ts'
import { readAppConversation } from './read-app-conversation.ts'
import { readConversation } from './read-conversation.ts'
import { requestStore } from './request-store.ts'
import { sendAppMessage } from './send-app-message.ts'
import { sendMessage } from './send-message.ts'

export { type ConversationFeed, createConversationFeed } from './conversation-feed.ts'
export type { MessageEvents, RecordTools } from './deps.ts'
export { presentMessage } from './present-message.ts'

export const agents = module<Deps>('agents', {
  handlers: [
    handle(operations.agents.create, createAgent),
    handle(operations.agents.list, listAgents),
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
  schedules: [every('17 * * * *', forgetRequests)],
  rooms: [conversationRoom],
  takeOver: ({ db }) => requestStore(db).giveUpAll(),
  archive: agentArchive,
})
