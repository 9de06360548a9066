/** The coding session object, its states and its events. */
import { type Static, Type } from 'typebox'
import { PullRequest } from './pull-requests.ts'
import { RepositoryName } from './repositories.ts'
import { AnyKey, Described, Id, Nullable, OneOf, Timestamp } from './shared.ts'

export const MAX_PROMPT = 99_611
export const MAX_TITLE = 200
export const MAX_SUMMARY = 10_000
/** What one session may take before it fails; a follow-up message begins a new count. */
export const MAX_SESSION_STEPS = 60
export const MAX_SESSION_MINUTES = 45
/** How long an open question waits for its answer. */
export const INPUT_HOURS = 72
/** Of one app: those that run at a time, and those that wait or run. */
export const MAX_RUNNING_SESSIONS = 3
export const MAX_OPEN_SESSIONS = 20
export const MAX_PLAN_ITEMS = 20
export const MAX_SESSION_EVENTS = 5_000
/** How long sessions stay after they ended, with their launch keys. */
export const SESSION_DAYS = 90

const KEY_PATTERN = '^[A-Za-z0-9_.:-]+$'
/** Spec: launch, header Idempotency-Key. */
export const LaunchKey = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern: KEY_PATTERN,
  description: 'Reuse it with the same inputs on retries',
})
export const ClientReference = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern: KEY_PATTERN,
  description: 'The caller’s own name for the session',
})

export const SESSION_STATES = [
  'queued',
  'running',
  'opening_pull_request',
  'needs_input',
  'completed',
  'failed',
  'cancelling',
  'cancelled',
] as const
export const SessionState = OneOf(SESSION_STATES)
export type SessionState = Static<typeof SessionState>

/** Why a session failed. */
export const SESSION_FAULTS = [
  'repository_not_connected',
  'repository_mismatch',
  'repository_access_denied',
  'source_ref_not_found',
  'branch_not_found',
  'branch_busy',
  'provisioning_failed',
  'model_unavailable',
  'budget_exceeded',
  'step_limit',
  'timeout',
  'sandbox_failed',
  'merge_conflict',
  'push_rejected',
  'pull_request_failed',
  'input_timeout',
  'internal_error',
] as const
export type SessionFault = (typeof SESSION_FAULTS)[number]

export const PlanItem = Type.Object({
  text: Type.String({ maxLength: 300, description: 'What is to be done' }),
  status: OneOf(['waiting', 'doing', 'done', 'skipped'], { description: 'How far it is' }),
})
export type PlanItem = Static<typeof PlanItem>

export const CodingSession = Type.Object(
  {
    id: Described(Id, 'Session ID'),
    state: Described(SessionState, 'State of the session'),
    message_id: Nullable(
      Type.String({ description: 'UUID of the session’s user message; null before dispatch' }),
    ),
    repository_full_name: Described(RepositoryName, 'Connected repository'),
    branch_id: Nullable(Described(Id, 'Null before provisioning')),
    branch_name: Nullable(Type.String({ description: 'Null before provisioning' })),
    session_url: Nullable(Type.String({ description: 'Editor URL; null until the branch is provisioned' })),
    pull_request: Type.Unsafe<PullRequest | null>({
      anyOf: [PullRequest, { type: 'null' }],
      description: 'Null until one is opened',
    }),
    error_code: Nullable(OneOf(SESSION_FAULTS, { description: 'Stable failure cause' })),
    launch_key: Nullable(Type.String({ description: 'Original Idempotency-Key' })),
    client_reference: Nullable(Type.String({ description: 'The caller’s own name for the session' })),
    input_request_id: Nullable(Described(Id, 'Identifier of the current question or approval pause')),
    outcome: Nullable(OneOf(['pull_request', 'answer'], { description: 'Null until completed' })),
    summary: Nullable(
      Type.String({
        maxLength: MAX_SUMMARY,
        description: 'Final reply in Markdown, up to 10,000 characters',
      }),
    ),
    title: Type.String({ description: 'Title of the session' }),
    error_message: Nullable(Type.String({ description: 'Says what to do about `error_code`' })),
    plan: Type.Array(PlanItem, { description: 'Plan of the session' }),
    step_count: Type.Integer({ description: 'Steps taken' }),
    launched_by: Nullable(Type.String({ description: 'The email of the person' })),
    usage: Type.Object(
      {
        input_tokens: Type.Integer({ description: 'Tokens sent to the language model' }),
        output_tokens: Type.Integer({ description: 'Tokens that it generated' }),
        cost: Type.Number({ description: 'Their price' }),
      },
      { description: 'Use of the language model' },
    ),
    created_date: Described(Timestamp, 'When it was launched'),
    updated_date: Described(Timestamp, 'When it last changed'),
    completed_at: Nullable(Described(Timestamp, 'When it finished; null before')),
  },
  { $id: 'CodingSession', description: 'A coding session' },
)
export type CodingSession = Static<typeof CodingSession>

/** What happened in a session, in the order of `seq`. */
export const SESSION_EVENTS = [
  'message',
  'turn',
  'tool_result',
  'plan',
  'input_request',
  'input',
  'commit',
  'check',
  'pull_request',
  'state',
] as const
export const SessionEventType = OneOf(SESSION_EVENTS)
export type SessionEventType = Static<typeof SessionEventType>
export const SessionEvent = Type.Object(
  {
    seq: Type.Integer(),
    type: SessionEventType,
    data: Type.Record(AnyKey, Type.Unknown(), {
      description: 'Depends on the type',
    }),
    created_date: Timestamp,
  },
  { $id: 'SessionEvent' },
)
export type SessionEvent = Static<typeof SessionEvent>
