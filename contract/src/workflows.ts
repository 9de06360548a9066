import { Type } from 'typebox'
import { startFields } from './automations.ts'
import { operation, perMinute, personal } from './operation.ts'
import { Id, NameQuery, Nullable, OneOf, Page, PageQuery, Timestamp } from './shared.ts'
import type { WorkflowDefinition } from './workflow-definition.ts'

/** What the workflows of one app may have. */
export const MAX_WORKFLOWS = 200
export const MAX_DEFINITION_BYTES = 256 * 1024
export const KEPT_VERSIONS = 100

export const WORKFLOWS = '/api/apps/{app_id}/workflows'
export const WORKFLOW = `${WORKFLOWS}/{workflow_id}` as const
export const AppPath = Type.Object({ app_id: Id })
export const WorkflowPath = Type.Object({ app_id: Id, workflow_id: Id })
const CHANGE = perMinute(60, 'caller+app', 'workflows.change')

export const TriggerType = OneOf(['entity', 'schedule', 'webhook', 'app_publish', 'manual'])

/** What starts runs. Which fields belong to which type is checked when it is saved. */
export const Trigger = Type.Object(
  {
    type: TriggerType,
    ...startFields,
  },
  { $id: 'WorkflowTrigger' },
)

export const Definition = Type.Unsafe<WorkflowDefinition>({
  type: 'object',
  additionalProperties: true,
  description: 'A CNCF Serverless Workflow 1.0 document, of the subset in docs/workflows.md',
})

const Name = Type.String({ minLength: 1, maxLength: 120 })
export const Description = Type.String({ maxLength: 1_000 })
const Status = OneOf(['active', 'inactive'])

export const Workflow = Type.Object(
  {
    id: Id,
    name: Type.String(),
    description: Nullable(Type.String()),
    definition: Definition,
    trigger: Trigger,
    status: Status,
    version: Type.Integer({ description: 'Grows with every change of the definition' }),
    webhook_url: Nullable(
      Type.String({
        description: 'Of type webhook, and for editors only: anybody who knows it can start runs',
      }),
    ),
    next_run_at: Nullable(
      Type.String({ format: 'date-time', description: 'Of type schedule, while active' }),
    ),
    created_date: Timestamp,
    updated_date: Timestamp,
  },
  { $id: 'Workflow' },
)

/** As in lists: what it does is read one by one. */
export const WorkflowSummary = Type.Object(
  {
    id: Id,
    name: Type.String(),
    description: Nullable(Type.String()),
    trigger: Trigger,
    status: Status,
    version: Type.Integer(),
    next_run_at: Nullable(Timestamp),
    last_run: Nullable(
      Type.Object({ id: Id, status: Type.String(), started_at: Nullable(Timestamp) }, { type: 'object' }),
    ),
    created_date: Timestamp,
    updated_date: Timestamp,
  },
  { $id: 'WorkflowSummary' },
)

export const WorkflowVersion = Type.Object(
  {
    version: Type.Integer(),
    definition: Definition,
    created_by: Nullable(Type.String({ description: 'The email of the person who saved it' })),
    created_date: Timestamp,
  },
  { $id: 'WorkflowVersion' },
)

const EXAMPLE_TIME = '2026-11-16T09:30:00.000Z'
export const EXAMPLE_WORKFLOW = 'wfl_06bcz0k3v4n8q1t5w7x9y2a3b4'
const EXAMPLE_DEFINITION = {
  document: { dsl: '1.0.0', namespace: 'shop', name: 'greet', version: '1.0.0' },
  do: [
    {
      greet: { call: 'http' as const, with: { method: 'post', endpoint: 'https://example.com/greet' } },
    },
  ],
} satisfies WorkflowDefinition
const EXAMPLE = {
  id: EXAMPLE_WORKFLOW,
  name: 'Greet new customers',
  description: null,
  definition: EXAMPLE_DEFINITION,
  trigger: { type: 'entity' as const, entity_name: 'Customer', events: ['create' as const] },
  status: 'active' as const,
  version: 1,
  webhook_url: null,
  next_run_at: null,
  created_date: EXAMPLE_TIME,
  updated_date: EXAMPLE_TIME,
}
const { definition: _definition, webhook_url: _url, ...EXAMPLE_LISTED } = EXAMPLE

export const listWorkflows = operation({
  name: 'workflows.list',
  summary: 'List the workflows of an app, newest first; archived ones are left out',
  method: 'GET',
  path: WORKFLOWS,
  credential: personal('read_only'),
  params: AppPath,
  query: Type.Object({
    ...PageQuery.properties,
    ...NameQuery.properties,
    status: Type.Optional(Status),
    trigger_type: Type.Optional(TriggerType),
  }),
  answer: Page(WorkflowSummary),
  refuses: ['app_not_found'],
  example: {
    answer: {
      items: [
        {
          ...EXAMPLE_LISTED,
          last_run: { id: 'run_06bcz0k3v4n8q1t5w7x9y2a3b4', status: 'completed', started_at: EXAMPLE_TIME },
        },
      ],
      next_cursor: null,
      has_more: false,
    },
  },
})

