import { Type } from 'typebox'
import { operation, perMinute, personal } from './operation.ts'
import { Both, Id, Nullable, OneOf, Page, PageQuery, Timestamp } from './shared.ts'
import { AppPath, EXAMPLE_WORKFLOW, TriggerType, WORKFLOW, WORKFLOWS, WorkflowPath } from './workflows.ts'

/** What the steps of one run may come to. */
export const MAX_STEPS = 10_000
export const MAX_STEP_BYTES = 256 * 1024
/** What a step gets is shown up to this size. */
export const MAX_SHOWN_INPUT_BYTES = 16 * 1024
export const MAX_RUN_BYTES = 4 * 1024 * 1024

const RUN = `${WORKFLOW}/runs/{run_id}` as const
const RunPath = Type.Object({ app_id: Id, workflow_id: Id, run_id: Id })
const READ = perMinute(120, 'caller+app', 'runs.read')

export const WorkflowRunStatus = OneOf([
  'queued',
  'running',
  'completed',
  'failed',
  'cancelling',
  'cancelled',
])

export const RunError = Type.Object({
  message: Type.String(),
  code: Type.String(),
  step_id: Nullable(Type.String()),
})

export const StepStatus = OneOf(['running', 'waiting', 'completed', 'failed', 'skipped', 'cancelled'])

export const RunStep = Type.Object(
  {
    id: Type.String({
      description: 'The place in the definition, with the rounds of loops: `greet_all[3].mail`',
    }),
    name: Type.String(),
    type: Type.String({ description: 'The kind of task, or what it calls' }),
    status: StepStatus,
    attempt: Type.Integer(),
    started_at: Timestamp,
    completed_at: Nullable(Timestamp),
    input: Type.Unknown({ description: 'For editors; secrets are masked' }),
    output: Type.Unknown({ description: 'For editors; secrets are masked' }),
    error: Nullable(
      Type.Object({ message: Type.String(), code: Type.String(), status: Nullable(Type.Integer()) }),
    ),
  },
  { $id: 'WorkflowRunStep' },
)

const RunFields = {
  id: Id,
  workflow_id: Id,
  workflow_name: Type.String(),
  status: WorkflowRunStatus,
  trigger_type: TriggerType,
  started_at: Nullable(Timestamp),
  completed_at: Nullable(Timestamp),
  duration_ms: Nullable(Type.Integer()),
  error: Nullable(RunError),
  is_test_run: Type.Boolean(),
  version: Type.Integer(),
  replay_of_run_id: Nullable(Id),
  created_date: Timestamp,
}

/** As in lists: the steps are read one run at a time. */
export const WorkflowRunSummary = Type.Object(RunFields, { $id: 'WorkflowRunSummary' })

export const WorkflowRun = Type.Object(
  {
    ...RunFields,
    input: Type.Unknown({ description: 'What the trigger gave; for editors' }),
    output: Type.Unknown({ description: 'For editors' }),
    explanation: Type.String({
      description: 'Why it failed, once it was asked for; else empty. For editors',
    }),
    steps: Type.Array(RunStep, { description: 'In the order in which they began; the first 1,000' }),
    has_more_steps: Type.Boolean(),
  },
  { $id: 'WorkflowRun' },
)

const EXAMPLE_TIME = '2026-11-16T09:30:00.000Z'
const EXAMPLE_RUN = 'run_06bcz0k3v4n8q1t5w7x9y2a3b4'
const EXAMPLE_LISTED = {
  id: EXAMPLE_RUN,
  workflow_id: EXAMPLE_WORKFLOW,
  workflow_name: 'Greet new customers',
  status: 'failed' as const,
  trigger_type: 'entity' as const,
  started_at: EXAMPLE_TIME,
  completed_at: '2026-11-16T09:30:01.250Z',
  duration_ms: 1250,
  error: { message: 'The server answered 500', code: 'http_status', step_id: 'greet' },
  is_test_run: false,
  version: 1,
  replay_of_run_id: null,
  created_date: EXAMPLE_TIME,
}
const EXAMPLE = {
  ...EXAMPLE_LISTED,
  input: { event: 'create', entity_name: 'Customer', data: { id: 'rec_1', name: 'Ada' } },
  output: null,
  explanation: '',
  steps: [
    {
      id: 'greet',
      name: 'greet',
      type: 'http',
      status: 'failed' as const,
      attempt: 3,
      started_at: EXAMPLE_TIME,
      completed_at: '2026-11-16T09:30:01.250Z',
      input: { method: 'post', endpoint: 'https://example.com/greet' },
      output: null,
      error: { message: 'The server answered 500', code: 'http_status', status: 500 },
    },
  ],
  has_more_steps: false,
}

export const runWorkflow = operation({
  name: 'workflows.run',
  summary: 'Start a run now, also of an inactive workflow, or replay an earlier one',
  method: 'POST',
  path: `${WORKFLOW}/run-now`,
  idempotency: 'atomic',
  credential: personal('full_access'),
  limit: perMinute(5, 'caller+app'),
  params: WorkflowPath,
  body: Type.Object({
    replay_from_run_id: Type.Optional(Id),
    replay_from: Type.Optional(
      OneOf(['start', 'failed_step'], {
        description: 'Of a replay: everything again, or only what did not finish; `start` unless it is set',
      }),
    ),
    replay_version: Type.Optional(
      OneOf(['run', 'current'], {
        description:
          'Of a replay: the definition as that run had it, or as it is now; `run` unless it is set',
      }),
    ),
    input: Type.Optional(Type.Unknown({ description: 'In place of what a trigger would give' })),
    is_test_run: Type.Optional(Type.Boolean({ description: 'Marks the run; what it does is real' })),
  }),
  answer: Type.Object({ run_id: Id, status: Type.Literal('started') }),
  refuses: ['app_not_found', 'editor_required', 'workflow_not_found', 'run_not_found', 'run_not_finished'],
  example: { body: {}, answer: { run_id: EXAMPLE_RUN, status: 'started' } },
})

