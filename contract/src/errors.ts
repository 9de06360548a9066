import { Type } from 'typebox'
import { accountErrors } from './account-errors.ts'
import { adErrors } from './ad-errors.ts'
import { attentionErrors } from './attention-errors.ts'
import { codingErrors } from './coding-errors.ts'
import { connectorErrors } from './connector-errors.ts'
import { functionErrors } from './function-errors.ts'
import { hostingErrors } from './hosting-errors.ts'
import { identityErrors } from './identity-errors.ts'
import { openIdErrors } from './openid-errors.ts'
import { recordErrors } from './record-errors.ts'
import { scanErrors } from './scan-errors.ts'
import { Described } from './shared.ts'
import { testErrors } from './test-errors.ts'
import { workflowErrors } from './workflow-errors.ts'

/** Every refusal of the API: its code, its status and the sentence that says what to do. */
export const errors = {
  bad_request: { status: 400, message: 'The request could not be read; send a well-formed HTTP request.' },
  folder_scope_mismatch: {
    status: 400,
    message: 'A folder and its parent must both be workspace folders or both personal.',
  },
  not_an_agent: { status: 400, message: 'This app is not an agent; use the id of an agent.' },
  missing_credentials: { status: 401, message: 'Send a token as Authorization: Bearer <token>.' },
  invalid_credentials: {
    status: 401,
    message: 'The credential is unknown, revoked or expired; send a valid one.',
  },
  plan_upgrade_required: {
    status: 402,
    message: 'The plan of this workspace does not include this; upgrade it.',
  },
  credits_exhausted: {
    status: 402,
    message:
      'The credits of this month are used up; ask an owner or admin for more, or wait for the next month.',
  },
  read_only_credential_route_not_allowed: {
    status: 403,
    message: 'This token may only read; use a token with full access.',
  },
  workspace_key_not_allowed: {
    status: 403,
    message: 'Workspace API keys are not accepted here; use a personal access token.',
  },
  app_session_not_allowed: {
    status: 403,
    message: 'Who is signed in to an app can only use that app; sign in to Atrium, or use an access token.',
  },
  cross_site_refused: {
    status: 403,
    message: 'A cookie session may change things only from its own site; send the token as a bearer instead.',
  },
  origin_not_allowed: {
    status: 403,
    message:
      "Events from a page are taken only from the app's own addresses; see its published_url and allowed_origins.",
  },
  admin_required: { status: 403, message: 'Only an owner or admin of the workspace may do this.' },
  no_app_access: {
    status: 403,
    message: 'You have no access to an app with this id; list the apps first.',
  },
  editor_required: { status: 403, message: 'Only an editor, admin or owner may do this.' },
  recipient_not_allowed: {
    status: 403,
    message: 'Mail goes to people who use this app only; those who can edit the app may write to anybody.',
  },
  file_link_expired: { status: 403, message: 'This link to a file has expired; ask for a new one.' },
  route_not_found: {
    status: 404,
    message: 'There is nothing at this address; see /docs for all operations.',
  },
  agent_not_found: { status: 404, message: 'No such agent for this caller; list the agents first.' },
  agent_version_not_found: {
    status: 404,
    message: 'The agent has no such version; list its versions first.',
  },
  app_agent_not_found: { status: 404, message: 'The app has no agent of this name; read its agents first.' },
  room_not_found: {
    status: 404,
    message:
      'There is no such room; the names are entities:{app_id}:{entity_name} and /agent-conversations/{id}.',
  },
  entity_not_found: {
    status: 404,
    message: 'The app has no entity of this name; list its entity schemas first.',
  },
  conversation_not_found: { status: 404, message: 'No such conversation of yours with this agent.' },
  message_not_found: { status: 404, message: 'No such message in this conversation.' },
  webhook_not_found: { status: 404, message: 'No such webhook here; list the webhooks first.' },
  delivery_not_found: {
    status: 404,
    message: 'No such delivery of this webhook; list its deliveries first.',
  },
  source_file_not_found: {
    status: 404,
    message: 'The code of this app has no such file; read its tree first.',
  },
  source_commit_not_found: {
    status: 404,
    message: 'There is no such commit of this app, or it is not kept any more; list its commits first.',
  },
  file_not_found: { status: 404, message: 'There is no such file, or this is not its whole address.' },
  folder_not_found: { status: 404, message: 'No such folder for this caller; read the folder tree first.' },
  method_not_allowed: {
    status: 405,
    message: 'This address does not take this method; see the Allow header.',
  },
  request_timeout: {
    status: 408,
    message: 'The request took too long to arrive; send it whole, or over a faster connection.',
  },
  agent_changed: {
    status: 412,
    message: 'The agent was changed since you read it; read it again, then repeat your change.',
  },
  flow_changed: {
    status: 412,
    message: 'The test was changed since you read it; read it again, then repeat your change.',
  },
  app_agents_changed: {
    status: 412,
    message:
      'The agents of this app were changed since you read them; read them again, then repeat your change.',
  },
  idempotency_conflict: {
    status: 409,
    message: 'This Idempotency-Key was used with another body or address; use a new key for a new request.',
  },
  idempotency_in_progress: {
    status: 409,
    message: 'A request with this Idempotency-Key is still being carried out; try again in a moment.',
  },
  message_in_progress: {
    status: 409,
    message: 'A request with this Idempotency-Key is still being answered; try again in a moment.',
  },
  webhook_off: {
    status: 409,
    message: 'The webhook is off, and nothing is sent; turn it on first.',
  },
  webhook_limit_reached: {
    status: 409,
    message: 'There are as many webhooks as there may be; delete one first.',
  },
  room_limit_reached: {
    status: 409,
    message: 'This connection is in as many rooms as it may be; leave one first.',
  },
  entity_limit_reached: {
    status: 409,
    message: 'The app has as many entities as it may have; delete one first.',
  },
  file_limit_reached: {
    status: 409,
    message: 'The files of this app take as much room as they may; delete some first.',
  },
  source_changed: {
    status: 409,
    message: 'The file was changed since you read it; read it again, then repeat your change.',
  },
  source_path_taken: {
    status: 409,
    message:
      'A file or folder stands in the way, or has the same name in other letters; choose another path.',
  },
  source_limit_reached: {
    status: 409,
    message: 'The code of this app has as many files or bytes as it may have; delete some first.',
  },
  folder_limit_reached: {
    status: 409,
    message: 'The workspace has as many folders as it may have; delete one first.',
  },
  folder_too_deep: {
    status: 409,
    message: 'Folders nest at most 20 levels below the top; choose a higher parent.',
  },
  folder_cycle: {
    status: 409,
    message: 'A folder cannot be moved into itself or one of its own subfolders.',
  },
  source_file_too_large: {
    status: 413,
    message: 'A file of an app’s code has at most 1 MiB; split it, or upload it as a file of the app.',
  },
  body_too_large: { status: 413, message: 'The body is too large; send less at once.' },
  unsupported_media_type: {
    status: 415,
    message: 'Send the body as application/json in UTF-8, uncompressed.',
  },
  range_not_satisfiable: { status: 416, message: 'The file is shorter than that; see Content-Range.' },
  validation_error: { status: 422, message: 'Some values were not accepted; see detail.' },
  rate_limited: { status: 429, message: 'Too many requests; wait as long as Retry-After says.' },
  daily_quota_exceeded: {
    status: 429,
    message:
      'This app, or its workspace, has used as much today as it may; wait until tomorrow (UTC), or ask who runs this server for more.',
  },
  events_backlogged: {
    status: 429,
    message: 'More events are coming in than can be stored; send them again when Retry-After is over.',
  },
  too_many_connections: {
    status: 429,
    message: 'There are as many open connections as there may be; close one, or try again later.',
  },
  headers_too_large: { status: 431, message: 'The address or the headers are too long; shorten them.' },
  internal_error: {
    status: 500,
    message: 'Something failed on our side; try again and report the request_id.',
  },
  database_unavailable: {
    status: 503,
    message: 'The database does not answer right now; try again shortly.',
  },
  file_storage_unavailable: {
    status: 503,
    message: 'The file storage does not answer right now; try again shortly.',
  },
  source_unavailable: {
    status: 503,
    message: 'The code of this app cannot be reached right now; try again shortly.',
  },
  model_unavailable: {
    status: 503,
    message: 'The language model does not answer right now; your message is kept, try again later.',
  },
  ...adErrors,
  ...attentionErrors,
  ...connectorErrors,
  ...functionErrors,
  ...hostingErrors,
  ...accountErrors,
  ...identityErrors,
  ...openIdErrors,
  ...recordErrors,
  ...workflowErrors,
  ...scanErrors,
  ...testErrors,
  ...codingErrors,
  server_busy: { status: 503, message: 'The server has as much to do as it can; try again in a moment.' },
  starting: { status: 503, message: 'This server is still starting; try again in a moment.' },
  storage_full: { status: 507, message: 'The disk of the database is full; free space, then try again.' },
} as const satisfies Record<string, { status: number; message: string }>

