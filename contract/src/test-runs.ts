import { type Static, Type } from 'typebox'
import { FlowStep, PAGE_ACTIONS, Target } from './flow-steps.ts'
import { AppPath, EXAMPLE_FLOW, EXAMPLE_STEP, TESTING, TestRunStatus } from './flows.ts'
import { Bytes, operation, perMinute, personal } from './operation.ts'
import { Both, Id, Nullable, OneOf, Page, PageQuery, Timestamp } from './shared.ts'

/** Runs that wait or run, of one app. */
export const MAX_OPEN_TEST_RUNS = 20
/** What is kept of a run beyond its report. */
export const ARTIFACT_DAYS = 30
export const MAX_NOTED_PROBLEMS = 20

const RUNS = `${TESTING}/executions` as const
const RUN = `${RUNS}/{execution_id}` as const
const RunPath = Type.Object({ app_id: Id, execution_id: Id })

export const TestTrigger = OneOf(['manual', 'schedule', 'publish', 'api'])
export type TestTrigger = Static<typeof TestTrigger>
export const CancelReason = OneOf(['user', 'flow_deleted', 'timeout'])
export type CancelReason = Static<typeof CancelReason>

/** Why a run or a step did not come to its end as it should. */
export const TEST_FAULTS = [
  'assertion_failed',
  'element_not_found',
  'element_ambiguous',
  'not_understood',
  'step_timed_out',
  'page_unreachable',
  'page_crashed',
  'host_not_allowed',
  'model_unavailable',
  'browser_unavailable',
  'sign_in_failed',
  'run_timed_out',
  'worker_lost',
  'internal_error',
] as const
export type TestFault = (typeof TEST_FAULTS)[number]
export const TestError = Type.Object({ code: OneOf(TEST_FAULTS), message: Type.String() })
export type TestError = Static<typeof TestError>

/** What was done on the page. */
export const PerformedAction = Type.Object({
  action: Nullable(OneOf(PAGE_ACTIONS)),
  target: Nullable(Target),
  value: Nullable(Type.String({ description: 'Secrets are masked' })),
})
export type PerformedAction = Static<typeof PerformedAction>
export const Healed = Type.Object({ before: Target, after: Target, reason: Type.String() })
export type Healed = Static<typeof Healed>
export const FailedRequest = Type.Object({
  method: Type.String(),
  url: Type.String(),
  status: Nullable(Type.Integer()),
  error: Nullable(Type.String()),
})
export type FailedRequest = Static<typeof FailedRequest>

export const TestRunStep = Type.Object(
  {
    id: FlowStep.properties.id,
    kind: FlowStep.properties.kind,
    instruction: Type.String(),
    status: OneOf(['waiting', 'running', 'passed', 'failed', 'skipped']),
    resolved_by: Nullable(
      OneOf(['explicit', 'cache', 'rules', 'model'], { description: 'How it was known what to do' }),
    ),
    performed: Nullable(PerformedAction),
    healed: Nullable(Healed),
    extracted: Nullable(Type.String()),
    url: Nullable(Type.String({ description: 'The address of the page when the step ended' })),
    error: Nullable(TestError),
    console_errors: Type.Array(Type.String()),
    failed_requests: Type.Array(FailedRequest),
    screenshot_id: Nullable(Id),
    snapshot_id: Nullable(Id),
    started_at: Nullable(Timestamp),
    completed_at: Nullable(Timestamp),
  },
  { $id: 'TestRunStep' },
)
export type TestRunStep = Static<typeof TestRunStep>

const RunFields = {
  id: Id,
  flow_id: Id,
  flow_name: Type.String(),
  status: TestRunStatus,
  trigger: TestTrigger,
  started_by: Nullable(
    Type.String({ description: 'The email of the person; null for what starts by itself' }),
  ),
  start_url: Nullable(Type.String()),
  step_count: Type.Integer(),
  steps_passed: Type.Integer(),
  error: Nullable(TestError),
  cancel_reason: Nullable(CancelReason),
  created_date: Timestamp,
  started_at: Nullable(Timestamp),
  completed_at: Nullable(Timestamp),
  duration_ms: Nullable(Type.Integer()),
}
/** As in lists: the steps are read one run at a time. */
export const TestRunSummary = Type.Object(RunFields, { $id: 'TestRunSummary' })
export const TestRun = Type.Object(
  { ...RunFields, goal: Type.String(), role: Nullable(Type.String()), steps: Type.Array(TestRunStep) },
  { $id: 'TestRun' },
)