export const receiveWorkflowHook = operation({
  name: 'workflows.receive',
  summary: 'Start a run of the workflow whose secret address this is; the body is its input',
  method: 'POST',
  path: '/api/workflow-hooks/{hook_token}',
  credential: null,
  limit: perMinute(6_000, 'address'),
  params: Type.Object({ hook_token: Id }),
  // Services send what they have; the address is the secret.
  anonymous_body: { bytes: 1024 * 1024, values: 20_000 },
  body: Type.Unknown(),
  status: 202,
  answer: Type.Object({ run_id: Id, status: Type.Literal('started') }),
  refuses: ['workflow_not_found', 'workflow_loop'],
  example: { body: { order: 42 }, answer: { run_id: EXAMPLE_RUN, status: 'started' } },
})

const RunQuery = Both(
  PageQuery,
  Type.Object({
    status: Type.Optional(WorkflowRunStatus),
    trigger_type: Type.Optional(TriggerType),
  }),
)

export const listRuns = operation({
  name: 'runs.list',
  summary: 'List the runs of a workflow, newest first',
  method: 'GET',
  path: `${WORKFLOW}/runs`,
  credential: personal('read_only'),
  limit: READ,
  params: WorkflowPath,
  query: RunQuery,
  answer: Page(WorkflowRunSummary),
  refuses: ['app_not_found', 'workflow_not_found'],
  example: { answer: { items: [EXAMPLE_LISTED], next_cursor: null, has_more: false } },
})

export const listAllRuns = operation({
  name: 'runs.list_all',
  summary: 'List the runs of all workflows of an app, newest first',
  method: 'GET',
  path: `${WORKFLOWS}/runs`,
  credential: personal('read_only'),
  limit: READ,
  params: AppPath,
  query: RunQuery,
  answer: Page(WorkflowRunSummary),
  refuses: ['app_not_found'],
  example: { answer: { items: [EXAMPLE_LISTED], next_cursor: null, has_more: false } },
})

export const readRun = operation({
  name: 'runs.read',
  summary: 'Read a run with its steps',
  method: 'GET',
  path: RUN,
  credential: personal('read_only'),
  limit: READ,
  params: RunPath,
  answer: WorkflowRun,
  refuses: ['app_not_found', 'workflow_not_found', 'run_not_found'],
  example: { answer: EXAMPLE },
})

export const cancelRun = operation({
  name: 'runs.cancel',
  summary: 'Stop a run: what is under way is broken off, and nothing follows',
  method: 'POST',
  path: `${RUN}/cancel`,
  idempotency: 'atomic',
  credential: personal('full_access'),
  limit: perMinute(10, 'caller+app'),
  params: RunPath,
  answer: Type.Object({ run_id: Id, status: OneOf(['cancelling', 'cancelled']) }),
  refuses: ['app_not_found', 'editor_required', 'workflow_not_found', 'run_not_found', 'run_finished'],
  example: { answer: { run_id: EXAMPLE_RUN, status: 'cancelling' } },
})

export const decideStep = operation({
  name: 'runs.decide',
  summary: 'Approve or reject what a run waits for',
  method: 'POST',
  path: `${RUN}/decide`,
  idempotency: 'atomic',
  credential: personal('full_access'),
  limit: perMinute(60, 'caller+app'),
  params: RunPath,
  body: Type.Object({
    step_id: Type.String({ minLength: 1, maxLength: 512 }),
    approved: Type.Boolean(),
    comment: Type.Optional(Type.String({ maxLength: 2_000 })),
  }),
  answer: Type.Object({ run_id: Id, step_id: Type.String(), approved: Type.Boolean() }),
  refuses: [
    'app_not_found',
    'editor_required',
    'workflow_not_found',
    'run_not_found',
    'step_not_found',
    'not_an_approver',
  ],
  example: {
    body: { step_id: 'ask', approved: true },
    answer: { run_id: EXAMPLE_RUN, step_id: 'ask', approved: true },
  },
})

export const analyzeRun = operation({
  name: 'runs.analyze',
  summary: 'Explain a failed run; the first answer is stored and stays',
  description:
    'Only for runs with status `failed`. The first call generates an explanation with a language model and stores it; later calls for the same run return the stored text. Both fields are empty when no language model is available.',
  method: 'POST',
  path: `${RUN}/analyze`,
  idempotency: 'leased',
  credential: personal('full_access'),
  limit: perMinute(5, 'caller+app'),
  params: RunPath,
  answer: Type.Object({
    explanation: Type.String({ description: 'Why the run failed; empty when the model is unavailable' }),
    generated_at: Type.String({ description: 'ISO 8601; empty when the model is unavailable' }),
  }),
  refuses: ['app_not_found', 'editor_required', 'workflow_not_found', 'run_not_found', 'run_not_failed'],
  example: {
    answer: {
      explanation: 'The step `greet` got status 500 from example.com three times.',
      generated_at: EXAMPLE_TIME,
    },
  },
})
