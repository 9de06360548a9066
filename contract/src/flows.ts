import { type Static, Type } from 'typebox'
import { FlowStep, MAX_FLOW_STEPS, SentStep } from './flow-steps.ts'
import { operation, perMinute, personal } from './operation.ts'
import { Both, Id, NameQuery, Nullable, OneOf, Page, PageQuery, Timestamp } from './shared.ts'

/** What the flows of one app may have. */
export const MAX_FLOWS = 250
export const MAX_ALLOWED_HOSTS = 20
export const DEFAULT_RUN_SECONDS = 300

export const TESTING = '/api/apps/{app_id}/testing-agent'
const FLOWS = `${TESTING}/flows` as const
const FLOW = `${FLOWS}/{flow_id}` as const
export const AppPath = Type.Object({ app_id: Id })
const FlowPath = Type.Object({ app_id: Id, flow_id: Id })
const LIMIT = perMinute(300, 'caller+app')

export const TestRunStatus = OneOf(['queued', 'running', 'passed', 'failed', 'cancelled', 'error'])
export type TestRunStatus = Static<typeof TestRunStatus>

export const FlowSchedule = Type.Object({
  cron: Type.String({
    maxLength: 200,
    description: 'Five fields: minute, hour, day, month, weekday; or a name such as `@daily`',
  }),
  timezone: Type.Optional(
    Type.String({ maxLength: 64, description: 'Such as Europe/Berlin; UTC unless set' }),
  ),
})

/** Lower-case host names; `*.` at the start stands for all names below. */
const Host = Type.String({ maxLength: 253, pattern: '^(\\*\\.)?[a-z0-9-]+(\\.[a-z0-9-]+)*(:[0-9]{1,5})?$' })

const fields = {
  name: Type.String({ minLength: 1, maxLength: 200 }),
  goal: Type.String({
    minLength: 1,
    maxLength: 4_000,
    description: 'What a person wants to do, in plain words; without steps it is what the run goes by',
  }),
  role: Nullable(
    Type.String({
      minLength: 1,
      maxLength: 64,
      description: 'Every run signs in as a new user of the app with this role; null: nobody signs in',
    }),
  ),
  start_url: Nullable(
    Type.String({
      minLength: 1,
      maxLength: 2_048,
      description: 'Where runs begin: an address, or a path of the site of the app; null: at the site',
    }),
  ),
  allowed_hosts: Type.Array(Host, {
    maxItems: MAX_ALLOWED_HOSTS,
    description: 'What pages may load from, in addition to where the run begins and Atrium itself',
  }),
  schedule: Nullable(FlowSchedule),
  on_publish: Type.Boolean({ description: 'Run whenever the app is published' }),
  timeout_seconds: Type.Integer({ minimum: 10, maximum: DEFAULT_RUN_SECONDS }),
}
const SentSteps = Type.Array(SentStep, { maxItems: MAX_FLOW_STEPS })

const common = {
  id: Id,
  name: Type.String(),
  goal: Type.String(),
  role: Nullable(Type.String()),
  start_url: Nullable(Type.String()),
  schedule: Nullable(FlowSchedule),
  on_publish: Type.Boolean(),
  next_run_at: Nullable(Timestamp),
  last_run: Nullable(Type.Object({ id: Id, status: TestRunStatus, completed_at: Nullable(Timestamp) })),
  created_date: Timestamp,
  updated_date: Timestamp,
}
/** As in lists: the steps are read one flow at a time. */
export const FlowSummary = Type.Object({ ...common, step_count: Type.Integer() }, { $id: 'FlowSummary' })
export const Flow = Type.Object(
  {
    ...common,
    steps: Type.Array(FlowStep),
    allowed_hosts: Type.Array(Type.String()),
    timeout_seconds: Type.Integer(),
  },
  { $id: 'Flow' },
)

const EXAMPLE_TIME = '2026-11-17T09:30:00.000Z'
export const EXAMPLE_FLOW = 'flw_06bcz0k3v4n8q1t5w7x9y2a3b4'
export const EXAMPLE_STEP: FlowStep = {
  id: 'add',
  kind: 'act',
  instruction: 'Click “Add to cart”',
  params: { action: 'click', target: { role: 'button', name: 'Add to cart' } },
  timeout_ms: 10_000,
}
const EXAMPLE_COMMON = {
  id: EXAMPLE_FLOW,
  name: 'Buy a lamp',
  goal: 'A visitor puts a lamp into the cart and sees it there',
  role: null,
  start_url: null,
  schedule: { cron: '0 6 * * *', timezone: 'Europe/Berlin' },
  on_publish: true,
  next_run_at: '2026-11-18T05:00:00.000Z',
  last_run: {
    id: 'exe_06bcz0k3v4n8q1t5w7x9y2a3b4',
    status: 'passed' as const,
    completed_at: '2026-11-17T09:31:02.000Z',
  },
  created_date: EXAMPLE_TIME,
  updated_date: EXAMPLE_TIME,
}
const EXAMPLE = {
  ...EXAMPLE_COMMON,
  steps: [EXAMPLE_STEP],
  allowed_hosts: ['fonts.example.com'],
  timeout_seconds: 300,
}

