import { Type } from 'typebox'
import {
  ClientReference,
  CodingSession,
  LaunchKey,
  MAX_PROMPT,
  MAX_TITLE,
  SessionEvent,
  SessionState,
} from './coding-session.ts'
import { operation, perMinute, personal } from './operation.ts'
import { Diff, EXAMPLE_DIFF, EXAMPLE_PULL_REQUEST } from './pull-requests.ts'
import { AppPath, IMPORTED, REPOSITORY_PATTERN } from './repositories.ts'
import { Both, Id, Nullable, Page, PageQuery } from './shared.ts'

export * from './coding-session.ts'

export const SESSIONS = `${IMPORTED}/sessions` as const
export const SESSION = `${SESSIONS}/{session_id}` as const
export const SessionPath = Type.Object({ ...AppPath.properties, session_id: Id })
const READ = perMinute(60, 'caller', 'coding.read')
/** Launch and cancel count together. */
export const LAUNCH = perMinute(6, 'caller', 'coding.launch')

const EXAMPLE_SESSION: CodingSession = {
  id: 'cod_06bcz0k3v4n8q1t5w7x9y2a3b4',
  state: 'completed',
  message_id: '7f1d6d0a-9a2f-4f2e-8f0e-2b9f4f0e5d11',
  repository_full_name: 'acme/shop',
  branch_id: 'brn_06bcz0k3v4n8q1t5w7x9y2a3b4',
  branch_name: EXAMPLE_PULL_REQUEST.head_branch,
  session_url:
    'http://127.0.0.1:8787/apps/app_06bcz0k3v4n8q1t5w7x9y2a3b4/code/sessions/cod_06bcz0k3v4n8q1t5w7x9y2a3b4',
  pull_request: EXAMPLE_PULL_REQUEST,
  error_code: null,
  launch_key: 'nightly-42',
  client_reference: 'ticket:1207',
  input_request_id: null,
  outcome: 'pull_request',
  summary: 'The greeting names the person.',
  title: 'Greet people by name',
  error_message: null,
  plan: [{ text: 'Pass the name to hello()', status: 'done' }],
  step_count: 6,
  launched_by: 'ada@example.com',
  usage: { input_tokens: 5_210, output_tokens: 640, cost: 0.02 },
  created_date: '2026-11-17T09:30:00.000Z',
  updated_date: '2026-11-17T09:31:00.000Z',
  completed_at: '2026-11-17T09:31:00.000Z',
}
export const EXAMPLE_QUEUED: CodingSession = {
  ...EXAMPLE_SESSION,
  state: 'queued',
  message_id: null,
  branch_id: null,
  branch_name: null,
  session_url: null,
  pull_request: null,
  outcome: null,
  summary: null,
  plan: [],
  step_count: 0,
  usage: { input_tokens: 0, output_tokens: 0, cost: 0 },
  updated_date: '2026-11-17T09:30:00.000Z',
  completed_at: null,
}

const branch = (description: string) =>
  Type.Optional(Nullable(Type.String({ minLength: 1, maxLength: 255, description })))
export const launchSession = operation({
  name: 'coding.launch',
  summary: 'Launch a coding session that opens a pull request',
  description:
    'The same Idempotency-Key with the same inputs answers with the same session. Poll `coding.read`, or subscribe a webhook.',
  method: 'POST',
  path: SESSIONS,
  idempotency: 'own',
  credential: personal('full_access'),
  limit: LAUNCH,
  params: AppPath,
  headers: Type.Object({ 'idempotency-key': LaunchKey }),
  body: Type.Object({
    prompt: Type.String({
      minLength: 1,
      maxLength: MAX_PROMPT,
      description: 'The task to carry out and open a pull request for',
    }),
    title: Type.String({ minLength: 1, maxLength: MAX_TITLE, description: 'Title of the session' }),
    existing_branch: branch('Branch to work on; null creates an isolated branch'),
    source_ref: branch('Git ref a new branch starts from; null = imported base branch'),
    pull_request_body: Type.Optional(
      Nullable(Type.String({ maxLength: 20_000, description: 'Markdown, appended to the description' })),
    ),
    commit_message: Type.Optional(
      Nullable(Type.String({ minLength: 1, maxLength: 2_000, description: 'Null = a generated message' })),
    ),
    client_reference: Type.Optional(Nullable(ClientReference)),
    expected_repository_full_name: Type.Optional(
      Nullable(
        Type.String({
          maxLength: 201,
          pattern: REPOSITORY_PATTERN,
          description: 'A mismatch with the app’s connected repository refuses the launch before work starts',
        }),
      ),
    ),
  }),
  answer: CodingSession,
  refuses: [
    'app_not_found',
    'editor_required',
    'idempotency_conflict',
    'repository_not_connected',
    'repository_mismatch',
    'session_queue_full',
    'credits_exhausted',
  ],
  example: {
    body: {
      prompt: 'Greet people by their name',
      title: 'Greet people by name',
      client_reference: 'ticket:1207',
    },
    answer: EXAMPLE_QUEUED,
  },
})

