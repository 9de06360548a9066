import { Type } from 'typebox'
import { Automation, MAX_AUTOMATIONS } from './automations.ts'
import { operation, perMinute, personal } from './operation.ts'
import { Both, Id, Nullable, OneOf, Page, PageQuery, Timestamp } from './shared.ts'

/** What the functions of one app may have. */
export const MAX_FUNCTIONS = 100
export const MAX_FUNCTION_FILES = 200
export const MAX_FUNCTION_BYTES = 4 * 1024 * 1024
export const MAX_FUNCTIONS_BYTES = 20 * 1024 * 1024
export const KEPT_DEPLOYMENTS = 20

const Name = Type.String({
  minLength: 1,
  maxLength: 128,
  pattern: '^[A-Za-z0-9_-]+(/[A-Za-z0-9_-]+)*$',
  description: 'Letters, digits, `_` and `-`, with `/` between parts; the slashes may be sent as they are',
})
const FunctionPath = Type.Object({ app_id: Id, name: Name })
/** Of what may be there: one that can be no name reads as one that is not. */
const AnyFunctionPath = Type.Object({ app_id: Id, name: Id })
const Access = OneOf(['app', 'anyone'], {
  description:
    '`app`: those who may use the app. `anyone`: without a credential, for calls of other services',
})

const File = Type.Object({
  path: Type.String({ minLength: 1, maxLength: 256 }),
  content: Type.String(),
})

const FUNCTIONS = '/api/apps/{app_id}/backend-functions'
const MANAGED = '/api/apps/{app_id}/functions-mgmt/{name}'
const CHANGE = perMinute(60, 'caller+app', 'functions.change')

export const BackendFunction = Type.Object(
  {
    name: Type.String(),
    deployment_id: Id,
    entry: Type.String(),
    files: Type.Array(Type.Object({ path: Type.String(), content: Type.String() })),
    automations: Type.Array(Automation),
    access: Access,
    created_date: Timestamp,
    updated_date: Timestamp,
  },
  { $id: 'BackendFunction' },
)

export const Deployment = Type.Object(
  {
    id: Id,
    is_active: Type.Boolean(),
    entry: Type.String(),
    files: Type.Array(Type.Object({ path: Type.String(), size: Type.Integer() })),
    automations: Type.Array(Automation),
    access: Access,
    created_by: Nullable(Type.String({ description: 'The email of the person who deployed it' })),
    created_date: Timestamp,
  },
  { $id: 'FunctionDeployment' },
)

const EXAMPLE_ID = 'dep_06bcz0k3v4n8q1t5w7x9y2a3b4'
const EXAMPLE_FILES = [{ path: 'index.ts', content: 'Deno.serve(() => Response.json({ hello: "world" }))\n' }]
const EXAMPLE_TIME = '2026-11-15T09:30:00.000Z'

export const deployFunction = operation({
  name: 'functions.deploy',
  summary: 'Deploy a backend function; nothing happens when it is like this already',
  description:
    'The entry calls `Deno.serve(handler)` or exports the handler. Without `files`, those under `functions/{name}/` of the app’s code are deployed.',
  method: 'PUT',
  path: `${FUNCTIONS}/{name}`,
  rest_param: 'name',
  credential: personal('full_access'),
  limit: CHANGE,
  params: FunctionPath,
  // All files, with many of their characters escaped.
  body_bytes: 2 * MAX_FUNCTION_BYTES,
  body: Type.Object({
    entry: Type.String({ minLength: 1, maxLength: 256 }),
    files: Type.Optional(Type.Array(File, { minItems: 1, maxItems: MAX_FUNCTION_FILES })),
    automations: Type.Optional(Type.Array(Automation, { maxItems: MAX_AUTOMATIONS })),
    access: Type.Optional(Access),
  }),
  answer: Type.Object({ status: OneOf(['deployed', 'unchanged']), deployment_id: Id }),
  refuses: ['app_not_found', 'editor_required', 'function_limit_reached', 'functions_unavailable'],
  example: {
    body: { entry: 'index.ts', files: EXAMPLE_FILES },
    answer: { status: 'deployed', deployment_id: EXAMPLE_ID },
  },
})

export const listFunctions = operation({
  name: 'functions.list',
  summary: 'List the backend functions of an app by name, with their code',
  method: 'GET',
  path: FUNCTIONS,
  credential: personal('read_only'),
  params: Type.Object({ app_id: Id }),
  answer: Type.Object({ functions: Type.Array(BackendFunction) }),
  refuses: ['app_not_found'],
  example: {
    answer: {
      functions: [
        {
          name: 'hello',
          deployment_id: EXAMPLE_ID,
          entry: 'index.ts',
          files: EXAMPLE_FILES,
          automations: [],
          access: 'app',
          created_date: EXAMPLE_TIME,
          updated_date: EXAMPLE_TIME,
        },
      ],
    },
  },
})

export const deleteFunction = operation({
  name: 'functions.delete',
  summary: 'Delete a backend function with its deployments, automations and logs',
  method: 'DELETE',
  path: `${FUNCTIONS}/{name}`,
  rest_param: 'name',
  credential: personal('full_access'),
  limit: CHANGE,
  params: AnyFunctionPath,
  answer: Type.Object({ deleted: Type.Literal(true) }),
  refuses: ['app_not_found', 'editor_required', 'function_not_found'],
  example: { answer: { deleted: true } },
})

