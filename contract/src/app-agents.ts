import { Type } from 'typebox'
import { MESSAGES_PER_READ } from './agents.ts'
import { operation, orAppUser, perMinute, personal } from './operation.ts'
import { AnyKey, Id, OneOf, Timestamp } from './shared.ts'

/** Inside one app. */
export const MAX_APP_AGENTS = 100

const AgentName = Type.String({ minLength: 1, maxLength: 100 })

/** An agent inside an app. Fields we do not know are kept as they are. */
export const AppAgent = Type.Object(
  {
    name: AgentName,
    description: Type.Optional(Type.String({ maxLength: 10_000 })),
    instructions: Type.Optional(Type.String({ maxLength: 50_000 })),
    tool_configs: Type.Optional(Type.Array(Type.Record(AnyKey, Type.Unknown()), { maxItems: 100 })),
  },
  { $id: 'AppAgent', additionalProperties: true },
)

export const AppMessage = Type.Object(
  {
    id: Id,
    role: OneOf(['user', 'assistant', 'system']),
    content: Type.String(),
    file_urls: Type.Array(Type.String()),
    created_date: Timestamp,
  },
  { $id: 'AppMessage' },
)

const conversationFields = {
  id: Id,
  app_id: Id,
  agent_name: Type.String(),
  created_by_id: Type.String(),
  created_date: Timestamp,
  updated_date: Timestamp,
  messages: Type.Array(AppMessage, { description: `The ${MESSAGES_PER_READ} newest, oldest first.` }),
  metadata: Type.Record(AnyKey, Type.Unknown()),
}

export const AppConversation = Type.Object(conversationFields, { $id: 'AppConversation' })

/** A list row holds every field, or only those that `fields[]` names. */
const AppConversationRow = Type.Partial(Type.Object(conversationFields))

export const CONVERSATION_OPERATORS = [
  '$eq',
  '$ne',
  '$gt',
  '$gte',
  '$lt',
  '$lte',
  '$in',
  '$nin',
  '$exists',
] as const
export const MAX_CONVERSATION_FILTERS = 20
const FilterValues = Type.Unsafe<string | string[]>({
  type: ['string', 'array'],
  maxLength: 1_000,
  items: { type: 'string', maxLength: 1_000 },
  maxItems: 100,
})

const AppPath = Type.Object({ app_id: Id })
const ConversationPath = Type.Object({ app_id: Id, conversation_id: Id })
const CONVERSATIONS = '/api/apps/{app_id}/agents/conversations'

const EXAMPLE_MESSAGE = {
  id: 'msg_06bcz0k3v4n8q1t5w7x9y2a3b5',
  role: 'user',
  content: 'Where is my order?',
  file_urls: [],
  created_date: '2026-11-15T09:30:01.000Z',
}
const EXAMPLE_CONVERSATION = {
  id: 'cnv_06bcz0k3v4n8q1t5w7x9y2a3b4',
  app_id: 'app_06bcz0k3v4n8q1t5w7x9y2a3b4',
  agent_name: 'support',
  created_by_id: 'usr_06bcz0k3v4n8q1t5w7x9y2a3b4',
  created_date: '2026-11-15T09:30:00.000Z',
  updated_date: '2026-11-15T09:30:01.000Z',
  messages: [],
  metadata: {},
}
const EXAMPLE_AGENT = {
  name: 'support',
  description: 'Answers questions',
  instructions: 'Be brief.',
  tool_configs: [],
}

export const configureAppAgents = operation({
  name: 'app_agents.configure',
  summary: 'Replace all agents of an app',
  description: 'With `If-Match` nothing is written if somebody changed the agents since you read them.',
  method: 'PUT',
  path: '/api/apps/{app_id}/agent-configs',
  credential: personal('full_access'),
  params: AppPath,
  headers: Type.Object({
    'if-match': Type.Optional(
      Type.String({
        pattern: '^"[^"]*"$',
        maxLength: 66,
        description:
          'The `version` of the agents as they were read, in quotes: replaced only if it is still that',
      }),
    ),
  }),
  body: Type.Array(AppAgent, { maxItems: MAX_APP_AGENTS }),
  answer: Type.Object({
    created: Type.Array(Type.String()),
    updated: Type.Array(Type.String()),
    deleted: Type.Array(Type.String()),
  }),
  refuses: ['app_not_found', 'editor_required', 'app_agents_changed'],
  example: { body: [EXAMPLE_AGENT], answer: { created: ['support'], updated: [], deleted: [] } },
})