export const listSessions = operation({
  name: 'coding.list',
  summary: 'List coding sessions of an app, newest first',
  method: 'GET',
  path: SESSIONS,
  credential: personal('read_only'),
  limit: READ,
  params: AppPath,
  query: Both(
    PageQuery,
    Type.Object({ state: Type.Optional(SessionState), client_reference: Type.Optional(ClientReference) }),
  ),
  answer: Page(CodingSession),
  refuses: ['app_not_found'],
  example: { answer: { items: [EXAMPLE_SESSION], next_cursor: null, has_more: false } },
})

export const readLatestSession = operation({
  name: 'coding.latest',
  summary: 'Read your newest coding session with a client reference',
  method: 'GET',
  path: `${SESSIONS}/latest`,
  credential: personal('read_only'),
  limit: READ,
  params: AppPath,
  query: Type.Object({ client_reference: ClientReference }),
  answer: CodingSession,
  refuses: ['app_not_found', 'coding_session_not_found'],
  example: { answer: EXAMPLE_SESSION },
})

export const readSessionByLaunchKey = operation({
  name: 'coding.by_launch_key',
  summary: 'Read the coding session that you launched with an Idempotency-Key',
  method: 'GET',
  path: `${IMPORTED}/launch-requests/{launch_key}`,
  also: `${SESSIONS}/launch-requests/{launch_key}`,
  credential: personal('read_only'),
  limit: READ,
  params: Type.Object({ ...AppPath.properties, launch_key: LaunchKey }),
  answer: CodingSession,
  refuses: ['app_not_found', 'coding_session_not_found'],
  example: { answer: EXAMPLE_SESSION },
})

export const readCodingSession = operation({
  name: 'coding.read',
  summary: 'Read a coding session',
  method: 'GET',
  path: SESSION,
  credential: personal('read_only'),
  limit: READ,
  params: SessionPath,
  answer: CodingSession,
  refuses: ['app_not_found', 'coding_session_not_found'],
  example: { answer: EXAMPLE_SESSION },
})

export const listSessionEvents = operation({
  name: 'coding.events',
  summary: 'List what happened in a coding session, oldest first',
  description: 'Send the `seq` of your last one as `after` to follow a session.',
  method: 'GET',
  path: `${SESSION}/events`,
  credential: personal('read_only'),
  limit: perMinute(240, 'caller'),
  params: SessionPath,
  query: Type.Object({
    after: Type.Optional(Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1, default: 0 })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 100 })),
  }),
  answer: Type.Object({ items: Type.Array(SessionEvent), has_more: Type.Boolean() }),
  refuses: ['app_not_found', 'coding_session_not_found'],
  example: {
    answer: {
      items: [
        {
          seq: 1,
          type: 'message',
          data: { text: 'Greet people by their name', from: 'ada@example.com' },
          created_date: '2026-11-17T09:30:01.000Z',
        },
      ],
      has_more: false,
    },
  },
})

export const readSessionDiff = operation({
  name: 'coding.diff',
  summary: 'Read what a coding session has changed so far',
  method: 'GET',
  path: `${SESSION}/diff`,
  credential: personal('read_only'),
  limit: READ,
  params: SessionPath,
  answer: Diff,
  refuses: [
    'app_not_found',
    'coding_session_not_found',
    'repository_not_found',
    'repository_access_denied',
    'forge_unavailable',
    'git_unavailable',
  ],
  example: { answer: EXAMPLE_DIFF },
})

export const cancelSession = operation({
  name: 'coding.cancel',
  summary: 'Cancel a coding session; the work so far stays on its branch',
  method: 'POST',
  path: `${SESSION}/cancel`,
  idempotency: 'atomic',
  credential: personal('full_access'),
  limit: LAUNCH,
  params: SessionPath,
  answer: CodingSession,
  refuses: ['app_not_found', 'editor_required', 'coding_session_not_found', 'session_ended'],
  example: { answer: { ...EXAMPLE_QUEUED, state: 'cancelled', completed_at: '2026-11-17T09:30:05.000Z' } },
})