export const rollbackFunction = operation({
  name: 'functions.rollback',
  summary: 'Make an earlier deployment the active one, with its automations and access',
  method: 'POST',
  path: `${FUNCTIONS}/{name}/rollback`,
  idempotency: 'atomic',
  rest_param: 'name',
  credential: personal('full_access'),
  limit: CHANGE,
  params: AnyFunctionPath,
  body: Type.Object({ deployment_id: Id }),
  answer: Type.Object({ status: OneOf(['deployed', 'unchanged']), deployment_id: Id }),
  refuses: ['app_not_found', 'editor_required', 'function_not_found', 'deployment_not_found'],
  example: { body: { deployment_id: EXAMPLE_ID }, answer: { status: 'deployed', deployment_id: EXAMPLE_ID } },
})

export const listDeployments = operation({
  name: 'functions.list_deployments',
  summary: 'List the deployments of a function, newest first; the newest 20 are kept',
  method: 'GET',
  path: `${FUNCTIONS}/{name}/deployments`,
  rest_param: 'name',
  credential: personal('read_only'),
  params: AnyFunctionPath,
  answer: Type.Object({ items: Type.Array(Deployment) }),
  refuses: ['app_not_found', 'function_not_found'],
  example: {
    answer: {
      items: [
        {
          id: EXAMPLE_ID,
          is_active: true,
          entry: 'index.ts',
          files: [{ path: 'index.ts', size: 53 }],
          automations: [],
          access: 'app',
          created_by: 'ada@example.com',
          created_date: EXAMPLE_TIME,
        },
      ],
    },
  },
})

/** From the least to the worst. */
export const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const
export const LogLevel = OneOf(LOG_LEVELS)

export const FunctionLogLine = Type.Object(
  {
    id: Id,
    time: Timestamp,
    level: LogLevel,
    message: Type.String(),
    request_id: Type.Optional(Type.String({ description: 'Of the call that it was written in' })),
  },
  { $id: 'FunctionLogLine' },
)

export const readFunctionLogs = operation({
  name: 'functions.logs',
  summary: 'Read what a function wrote to its console, oldest first; the last 7 days, at most 10,000 lines',
  description:
    'Without `since` the newest lines, with it the first ones from that moment on: to follow the logs, ask again from some seconds before the last line, as nodes write theirs a little later, and pass over the ids that you have.',
  method: 'GET',
  path: `${MANAGED}/logs`,
  rest_param: 'name',
  credential: personal('read_only'),
  params: AnyFunctionPath,
  query: Type.Object({
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000, default: 100 })),
    since: Type.Optional(Type.String({ format: 'date-time', description: 'From this moment on' })),
    until: Type.Optional(Type.String({ format: 'date-time', description: 'Before this moment' })),
    level: Type.Optional(LogLevel),
    min_level: Type.Optional(
      OneOf(LOG_LEVELS, {
        description: 'Only lines of this level and those above it: debug, info, warn, error',
      }),
    ),
    request_id: Type.Optional(Id),
  }),
  answer: Type.Array(FunctionLogLine),
  refuses: ['app_not_found', 'editor_required', 'function_not_found'],
  example: {
    answer: [
      {
        id: 'flg_06bcz0k3v4n8q1t5w7x9y2a3b4',
        time: EXAMPLE_TIME,
        level: 'info',
        message: 'order 42 paid',
        request_id: 'req_06bcz0k3v4n8q1t5w7x9y2a3b4',
      },
    ],
  },
})

export const Invocation = Type.Object(
  {
    id: Id,
    request_id: Type.String(),
    deployment_id: Id,
    trigger: OneOf(['http', 'automation']),
    method: Type.String(),
    status: Type.Integer({ description: 'What the caller got' }),
    duration_ms: Type.Integer({ description: 'Until the answer began' }),
    error_code: Nullable(Type.String()),
    started_at: Timestamp,
  },
  { $id: 'FunctionInvocation' },
)

export const listInvocations = operation({
  name: 'functions.list_invocations',
  summary: 'List the calls of a function, newest first; the last 7 days, at most 10,000',
  method: 'GET',
  path: `${MANAGED}/invocations`,
  rest_param: 'name',
  credential: personal('read_only'),
  params: AnyFunctionPath,
  query: Both(
    PageQuery,
    Type.Object({
      request_id: Type.Optional(Id),
      failed: Type.Optional(
        Type.Boolean({
          description: 'Only those that failed: they have an `error_code`, or a status of 500 or more',
        }),
      ),
    }),
  ),
  answer: Page(Invocation),
  refuses: ['app_not_found', 'function_not_found'],
  example: {
    answer: {
      items: [
        {
          id: 'inv_06bcz0k3v4n8q1t5w7x9y2a3b4',
          request_id: 'req_06bcz0k3v4n8q1t5w7x9y2a3b4',
          deployment_id: EXAMPLE_ID,
          trigger: 'http',
          method: 'POST',
          status: 200,
          duration_ms: 12,
          error_code: null,
          started_at: EXAMPLE_TIME,
        },
      ],
      next_cursor: null,
      has_more: false,
    },
  },
})