export const createWorkflow = operation({
  name: 'workflows.create',
  summary: 'Create a workflow; its definition is checked, and a refusal names the place',
  method: 'POST',
  path: WORKFLOWS,
  idempotency: 'atomic',
  credential: personal('full_access'),
  limit: CHANGE,
  params: AppPath,
  body: Type.Object({
    name: Name,
    description: Type.Optional(Nullable(Description)),
    definition: Definition,
    trigger: Trigger,
    status: Type.Optional(OneOf(['active', 'inactive'], { default: 'active' })),
  }),
  status: 201,
  answer: Workflow,
  refuses: ['app_not_found', 'editor_required', 'workflow_limit_reached'],
  example: {
    body: {
      name: EXAMPLE.name,
      definition: EXAMPLE_DEFINITION,
      trigger: EXAMPLE.trigger,
    },
    answer: EXAMPLE,
  },
})

export const readWorkflow = operation({
  name: 'workflows.read',
  summary: 'Read a workflow with its definition',
  method: 'GET',
  path: WORKFLOW,
  credential: personal('read_only'),
  params: WorkflowPath,
  answer: Workflow,
  refuses: ['app_not_found', 'workflow_not_found'],
  example: { answer: EXAMPLE },
})

export const updateWorkflow = operation({
  name: 'workflows.update',
  summary: 'Change a workflow; another definition becomes a new version, runs that go on keep theirs',
  description:
    'What is left out stays. With `version` it is refused when somebody else saved one in between.',
  method: 'PUT',
  path: WORKFLOW,
  credential: personal('full_access'),
  limit: CHANGE,
  params: WorkflowPath,
  body: Type.Object({
    name: Type.Optional(Name),
    description: Type.Optional(Nullable(Description)),
    definition: Type.Optional(Definition),
    trigger: Type.Optional(Trigger),
    status: Type.Optional(Status),
    version: Type.Optional(
      Type.Integer({ minimum: 1, description: 'The one that the change was made from' }),
    ),
  }),
  answer: Workflow,
  refuses: ['app_not_found', 'editor_required', 'workflow_not_found', 'workflow_changed'],
  example: { body: { status: 'inactive' }, answer: { ...EXAMPLE, status: 'inactive' } },
})

export const archiveWorkflow = operation({
  name: 'workflows.archive',
  summary: 'Archive a workflow: nothing starts it any more; runs that go on are cancelled, past ones stay',
  method: 'DELETE',
  path: WORKFLOW,
  credential: personal('full_access'),
  limit: CHANGE,
  params: WorkflowPath,
  answer: Type.Object({ archived: Type.Literal(true) }),
  refuses: ['app_not_found', 'editor_required', 'workflow_not_found'],
  example: { answer: { archived: true } },
})

export const listWorkflowVersions = operation({
  name: 'workflows.list_versions',
  summary: 'List the versions of a workflow, newest first; the newest 100 are kept',
  method: 'GET',
  path: `${WORKFLOW}/versions`,
  credential: personal('read_only'),
  params: WorkflowPath,
  query: PageQuery,
  answer: Page(WorkflowVersion),
  refuses: ['app_not_found', 'workflow_not_found'],
  example: {
    answer: {
      items: [
        {
          version: 1,
          definition: EXAMPLE_DEFINITION,
          created_by: 'ada@example.com',
          created_date: EXAMPLE_TIME,
        },
      ],
      next_cursor: null,
      has_more: false,
    },
  },
})

export const startWorkflow = operation({
  name: 'workflows.start',
  summary: 'Make a workflow active: its trigger starts runs from now on',
  method: 'POST',
  path: `${WORKFLOW}/start`,
  idempotency: 'atomic',
  credential: personal('full_access'),
  limit: CHANGE,
  params: WorkflowPath,
  answer: Workflow,
  refuses: ['app_not_found', 'editor_required', 'workflow_not_found'],
  example: { answer: EXAMPLE },
})

export const pauseWorkflow = operation({
  name: 'workflows.pause',
  summary: 'Make a workflow inactive: its trigger starts nothing; runs that go on are left alone',
  method: 'POST',
  path: `${WORKFLOW}/pause`,
  idempotency: 'atomic',
  credential: personal('full_access'),
  limit: CHANGE,
  params: WorkflowPath,
  answer: Workflow,
  refuses: ['app_not_found', 'editor_required', 'workflow_not_found'],
  example: { answer: { ...EXAMPLE, status: 'inactive' } },
})
