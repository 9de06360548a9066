import { Type } from 'typebox'
import { operation, perMinute, personal } from './operation.ts'
import {
  AnyKey,
  AppRole,
  Both,
  Id,
  Nullable,
  OneOf,
  Page,
  PageQuery,
  Timestamp,
  WorkspaceQuery,
} from './shared.ts'

/** How many of the newest messages a conversation carries when it is read. */
export const MESSAGES_PER_READ = 200

export const Agent = Type.Object(
  {
    id: Id,
    name: Type.String(),
    description: Nullable(Type.String()),
    logo_url: Nullable(Type.String()),
    instructions: Type.String(),
    organization_id: Id,
    user_role: AppRole,
    created_date: Timestamp,
    updated_date: Timestamp,
  },
  { $id: 'Agent' },
)

export const Message = Type.Object(
  {
    id: Id,
    role: OneOf(['user', 'assistant']),
    content: Type.String(),
    file_urls: Type.Array(Type.String()),
    status: OneOf(['completed', 'failed'], { description: 'A failed reply holds what was said until then.' }),
    created_date: Timestamp,
  },
  { $id: 'Message' },
)

const Metadata = Type.Record(AnyKey, Type.Unknown(), {
  description: 'Yours to use; set at creation only.',
})

const conversationFields = {
  id: Id,
  agent_id: Id,
  user_id: Id,
  metadata: Metadata,
  created_date: Timestamp,
  updated_date: Timestamp,
}

export const Conversation = Type.Object(conversationFields, { $id: 'Conversation' })

export const ConversationWithMessages = Type.Object(
  { ...conversationFields, messages: Type.Array(Message) },
  { $id: 'ConversationWithMessages' },
)

export const FileUrl = Type.String({ maxLength: 2048, pattern: '^https?://[^\\s]+$' })

/** What a person says. */
export const NewMessage = Type.Object({
  content: Type.String({ minLength: 1, maxLength: 32_000 }),
  file_urls: Type.Optional(Type.Array(FileUrl, { maxItems: 20 })),
})

export const AgentName = Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' })
export const Instructions = Type.String({ maxLength: 50_000 })

export const AgentPath = Type.Object({ agent_id: Id })
const ConversationPath = Type.Object({ agent_id: Id, conversation_id: Id })
const CONVERSATIONS = '/api/agents/{agent_id}/conversations'

export const EXAMPLE_AGENT = {
  id: 'app_06bcz0k3v4n8q1t5w7x9y2a3b4',
  name: 'Support',
  description: 'Answers questions about orders',
  logo_url: null,
  instructions: 'Be brief and kind.',
  organization_id: 'ws_06bcz0k3v4n8q1t5w7x9y2a3b4',
  user_role: 'editor',
  created_date: '2026-11-15T09:30:00.000Z',
  updated_date: '2026-11-15T09:30:00.000Z',
}

const EXAMPLE_REPLY = {
  id: 'msg_06bcz0k3v4n8q1t5w7x9y2a3b5',
  role: 'assistant',
  content: 'Your order left this morning.',
  file_urls: [],
  status: 'completed',
  created_date: '2026-11-15T09:30:01.000Z',
}

const EXAMPLE_CONVERSATION = {
  id: 'cnv_06bcz0k3v4n8q1t5w7x9y2a3b4',
  agent_id: EXAMPLE_AGENT.id,
  user_id: 'usr_06bcz0k3v4n8q1t5w7x9y2a3b4',
  metadata: {},
  created_date: '2026-11-15T09:30:00.000Z',
  updated_date: '2026-11-15T09:30:01.000Z',
}

export const createAgent = operation({
  name: 'agents.create',
  summary: 'Create an agent',
  method: 'POST',
  path: '/api/agents',
  idempotency: 'atomic',
  credential: personal('full_access'),
  limit: perMinute(60, 'pool', 'apps.create'),
  query: WorkspaceQuery,
  body: Type.Object({
    name: AgentName,
    description: Type.Optional(Nullable(Type.String({ maxLength: 10_000 }))),
    logo_url: Type.Optional(Nullable(FileUrl)),
    instructions: Type.Optional(Instructions),
  }),
  status: 201,
  answer: Agent,
  refuses: ['workspace_not_found', 'editor_required', 'token_limited_to_apps'],
  example: { body: { name: 'Support', instructions: 'Be brief and kind.' }, answer: EXAMPLE_AGENT },
})