export type ErrorCode = keyof typeof errors

/** Open: further codes may be added. */
const Code = Type.String({
  examples: Object.keys(errors),
  description: 'Stable cause, for programs to switch on; further ones may be added',
})
const Message = Type.String({ description: 'One sentence that says what to do' })
const RequestId = Type.String({ description: 'As the header X-Request-Id; names the request in the log' })

/** One row of a 422: where, what and which kind, in the words of pydantic v2. */
export const ValidationRow = Type.Object(
  {
    loc: Type.Array(Type.Union([Type.String(), Type.Integer()]), {
      description: 'Where: body, query, path or header, then names and list positions',
    }),
    msg: Type.String({ description: 'What is wrong' }),
    type: Type.String({ description: 'Kind of error' }),
  },
  { $id: 'ValidationRow', description: 'A value that was not accepted' },
)

export const ErrorBody = Type.Object(
  {
    code: Code,
    message: Message,
    detail: Described(Message, 'The same sentence as `message`'),
    request_id: RequestId,
  },
  { $id: 'ErrorBody', additionalProperties: true, description: 'The body of every refusal but a 422' },
)

export const ValidationErrorBody = Type.Object(
  {
    code: Type.Literal('validation_error', { description: 'Cause of the refusal' }),
    message: Described(
      Message,
      'The first value that was not accepted, and why: `total: must be at least 0`',
    ),
    detail: Type.Array(ValidationRow, { description: 'The values that were not accepted' }),
    request_id: RequestId,
  },
  { $id: 'ValidationErrorBody', description: 'The body of a 422' },
)