export const TestArtifact = Type.Object(
  {
    id: Id,
    kind: OneOf(['screenshot', 'snapshot', 'trace']),
    step_id: Nullable(Type.String()),
    content_type: Type.String(),
    bytes: Type.Integer(),
    created_date: Timestamp,
  },
  { $id: 'TestArtifact' },
)
export type TestArtifact = Static<typeof TestArtifact>

export const TestReport = Type.Object(
  {
    execution_id: Id,
    flow_id: Id,
    flow_name: Type.String(),
    verdict: OneOf(['passed', 'failed', 'cancelled', 'error']),
    summary: Type.String({ description: 'A few sentences: what happened, and what to look at' }),
    failure_category: Nullable(
      OneOf(['app_bug', 'test_outdated', 'flaky', 'environment', 'agent_error'], {
        description: 'Null unless it failed, could not be carried out or took too long',
      }),
    ),
    failed_step_id: Nullable(Type.String()),
    first_bad_state: Nullable(
      Type.Object(
        {
          step_id: Type.String(),
          kind: OneOf(['console_error', 'failed_request', 'page_error', 'step_failed']),
          message: Type.String(),
        },
        { description: 'The first sign of trouble, which may come steps before the one that failed' },
      ),
    ),
    healed: Type.Array(
      Type.Object({ step_id: Type.String(), before: Target, after: Target, reason: Type.String() }),
    ),
    artifacts: Type.Array(TestArtifact),
    last_good_execution_id: Nullable(Id),
    differences: Type.Array(
      Type.Object({
        step_id: Type.String(),
        what: OneOf(['status', 'target', 'url', 'console_errors', 'failed_requests', 'duration', 'page']),
        before: Nullable(Type.String()),
        after: Nullable(Type.String()),
      }),
      { description: 'Against the last run of this test that passed' },
    ),
    model_calls: Type.Integer(),
    generated_at: Timestamp,
  },
  { $id: 'TestReport' },
)
export type TestReport = Static<typeof TestReport>

const EXAMPLE_TIME = '2026-11-17T09:30:00.000Z'
const EXAMPLE_RUN = 'exe_06bcz0k3v4n8q1t5w7x9y2a3b4'
const EXAMPLE_LISTED = {
  id: EXAMPLE_RUN,
  flow_id: EXAMPLE_FLOW,
  flow_name: 'Buy a lamp',
  status: 'passed' as const,
  trigger: 'manual' as const,
  started_by: 'ada@example.com',
  start_url: null,
  step_count: 1,
  steps_passed: 1,
  error: null,
  cancel_reason: null,
  created_date: EXAMPLE_TIME,
  started_at: EXAMPLE_TIME,
  completed_at: '2026-11-17T09:30:04.150Z',
  duration_ms: 4_150,
}
const EXAMPLE = {
  ...EXAMPLE_LISTED,
  goal: 'A visitor puts a lamp into the cart and sees it there',
  role: null,
  steps: [
    {
      id: EXAMPLE_STEP.id,
      kind: EXAMPLE_STEP.kind,
      instruction: EXAMPLE_STEP.instruction,
      status: 'passed' as const,
      resolved_by: 'explicit' as const,
      performed: { action: 'click' as const, target: { role: 'button', name: 'Add to cart' }, value: null },
      healed: null,
      extracted: null,
      url: 'https://shop.example.com/cart',
      error: null,
      console_errors: [],
      failed_requests: [],
      screenshot_id: 'art_06bcz0k3v4n8q1t5w7x9y2a3b4',
      snapshot_id: 'art_06bcz0k3v4n8q1t5w7x9y2a3b5',
      started_at: EXAMPLE_TIME,
      completed_at: '2026-11-17T09:30:04.150Z',
    },
  ],
}

