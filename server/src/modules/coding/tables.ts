import { Id, OneOf } from '@atrium/contract'
import { ChatMessage } from '@atrium/contract/chat'
import { Answer, InputRequest, SessionMessage } from '@atrium/contract/coding-messages'
import {
  CodingSession,
  LaunchKey,
  MAX_PROMPT,
  MAX_TITLE,
  SESSION_FAULTS,
  SessionEventType,
  SessionState,
} from '@atrium/contract/coding-sessions'
import { FileDiff, PullRequest } from '@atrium/contract/pull-requests'
import { ForgeProvider, RepositoryName } from '@atrium/contract/repositories'
import { Type } from 'typebox'
import {
  bigint,
  boolean,
  integer,
  json,
  orderedJson,
  type RowOf,
  table,
  text,
  time,
} from '../../platform/database/table.ts'

const NOW_ONLY = 'it says who works at it at this moment'
const ELSEWHERE = 'the branch and the pull request lie with the forge'
// Archives may leave them out, so that they may be empty there.
const Title = Type.String({ maxLength: MAX_TITLE })
const Prompt = Type.String({ maxLength: MAX_PROMPT })
const Hash = Type.String()

/** The repository that an app is connected to. */
export const repositories = table(
  'repositories',
  {
    app_id: text(Id),
    provider: text(ForgeProvider),
    full_name: text(RepositoryName),
    base_branch: text().default('main'),
    base_url: text().nullable(),
    access_token: text().nullable().notArchived('a secret'),
    web_url: text().nullable(),
    clone_url: text().notArchived('it follows from the address of the server or the forge'),
    connected_by_id: text(Id).nullable(),
    connected_date: time().default('now'),
    synced_commit: text().nullable(),
    synced_date: time().nullable(),
  },
  { key: ['app_id'], references: { app_id: 'apps' } },
)
export type RepositoryRow = RowOf<typeof repositories>

export const codingSessions = table(
  'coding_sessions',
  {
    id: text(Id),
    app_id: text(Id),
    user_id: text(Id),
    launch_key: text(LaunchKey).nullable(),
    input_hash: text(Hash).nullable().notArchived('it follows from what was sent'),
    client_reference: text().nullable(),
    state: text(SessionState),
    title: text(Title).default(''),
    prompt: text(Prompt).default(''),
    existing_branch: text().nullable(),
    source_ref: text().nullable(),
    pull_request_body: text().nullable(),
    commit_message: text().nullable(),
    expected_repository_full_name: text().nullable(),
    provider: text(ForgeProvider).default('local'),
    repository_full_name: text(RepositoryName),
    base_branch: text().default('main'),
    message_id: text().nullable(),
    branch_id: text(Id).nullable(),
    branch_name: text().nullable(),
    start_commit: text().nullable().notArchived(ELSEWHERE),
    pushed_commit: text().nullable().notArchived(ELSEWHERE),
    pushing_commit: text().nullable().notArchived(NOW_ONLY),
    session_url: text().nullable(),
    pull_request: json(PullRequest).nullable(),
    error_code: text(OneOf(SESSION_FAULTS)).nullable(),
    error_message: text().nullable(),
    input_request_id: text(Id).nullable().notArchived('questions are not in archives'),
    outcome: text(OneOf(['pull_request', 'answer'])).nullable(),
    summary: text().nullable(),
    plan: json(CodingSession.properties.plan).default([]),
    step_count: integer().default(0),
    pass_steps: integer().notArchived(NOW_ONLY),
    pass_started_at: time().nullable().notArchived(NOW_ONLY),
    paid_by_id: text(Id).nullable().notArchived(NOW_ONLY),
    input_tokens: bigint().default(0),
    output_tokens: bigint().default(0),
    cost_micros: bigint().default(0),
    last_seq: integer().notArchived('events are not in archives'),
    worker: text().nullable().notArchived(NOW_ONLY),
    leased_until: time().nullable().notArchived(NOW_ONLY),
    tries: integer().notArchived(NOW_ONLY),
    created_date: time().default('now'),
    updated_date: time().default('created_date'),
    completed_at: time().nullable(),
  },
  { key: ['id'], references: { app_id: 'apps' } },
)
export type SessionRow = RowOf<typeof codingSessions>

export const codingSessionEvents = table(
  'coding_session_events',
  {
    session_id: text(Id),
    seq: integer(),
    type: text(SessionEventType),
    data: orderedJson(Type.Record(Type.String(), Type.Unknown())),
    created_date: time(),
  },
  { key: ['session_id', 'seq'], notArchived: 'archives hold what sessions came to' },
)
export type SessionEventRow = RowOf<typeof codingSessionEvents>

export const codingInputRequests = table(
  'coding_input_requests',
  {
    id: text(Id),
    session_id: text(Id),
    kind: text(InputRequest.properties.kind),
    prompt: text(),
    questions: orderedJson(InputRequest.properties.questions),
    created_at: time(),
    expires_at: time(),
  },
  { key: ['id'], notArchived: 'archives hold what sessions came to' },
)
export type InputRequestRow = RowOf<typeof codingInputRequests>

export const codingMessages = table(
  'coding_messages',
  {
    id: text(Id),
    session_id: text(Id),
    user_id: text(Id),
    message_key: text(),
    input_hash: text(Hash),
    state: text(SessionMessage.properties.state),
    text: text().nullable(),
    answers: orderedJson(Type.Array(Answer)),
    approve: boolean().nullable(),
    input_request_id: text(Id).nullable(),
    created_date: time(),
    delivered_at: time().nullable(),
  },
  { key: ['id'], notArchived: 'archives hold what sessions came to' },
)
export type SessionMessageRow = RowOf<typeof codingMessages>

export const chatMessages = table(
  'chat_messages',
  {
    id: text(Id),
    app_id: text(Id),
    user_id: text(Id),
    text: text(),
    state: text(ChatMessage.properties.status.properties.state),
    error_code: text(OneOf(SESSION_FAULTS)).nullable(),
    error_message: text().nullable(),
    reply: text().nullable(),
    files: orderedJson(Type.Array(FileDiff)),
    entities: json(Type.Array(Type.String())),
    revision_id: text(Id).nullable(),
    preview_url: text().nullable(),
    turns: orderedJson(Type.Array(Type.Unknown())),
    base_revision: bigint().nullable(),
    applied_revision: bigint().nullable(),
    worker: text().nullable(),
    leased_until: time().nullable(),
    tries: integer(),
    created_date: time(),
    completed_at: time().nullable(),
  },
  { key: ['id'], notArchived: 'the code of the app has what came of it' },
)
export type ChatMessageRow = RowOf<typeof chatMessages>