export const readAppAgents = operation({
  name: 'app_agents.read',
  summary: 'Read the agents of an app',
  method: 'GET',
  path: '/api/apps/{app_id}/agent-configs',
  credential: personal('full_access'),
  params: AppPath,
  answer: Type.Object({
    items: Type.Array(AppAgent),
    total: Type.Integer(),
    version: Type.String({ description: 'Of all of them together; for `If-Match`' }),
  }),
  refuses: ['app_not_found'],
  example: {
    answer: { items: [EXAMPLE_AGENT], total: 1, version: '5f2b0c6a9d3e4f10a7b8c9d0e1f2a3b4' },
  },
})

export const createAppConversation = operation({
  name: 'app_conversations.create',
  summary: 'Begin a conversation with an agent of an app',
  method: 'POST',
  path: CONVERSATIONS,
  idempotency: 'atomic',
  credential: orAppUser(personal('full_access')),
  params: AppPath,
  body: Type.Object({
    agent_name: AgentName,
    metadata: Type.Optional(Type.Record(AnyKey, Type.Unknown())),
  }),
  answer: AppConversation,
  refuses: ['app_not_found', 'app_agent_not_found'],
  example: { body: { agent_name: 'support' }, answer: EXAMPLE_CONVERSATION },
})

export const listAppConversations = operation({
  name: 'app_conversations.list',
  summary: 'List your conversations with the agents of an app: a bare array, newest first',
  description: `Filters are \`q[field]=value\` or \`q[field][$operator]=value\`, by id, app_id, agent_name, created_by_id, created_date, updated_date and \`metadata.name\`; a name that is sent several times means any of the values. \`q\` takes the same as JSON. Operators: ${CONVERSATION_OPERATORS.join(' ')}. All filters must match; an unknown field or operator is a 422.`,
  method: 'GET',
  path: CONVERSATIONS,
  credential: orAppUser(personal('full_access')),
  params: AppPath,
  query: Type.Object(
    {
      q: Type.Optional(
        Type.String({
          maxLength: 20_000,
          description: 'A filter as JSON, such as {"agent_name": "support"}',
        }),
      ),
      'q[agent_name]': Type.Optional(FilterValues),
      sort: Type.Optional(
        OneOf(['-created_date', 'created_date', '-updated_date', 'updated_date'], {
          default: '-created_date',
        }),
      ),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 50 })),
      skip: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000, default: 0 })),
      fields: Type.Optional(
        Type.String({ maxLength: 1_000, description: 'Only these fields, separated by commas' }),
      ),
      'fields[]': Type.Optional(
        Type.Array(Type.String({ maxLength: 50 }), { maxItems: 20, description: 'Only these fields' }),
      ),
    },
    { patternProperties: { '^q\\[': FilterValues } },
  ),
  answer: Type.Array(AppConversationRow),
  refuses: ['app_not_found'],
  example: { answer: [EXAMPLE_CONVERSATION] },
})

export const readAppConversation = operation({
  name: 'app_conversations.read',
  summary: 'Read one of your conversations with an agent of an app',
  method: 'GET',
  path: `${CONVERSATIONS}/{conversation_id}`,
  credential: orAppUser(personal('full_access')),
  params: ConversationPath,
  answer: AppConversation,
  refuses: ['app_not_found', 'conversation_not_found'],
  example: { answer: EXAMPLE_CONVERSATION },
})

export const sendAppMessage = operation({
  name: 'app_messages.send',
  summary: 'Add a message to a conversation; answered at once, the reply comes over realtime',
  method: 'POST',
  path: `${CONVERSATIONS}/v2/{conversation_id}/messages`,
  idempotency: 'atomic',
  also: `${CONVERSATIONS}/{conversation_id}/messages`,
  credential: orAppUser(personal('full_access')),
  // An app's own users spend its owner's credits.
  limit: perMinute(60, 'caller+app'),
  params: ConversationPath,
  body: Type.Object({
    role: Type.Optional(OneOf(['user', 'assistant', 'system'])),
    content: Type.String({ minLength: 1, maxLength: 32_000 }),
    file_urls: Type.Optional(Type.Array(Type.String({ maxLength: 2048 }), { maxItems: 20 })),
  }),
  answer: AppMessage,
  refuses: ['app_not_found', 'credits_exhausted', 'conversation_not_found', 'editor_required'],
  example: { body: { role: 'user', content: 'Where is my order?' }, answer: EXAMPLE_MESSAGE },
})
