import { Type } from 'typebox'
import { adErrors } from './ad-errors.ts'
import { codingErrors } from './coding-errors.ts'
import { connectorErrors } from './connector-errors.ts'
import { functionErrors } from './function-errors.ts'
import { hostingErrors } from './hosting-errors.ts'
import { recordErrors } from './record-errors.ts'
import { scanErrors } from './scan-errors.ts'
import { testErrors } from './test-errors.ts'
import { workflowErrors } from './workflow-errors.ts'

/** Every refusal of the API: its code, its status and the sentence that says what to do. */
export const errors = {
  bad_request: { status: 400, message: 'The request could not be read; send a well-formed HTTP request.' },
  not_a_session: { status: 400, message: 'Only a signed-in session can sign out; revoke a token instead.' },
  folder_scope_mismatch: {
    status: 400,
    message: 'A folder and its parent must both be workspace folders or both personal.',
  },
  not_an_agent: { status: 400, message: 'This app is not an agent; use the id of an agent.' },
  credit_limit_too_high: {
    status: 400,
    message: 'A credit limit can be at most the monthly limit of the workspace; choose a lower one.',
  },
  viewer_without_limit: {
    status: 400,
    message: 'A viewer takes no credit limit of their own; give them another role first.',
  },
  duplicate_email: { status: 400, message: 'This email stands in the list more than once; send it once.' },
  bulk_refused: {
    status: 400,
    message: 'Nothing was changed, because some could not be; see errors.',
  },
  invalid_code: { status: 400, message: 'The code is wrong, used or expired; ask for a new one.' },
  invalid_reset_token: { status: 400, message: 'The link is unknown, used or expired; ask for a new one.' },
  password_elsewhere: {
    status: 400,
    message: 'This person signs in with their Atrium account; its password is not changed in an app.',
  },
  missing_credentials: { status: 401, message: 'Send a token as Authorization: Bearer <token>.' },
  invalid_credentials: {
    status: 401,
    message: 'The credential is unknown, revoked or expired; send a valid one.',
  },
  invalid_login: { status: 401, message: 'Email or password is wrong.' },
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
    message: "Events from a page are taken only from the app's own address; see its published_url.",
  },
  email_not_verified: {
    status: 403,
    message: 'This email is not verified yet; enter the code that was mailed to it, or ask for a new one.',
  },
  auth_required: { status: 403, message: 'Sign in to the app to open it.' },
  user_not_registered: {
    status: 403,
    message: 'The app does not know this person; sign up there, or ask for an invitation.',
  },
  app_closed: {
    status: 403,
    message:
      'This app takes only those who were invited or belong to its workspace; ask the people who run it.',
  },
  wrong_password: { status: 403, message: 'The current password is wrong.' },
  admin_required: { status: 403, message: 'Only an owner or admin of the workspace may do this.' },
  no_app_access: {
    status: 403,
    message: 'You have no access to an app with this id; list the apps first.',
  },
  editor_required: { status: 403, message: 'Only an editor, admin or owner may do this.' },
  own_membership_protected: {
    status: 403,
    message: 'You cannot change or remove yourself; another owner or admin of the workspace can.',
  },
  owner_protected: {
    status: 403,
    message: "The owner's role, credit limit and membership cannot be changed here.",
  },
  recipient_not_allowed: {
    status: 403,
    message: 'Mail goes to people who use this app only; those who can edit the app may write to anybody.',
  },
  file_link_expired: { status: 403, message: 'This link to a file has expired; ask for a new one.' },
  session_required: {
    status: 403,
    message: 'An access token stays in its workspace; sign in to join another one.',
  },
  invitation_for_other_email: {
    status: 403,
    message: 'This invitation is for another email; sign in with that one, or sign out.',
  },
  token_scope_exceeded: {
    status: 403,
    message: 'A token makes and revokes only tokens that reach no further and last no longer than itself.',
  },
  token_limited_to_apps: {
    status: 403,
    message: 'This token is limited to some apps and cannot act on the whole workspace; use another one.',
  },
  route_not_found: {
    status: 404,
    message: 'There is nothing at this address; see /docs for all operations.',
  },
  workspace_not_found: {
    status: 404,
    message: 'No such workspace for this caller; list the workspaces first.',
  },
  app_not_found: { status: 404, message: 'No such app for this caller; list the apps first.' },
  app_user_not_found: { status: 404, message: 'No such user of this app; list its users first.' },
  agent_not_found: { status: 404, message: 'No such agent for this caller; list the agents first.' },
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
  member_not_found: { status: 404, message: 'No joined member of this workspace has this email.' },
  invitation_not_found: {
    status: 404,
    message: 'No such invitation: unknown, used or taken back; ask for a new one.',
  },
  collaborator_not_found: { status: 404, message: 'Nobody with this email is a collaborator of this app.' },
  token_not_found: { status: 404, message: 'No such access token for this caller; list the tokens first.' },
  method_not_allowed: {
    status: 405,
    message: 'This address does not take this method; see the Allow header.',
  },
  request_timeout: {
    status: 408,
    message: 'The request took too long to arrive; send it whole, or over a faster connection.',
  },
  idempotency_conflict: {
    status: 409,
    message: 'This Idempotency-Key was used with another body; use a new key for a new request.',
  },
  message_in_progress: {
    status: 409,
    message: 'A request with this Idempotency-Key is still being answered; try again in a moment.',
  },
  already_member: {
    status: 409,
    message: 'This person is already a member; change their role instead.',
  },
  already_invited: {
    status: 409,
    message: 'This email has an open invitation; send it again or take it back first.',
  },
  account_exists: {
    status: 409,
    message: 'There is an account with this email; sign in with it, then accept.',
  },
  app_user_exists: {
    status: 409,
    message: 'There is a user of this app with this email already; sign in with it.',
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
  api_keys_retired: {
    status: 410,
    message: 'Personal API keys can no longer be created; create a personal access token.',
  },
  invitation_expired: {
    status: 410,
    message: 'This invitation is older than 60 days; ask for a new one.',
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
  resend_limit_reached: {
    status: 429,
    message: 'This invitation was sent again 3 times within 10 minutes; wait as long as Retry-After says.',
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
  ...connectorErrors,
  ...functionErrors,
  ...hostingErrors,
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

/** One row of a 422: where, what and which kind, in the words of pydantic v2. */
export const ValidationRow = Type.Object(
  {
    loc: Type.Array(Type.Union([Type.String(), Type.Integer()])),
    msg: Type.String(),
    type: Type.String(),
  },
  { $id: 'ValidationRow' },
)

export const ErrorBody = Type.Object(
  {
    code: Type.String(),
    message: Type.String(),
    detail: Type.String(),
    request_id: Type.String(),
  },
  { $id: 'ErrorBody', additionalProperties: true },
)

export const ValidationErrorBody = Type.Object(
  {
    code: Type.Literal('validation_error'),
    message: Type.String(),
    detail: Type.Array(ValidationRow),
    request_id: Type.String(),
  },
  { $id: 'ValidationErrorBody' },
)