export const listAgents = operation({
  name: 'agents.list',
  summary: 'List the agents you can see',
  method: 'GET',
  path: '/api/agents',
  // Agent operations are not for read-only tokens, but for one: conversations.read.
  credential: personal('full_access'),
  query: Both(
    WorkspaceQuery,
    Type.Object({
      ...PageQuery.properties,
      search: Type.Optional(Type.String({ maxLength: 200, description: 'A part of the name' })),
    }),
  ),
  answer: Page(Agent),
  refuses: ['workspace_not_found'],
  example: { answer: { items: [EXAMPLE_AGENT], next_cursor: null, has_more: false } },
})

export const openConversation = operation({
  name: 'conversations.open',
  summary: 'Open your conversation with an agent; the first call makes it, later ones answer the same',
  method: 'POST',
  path: CONVERSATIONS,
  idempotency: 'atomic',
  credential: personal('full_access'),
  params: AgentPath,
  body: Type.Object({ metadata: Type.Optional(Metadata) }),
  answer: Conversation,
  refuses: ['agent_not_found', 'not_an_agent'],
  example: { body: {}, answer: EXAMPLE_CONVERSATION },
})

export const listConversations = operation({
  name: 'conversations.list',
  summary: 'List your conversations with an agent',
  method: 'GET',
  path: CONVERSATIONS,
  credential: personal('full_access'),
  params: AgentPath,
  query: PageQuery,
  answer: Page(Conversation),
  refuses: ['agent_not_found', 'not_an_agent'],
  example: { answer: { items: [EXAMPLE_CONVERSATION], next_cursor: null, has_more: false } },
})

export const readConversation = operation({
  name: 'conversations.read',
  summary: 'Read your conversation with its 200 newest messages, oldest first',
  method: 'GET',
  path: `${CONVERSATIONS}/{conversation_id}`,
  credential: personal('read_only'),
  params: ConversationPath,
  answer: ConversationWithMessages,
  refuses: ['agent_not_found', 'not_an_agent', 'conversation_not_found'],
  example: { answer: { ...EXAMPLE_CONVERSATION, messages: [EXAMPLE_REPLY] } },
})

export const sendMessage = operation({
  name: 'messages.send',
  summary: 'Say something to an agent; the call stays open until its reply is there and answers it',
  method: 'POST',
  path: `${CONVERSATIONS}/{conversation_id}/messages`,
  idempotency: 'own',
  credential: personal('full_access'),
  params: ConversationPath,
  headers: Type.Object({
    'idempotency-key': Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        pattern: '^[A-Za-z0-9_.:-]+$',
        description: 'Repeat a call with the same key and body to get the same reply; kept for a week.',
      }),
    ),
  }),
  body: NewMessage,
  answer: Message,
  refuses: [
    'agent_not_found',
    'not_an_agent',
    'credits_exhausted',
    'daily_quota_exceeded',
    'conversation_not_found',
    'message_not_found',
    'idempotency_conflict',
    'message_in_progress',
    'model_unavailable',
  ],
  example: { body: { content: 'Where is my order?' }, answer: EXAMPLE_REPLY },
})

export const deleteMessage = operation({
  name: 'messages.delete',
  summary: 'Delete a message of your conversation',
  method: 'DELETE',
  path: `${CONVERSATIONS}/{conversation_id}/messages/{message_id}`,
  credential: personal('full_access'),
  params: Type.Object({ agent_id: Id, conversation_id: Id, message_id: Id }),
  answer: Type.Object({ deleted: Type.Literal(true), id: Id }),
  refuses: ['agent_not_found', 'not_an_agent', 'conversation_not_found', 'message_not_found'],
  example: { answer: { deleted: true, id: EXAMPLE_REPLY.id } },
})