export const startTestRun = operation({
  name: 'test_runs.start',
  summary: 'Run an automated test now',
  description: 'It waits for a free browser. Poll `test_runs.read` to follow it, step by step.',
  method: 'POST',
  path: RUNS,
  idempotency: 'atomic',
  credential: personal('full_access'),
  limit: perMinute(60, 'caller+app'),
  params: AppPath,
  body: Type.Object({
    flow_id: Id,
    start_url: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 2_048,
        description: 'In place of that of the test: a preview, say',
      }),
    ),
  }),
  answer: TestRun,
  refuses: [
    'app_not_found',
    'editor_required',
    'flow_not_found',
    'flow_running',
    'no_start_address',
    'test_queue_full',
    'credits_exhausted',
  ],
  example: { body: { flow_id: EXAMPLE_FLOW }, answer: EXAMPLE },
})

export const listTestRuns = operation({
  name: 'test_runs.list',
  summary: 'List runs of automated tests, newest first; also those of tests that were deleted',
  method: 'GET',
  path: RUNS,
  credential: personal('full_access'),
  limit: perMinute(300, 'caller+app'),
  params: AppPath,
  query: Both(PageQuery, Type.Object({ flow_id: Type.Optional(Id), status: Type.Optional(TestRunStatus) })),
  answer: Page(TestRunSummary),
  refuses: ['app_not_found'],
  example: { answer: { items: [EXAMPLE_LISTED], next_cursor: null, has_more: false } },
})

export const readTestRun = operation({
  name: 'test_runs.read',
  summary: 'Read a run with its steps as far as it has come',
  method: 'GET',
  path: RUN,
  credential: personal('full_access'),
  limit: perMinute(300, 'caller+app'),
  params: RunPath,
  answer: TestRun,
  refuses: ['app_not_found', 'test_run_not_found'],
  example: { answer: EXAMPLE },
})

export const cancelTestRun = operation({
  name: 'test_runs.cancel',
  summary: 'Cancel a run and close its browser',
  description: 'Also on another node. A run that has ended stays as it is.',
  method: 'POST',
  path: `${RUN}/cancel`,
  idempotency: 'leased',
  credential: personal('full_access'),
  limit: perMinute(60, 'caller+app'),
  params: RunPath,
  answer: TestRun,
  refuses: ['app_not_found', 'editor_required', 'test_run_not_found', 'test_run_ended'],
  example: { answer: { ...EXAMPLE, status: 'cancelled', cancel_reason: 'user' } },
})

export const readTestReport = operation({
  name: 'test_runs.report',
  summary: 'Read what a run came to: verdict, first bad state, category of failure, evidence',
  method: 'GET',
  path: `${TESTING}/analysis/{execution_id}`,
  credential: personal('full_access'),
  limit: perMinute(300, 'caller+app'),
  params: RunPath,
  answer: TestReport,
  refuses: ['app_not_found', 'test_run_not_found', 'test_run_unfinished'],
  example: {
    answer: {
      execution_id: EXAMPLE_RUN,
      flow_id: EXAMPLE_FLOW,
      flow_name: 'Buy a lamp',
      verdict: 'passed',
      summary: 'All steps passed.',
      failure_category: null,
      failed_step_id: null,
      first_bad_state: null,
      healed: [],
      artifacts: [
        {
          id: 'art_06bcz0k3v4n8q1t5w7x9y2a3b4',
          kind: 'screenshot',
          step_id: 'add',
          content_type: 'image/jpeg',
          bytes: 48_213,
          created_date: EXAMPLE_TIME,
        },
      ],
      last_good_execution_id: null,
      differences: [],
      model_calls: 0,
      generated_at: '2026-11-17T09:30:04.200Z',
    },
  },
})

export const readTestArtifact = operation({
  name: 'test_runs.read_artifact',
  summary: 'Read a screenshot, a snapshot of the page or the trace of a run',
  description: `Kept for ${ARTIFACT_DAYS} days. A trace opens in the trace viewer of Playwright.`,
  method: 'GET',
  path: `${RUN}/artifacts/{artifact_id}`,
  credential: personal('full_access'),
  limit: perMinute(600, 'caller+app'),
  params: Type.Object({ ...RunPath.properties, artifact_id: Id }),
  answer: Bytes,
  answer_type: 'application/octet-stream',
  refuses: ['app_not_found', 'test_run_not_found', 'test_artifact_not_found', 'file_storage_unavailable'],
})