export const listFlows = operation({
  name: 'flows.list',
  summary: 'List the automated tests of an app, newest first',
  method: 'GET',
  path: FLOWS,
  credential: personal('read_only'),
  limit: LIMIT,
  params: AppPath,
  query: Both(PageQuery, NameQuery),
  answer: Page(FlowSummary),
  refuses: ['app_not_found'],
  example: {
    answer: { items: [{ ...EXAMPLE_COMMON, step_count: 1 }], next_cursor: null, has_more: false },
  },
})

export const createFlow = operation({
  name: 'flows.create',
  summary: 'Create an automated test: a goal in plain words, and steps if you like',
  description:
    'A step is understood from its instruction, or does exactly what its `params` say. `{{test_user.email}}`, `{{test_user.password}}`, `{{secrets.NAME}}` and what earlier steps extracted can stand in instructions and values.',
  method: 'POST',
  path: FLOWS,
  idempotency: 'atomic',
  credential: personal('full_access'),
  limit: LIMIT,
  params: AppPath,
  body: Type.Object({
    name: fields.name,
    goal: fields.goal,
    steps: Type.Optional(SentSteps),
    role: Type.Optional(fields.role),
    start_url: Type.Optional(fields.start_url),
    allowed_hosts: Type.Optional(fields.allowed_hosts),
    schedule: Type.Optional(fields.schedule),
    on_publish: Type.Optional(fields.on_publish),
    timeout_seconds: Type.Optional(fields.timeout_seconds),
  }),
  status: 201,
  answer: Flow,
  refuses: ['app_not_found', 'editor_required', 'flow_limit_reached'],
  example: {
    body: { name: EXAMPLE.name, goal: EXAMPLE.goal, steps: [{ instruction: EXAMPLE_STEP.instruction }] },
    answer: EXAMPLE,
  },
})

export const readFlow = operation({
  name: 'flows.read',
  summary: 'Read an automated test with its steps',
  method: 'GET',
  path: FLOW,
  credential: personal('full_access'),
  limit: LIMIT,
  params: FlowPath,
  answer: Flow,
  refuses: ['app_not_found', 'flow_not_found'],
  example: { answer: EXAMPLE },
})

export const updateFlow = operation({
  name: 'flows.update',
  summary: 'Change an automated test; fields that are left out stay as they are',
  description:
    'A run that waits or runs goes on with the test as it was. With `If-Match` nothing is written if somebody changed the test since you read it.',
  method: 'PATCH',
  path: FLOW,
  credential: personal('full_access'),
  limit: LIMIT,
  params: FlowPath,
  headers: Type.Object({
    'if-match': Type.Optional(
      Type.String({
        pattern: '^"[^"]*"$',
        maxLength: 64,
        description:
          'The `updated_date` of the test as it was read, in quotes: changed only if it is still that',
      }),
    ),
  }),
  body: Type.Partial(Type.Object({ ...fields, steps: SentSteps })),
  answer: Flow,
  refuses: ['app_not_found', 'editor_required', 'flow_not_found', 'flow_changed'],
  example: { body: { on_publish: true }, answer: EXAMPLE },
})

export const deleteFlow = operation({
  name: 'flows.delete',
  summary: 'Delete an automated test permanently',
  description:
    'A run that is going is cancelled and its browser closed first. Past runs and reports stay and are still listed.',
  method: 'DELETE',
  path: FLOW,
  credential: personal('full_access'),
  limit: LIMIT,
  params: FlowPath,
  answer: Type.Object({ success: Type.Literal(true, { description: 'Always true' }) }),
  refuses: ['app_not_found', 'editor_required', 'flow_not_found'],
  example: { answer: { success: true } },
})

const Tally = { passed: Type.Integer(), failed: Type.Integer(), other: Type.Integer() }

export const readFlowStats = operation({
  name: 'flows.stats',
  summary: 'How an automated test did over the last 30 days, and how flaky it is',
  description:
    'A change between passed and failed while neither the test nor the app changed is a flip; `flake_rate` is flips by pairs of such runs that follow each other.',
  method: 'GET',
  path: `${FLOW}/stats`,
  credential: personal('read_only'),
  limit: LIMIT,
  params: FlowPath,
  answer: Type.Object({
    runs: Type.Integer(),
    ...Tally,
    flips: Type.Integer(),
    flake_rate: Type.Number(),
    median_ms: Nullable(Type.Integer()),
    days: Type.Array(
      Type.Object({ day: Type.String({ format: 'date' }), ...Tally, median_ms: Nullable(Type.Integer()) }),
      { description: 'Days with runs, oldest first' },
    ),
    steps: Type.Array(
      Type.Object({
        step_id: Type.String(),
        instruction: Type.String(),
        failed: Type.Integer(),
        healed: Type.Integer(),
      }),
      { description: 'Steps that failed or were healed, most often first' },
    ),
  }),
  refuses: ['app_not_found', 'flow_not_found'],
  example: {
    answer: {
      runs: 31,
      passed: 29,
      failed: 2,
      other: 0,
      flips: 2,
      flake_rate: 0.067,
      median_ms: 4_210,
      days: [{ day: '2026-11-17', passed: 1, failed: 0, other: 0, median_ms: 4_150 }],
      steps: [{ step_id: 'add', instruction: EXAMPLE_STEP.instruction, failed: 2, healed: 0 }],
    },
  },
})
