import { type Static, Type } from 'typebox'
import { SESSION_FAULTS } from './coding-sessions.ts'
import { operation, perMinute, personal } from './operation.ts'
import { FileDiff } from './pull-requests.ts'
import { Id, Nullable, OneOf, Page, PageQuery, Timestamp } from './shared.ts'

const CHAT = '/api/apps/{app_id}/chat' as const
const AppPath = Type.Object({ app_id: Id })
/** How long `chat.send` waits for the turn; one that takes longer goes on, and is read by `chat.read`. */
export const CHAT_WAIT_SECONDS = 90

export const ChatMessage = Type.Object(
  {
    id: Id,
    text: Type.String({ description: 'What the person wrote' }),
    from: Nullable(Type.String({ description: 'The email of the person' })),
    status: Type.Object({
      state: OneOf(['queued', 'running', 'completed', 'failed']),
      error_code: Nullable(OneOf(SESSION_FAULTS)),
      message: Nullable(Type.String({ description: 'Why it failed, and what to do' })),
    }),
    reply: Nullable(Type.String({ description: 'Markdown; null while the turn runs' })),
    files: Type.Array(FileDiff, { description: 'What the turn changed' }),
    entities: Type.Array(Type.String(), { description: 'Entities whose schema the turn set' }),
    preview: Type.Unsafe<{ revision_id: string; url: string } | null>({
      anyOf: [Type.Object({ revision_id: Id, url: Type.String() }), { type: 'null' }],
      description: 'A revision of the site with these changes, not published',
    }),
    created_date: Timestamp,
    completed_at: Nullable(Timestamp),
  },
  { $id: 'ChatMessage' },
)
export type ChatMessage = Static<typeof ChatMessage>

const EXAMPLE: ChatMessage = {
  id: 'cht_06bcz0k3v4n8q1t5w7x9y2a3b4',
  text: 'Replace "Hello" with "Welcome" in index.html',
  from: 'ada@example.com',
  status: { state: 'completed', error_code: null, message: null },
  reply: 'Replaced “Hello” in `index.html`.',
  files: [
    {
      path: 'index.html',
      old_path: null,
      status: 'modified',
      additions: 1,
      deletions: 1,
      is_binary: false,
      patch: '@@ -1 +1 @@\n-<h1>Hello</h1>\n+<h1>Welcome</h1>\n',
    },
  ],
  entities: [],
  preview: null,
  created_date: '2026-11-17T09:30:00.000Z',
  completed_at: '2026-11-17T09:30:02.000Z',
}

export const sendChatMessage = operation({
  name: 'chat.send',
  summary: 'Ask the app builder for a change of the app',
  description: `A turn that failed answers 200 too: look at \`status.state\`. One that takes longer than ${CHAT_WAIT_SECONDS} seconds answers \`running\`.`,
  method: 'POST',
  path: `${CHAT}/message`,
  idempotency: 'leased',
  credential: personal('full_access'),
  limit: perMinute(30, 'caller'),
  params: AppPath,
  body: Type.Object({ message: Type.String({ minLength: 1, maxLength: 20_000 }) }),
  answer: ChatMessage,
  refuses: ['app_not_found', 'editor_required', 'session_busy', 'credits_exhausted'],
  example: { body: { message: EXAMPLE.text }, answer: EXAMPLE },
})

export const listChatMessages = operation({
  name: 'chat.list',
  summary: 'List the messages to the app builder, newest first',
  method: 'GET',
  path: `${CHAT}/messages`,
  credential: personal('read_only'),
  limit: perMinute(120, 'caller', 'chat.read'),
  params: AppPath,
  query: PageQuery,
  answer: Page(ChatMessage),
  refuses: ['app_not_found'],
  example: { answer: { items: [EXAMPLE], next_cursor: null, has_more: false } },
})

export const readChatMessage = operation({
  name: 'chat.read',
  summary: 'Read a message to the app builder, and what came of it',
  method: 'GET',
  path: `${CHAT}/messages/{message_id}`,
  credential: personal('read_only'),
  limit: perMinute(120, 'caller', 'chat.read'),
  params: Type.Object({ ...AppPath.properties, message_id: Id }),
  answer: ChatMessage,
  refuses: ['app_not_found', 'chat_message_not_found'],
  example: { answer: EXAMPLE },
})
