import { Type } from 'typebox'
import { operation, personal } from './operation.ts'
import { AnyKey, Both, Id, Nullable, OneOf, Page, PageQuery, Timestamp } from './shared.ts'

export const MAX_AUTOMATIONS = 20

/** What starts something by itself: changes of records, or the clock. Workflows have these fields too. */
export const startFields = {
  entity_name: Type.Optional(
    Type.String({ pattern: '^\\w{1,64}$', description: 'Of type entity: whose records' }),
  ),
  events: Type.Optional(
    Type.Array(OneOf(['create', 'update', 'delete']), {
      minItems: 1,
      maxItems: 3,
      description: 'Of type entity: what happens to them',
    }),
  ),
  condition: Type.Optional(
    Type.Record(AnyKey, Type.Unknown(), {
      description: 'Of type entity: a filter, as in `q` of a list of records, that the record must match',
    }),
  ),
  cron: Type.Optional(
    Type.String({
      minLength: 6,
      maxLength: 100,
      description: 'Of type schedule: five fields, or a name such as `@daily`',
    }),
  ),
  timezone: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 64,
      description: 'Of type schedule: such as Europe/Berlin; UTC when left out',
    }),
  ),
}

/** What runs a function by itself. Which fields belong to which type is checked with the deployment. */
export const Automation = Type.Object(
  {
    type: OneOf(['entity', 'schedule']),
    ...startFields,
  },
  { $id: 'Automation' },
)

export const RunStatus = OneOf(['queued', 'running', 'succeeded', 'failed'])

export const AutomationRun = Type.Object(
  {
    id: Id,
    automation: Automation,
    event: Nullable(Type.String({ description: 'create, update or delete; null for a schedule' })),
    record_id: Nullable(Type.String()),
    status: RunStatus,
    attempts: Type.Integer(),
    error: Nullable(Type.String()),
    created_date: Timestamp,
    started_at: Nullable(Timestamp),
    ended_at: Nullable(Timestamp),
  },
  { $id: 'AutomationRun' },
)

const EXAMPLE = {
  id: 'arn_06bcz0k3v4n8q1t5w7x9y2a3b4',
  automation: { type: 'schedule' as const, cron: '0 9 * * 1', timezone: 'Europe/Berlin' },
  event: null,
  record_id: null,
  status: 'succeeded' as const,
  attempts: 1,
  error: null,
  created_date: '2026-11-16T08:00:00.000Z',
  started_at: '2026-11-16T08:00:00.120Z',
  ended_at: '2026-11-16T08:00:00.480Z',
}

export const listAutomationRuns = operation({
  name: 'automations.list_runs',
  summary: 'List the runs that automations of a function started, newest first; the last 30 days',
  method: 'GET',
  path: '/api/apps/{app_id}/functions-mgmt/{name}/automation-runs',
  rest_param: 'name',
  credential: personal('read_only'),
  params: Type.Object({ app_id: Id, name: Id }),
  query: Both(PageQuery, Type.Object({ status: Type.Optional(RunStatus) })),
  answer: Page(AutomationRun),
  refuses: ['app_not_found', 'function_not_found'],
  example: { answer: { items: [EXAMPLE], next_cursor: null, has_more: false } },
})
