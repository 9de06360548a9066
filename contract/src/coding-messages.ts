import { type Static, Type } from 'typebox'
import { LaunchKey, SESSION, SessionPath } from './coding-sessions.ts'
import { operation, perMinute, personal } from './operation.ts'
import { Id, Nullable, OneOf, Timestamp } from './shared.ts'

export const MAX_QUESTIONS = 10
export const MAX_OPTIONS = 20
export const MAX_MESSAGE = 20_000

export const InputOption = Type.Object({
  label: Type.String({ maxLength: 200 }),
  description: Nullable(Type.String({ maxLength: 1_000 })),
})
export const Question = Type.Object({
  prompt: Type.String({ maxLength: 5_000 }),
  options: Nullable(Type.Array(InputOption, { maxItems: MAX_OPTIONS })),
  multiple: Type.Boolean({ description: 'Several options may be chosen' }),
})
export type Question = Static<typeof Question>

export const InputRequest = Type.Object(
  {
    id: Id,
    kind: OneOf(['question', 'approval']),
    prompt: Type.String({ description: 'Markdown' }),
    options: Nullable(Type.Array(InputOption, { description: 'Those of the first question' })),
    questions: Type.Array(Question, { description: 'Empty for an approval' }),
    created_at: Timestamp,
    expires_at: Timestamp,
  },
  { $id: 'InputRequest' },
)
export type InputRequest = Static<typeof InputRequest>

export const Answer = Type.Object({
  question_index: Type.Integer({ minimum: 0, maximum: MAX_QUESTIONS - 1 }),
  selected_label: Type.Optional(Nullable(Type.String({ maxLength: 200 }))),
  selected_labels: Type.Optional(
    Nullable(Type.Array(Type.String({ maxLength: 200 }), { maxItems: MAX_OPTIONS })),
  ),
  custom_text: Type.Optional(Nullable(Type.String({ maxLength: 5_000 }))),
})
export type Answer = Static<typeof Answer>

export const SessionMessage = Type.Object(
  {
    id: Id,
    session_id: Id,
    state: OneOf(['waiting', 'delivered', 'interrupted'], {
      description: '`interrupted`: the session ended before',
    }),
    error_code: Nullable(OneOf(['delivery_interrupted'])),
    text: Nullable(Type.String()),
    answers: Type.Array(Answer),
    approve: Nullable(Type.Boolean()),
    input_request_id: Nullable(Id),
    created_date: Timestamp,
    delivered_at: Nullable(Timestamp),
  },
  { $id: 'SessionMessage' },
)
export type SessionMessage = Static<typeof SessionMessage>

const MESSAGES = `${SESSION}/messages` as const
const EXAMPLE_MESSAGE: SessionMessage = {
  id: 'inp_06bcz0k3v4n8q1t5w7x9y2a3b4',
  session_id: 'cod_06bcz0k3v4n8q1t5w7x9y2a3b4',
  state: 'waiting',
  error_code: null,
  text: 'Please also say goodbye.',
  answers: [],
  approve: null,
  input_request_id: null,
  created_date: '2026-11-17T09:35:00.000Z',
  delivered_at: null,
}

export const readInputRequest = operation({
  name: 'coding.input_request',
  summary: 'Read the question or approval that a coding session waits for',
  method: 'GET',
  path: `${SESSION}/input-request`,
  credential: personal('read_only'),
  limit: perMinute(60, 'caller', 'coding.read'),
  params: SessionPath,
  answer: Type.Object({
    input_request: Type.Unsafe<InputRequest | null>({ anyOf: [InputRequest, { type: 'null' }] }),
  }),
  refuses: ['app_not_found', 'coding_session_not_found'],
  example: {
    answer: {
      input_request: {
        id: 'inq_06bcz0k3v4n8q1t5w7x9y2a3b4',
        kind: 'question',
        prompt: 'Which greeting do you want?',
        options: [{ label: 'Hello', description: null }],
        questions: [
          {
            prompt: 'Which greeting do you want?',
            options: [{ label: 'Hello', description: null }],
            multiple: false,
          },
        ],
        created_at: '2026-11-17T09:34:00.000Z',
        expires_at: '2026-11-20T09:34:00.000Z',
      },
    },
  },
})

export const sendSessionMessage = operation({
  name: 'coding.message',
  summary: 'Answer the open question of a coding session, or give it more to do',
  description:
    'While a question is open, the message answers it. A session that runs reads it before its next step; one that has ended goes on, on the same branch.',
  method: 'POST',
  path: MESSAGES,
  idempotency: 'own',
  credential: personal('full_access'),
  limit: perMinute(30, 'caller'),
  params: SessionPath,
  headers: Type.Object({ 'idempotency-key': LaunchKey }),
  body: Type.Object({
    text: Type.Optional(Nullable(Type.String({ minLength: 1, maxLength: MAX_MESSAGE }))),
    answers: Type.Optional(Nullable(Type.Array(Answer, { maxItems: MAX_QUESTIONS }))),
    approve: Type.Optional(Nullable(Type.Boolean())),
    input_request_id: Type.Optional(Nullable(Id)),
  }),
  answer: SessionMessage,
  refuses: [
    'app_not_found',
    'editor_required',
    'coding_session_not_found',
    'idempotency_conflict',
    'input_request_changed',
    'session_busy',
    'session_queue_full',
    'session_full',
    'delivery_interrupted',
    'repository_not_connected',
    'repository_mismatch',
    'credits_exhausted',
  ],
  example: { body: { text: 'Please also say goodbye.' }, answer: EXAMPLE_MESSAGE },
})

export const readSessionMessage = operation({
  name: 'coding.read_message',
  summary: 'Read whether a coding session has read a message',
  method: 'GET',
  path: `${MESSAGES}/{input_id}`,
  credential: personal('read_only'),
  limit: perMinute(60, 'caller', 'coding.read'),
  params: Type.Object({ ...SessionPath.properties, input_id: Id }),
  answer: SessionMessage,
  refuses: ['app_not_found', 'coding_session_not_found', 'session_message_not_found'],
  example: { answer: { ...EXAMPLE_MESSAGE, state: 'delivered', delivered_at: '2026-11-17T09:35:02.000Z' } },
})
