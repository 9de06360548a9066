/** Members that are programs: they have a role and tokens, and no person stands behind them. */
import { Type } from 'typebox'
import { operation, perMinute, personal } from './operation.ts'
import {
  Both,
  Id,
  Nullable,
  OneOf,
  Page,
  PageQuery,
  Permission,
  Timestamp,
  WorkspaceQuery,
} from './shared.ts'

export const MAX_SERVICE_ACCOUNTS = 50
export const MAX_SERVICE_TOKENS = 20

export const ServiceRole = OneOf(['admin', 'editor', 'viewer'])
export const ServiceName = Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' })
export const ServiceDescription = Type.String({ maxLength: 1_000 })
const AppIds = Nullable(Type.Array(Id, { minItems: 1, maxItems: 200 }))

export const ServiceAccount = Type.Object(
  {
    id: Id,
    name: Type.String(),
    description: Type.String(),
    email: Type.String({ description: 'Names it in the audit log; no mail goes there.' }),
    role: ServiceRole,
    app_ids: Nullable(Type.Array(Id, { description: 'The only apps that its tokens reach; null = all.' })),
    created_by: Nullable(Id),
    last_seen: Nullable(Timestamp),
    created_date: Timestamp,
    updated_date: Timestamp,
  },
  { $id: 'ServiceAccount' },
)

const tokenFields = {
  id: Id,
  name: Type.String(),
  permission: Permission,
  app_ids: Nullable(Type.Array(Id)),
  created_date: Timestamp,
  expires_at: Nullable(Timestamp),
  last_used_at: Nullable(Timestamp),
}
export const ServiceToken = Type.Object(tokenFields, { $id: 'ServiceToken' })

const ACCOUNTS = '/api/workspace/service-accounts'
const ACCOUNT = `${ACCOUNTS}/{service_account_id}` as const
const AccountPath = Type.Object({ service_account_id: Id })
const LIMIT = perMinute(30, 'pool', 'service_accounts')
const ADMINS = ['workspace_not_found', 'admin_required', 'token_limited_to_apps'] as const
const EXAMPLE = {
  id: 'svc_06bcz0k3v4n8q1t5w7x9y2a3b4',
  name: 'Deploys',
  description: '',
  email: 'deploys-7x9y2a3b4@service.invalid',
  role: 'editor',
  app_ids: null,
  created_by: 'usr_06bcz0k3v4n8q1t5w7x9y2a3b4',
  last_seen: null,
  created_date: '2026-11-15T09:30:00.000Z',
  updated_date: '2026-11-15T09:30:00.000Z',
}
const EXAMPLE_TOKEN = {
  id: 'tok_06bcz0k3v4n8q1t5w7x9y2a3b4',
  name: 'build server',
  permission: 'full_access',
  app_ids: null,
  created_date: EXAMPLE.created_date,
  expires_at: null,
  last_used_at: null,
}

export const createServiceAccount = operation({
  name: 'service_accounts.create',
  summary: 'Create a service account',
  description: `It goes on working when you leave. The role admin needs the plan business. A workspace has at most ${MAX_SERVICE_ACCOUNTS}.`,
  method: 'POST',
  path: ACCOUNTS,
  credential: personal('full_access'),
  idempotency: 'atomic',
  limit: LIMIT,
  query: WorkspaceQuery,
  body: Type.Object({
    name: ServiceName,
    description: Type.Optional(ServiceDescription),
    role: ServiceRole,
    app_ids: Type.Optional(AppIds),
  }),
  status: 201,
  answer: ServiceAccount,
  refuses: [...ADMINS, 'plan_upgrade_required', 'app_not_found', 'service_account_limit_reached'],
  example: { body: { name: 'Deploys', role: 'editor' }, answer: EXAMPLE },
})

export const listServiceAccounts = operation({
  name: 'service_accounts.list',
  summary: 'List the service accounts of a workspace',
  method: 'GET',
  path: ACCOUNTS,
  credential: personal('read_only'),
  limit: LIMIT,
  query: Both(WorkspaceQuery, PageQuery),
  answer: Page(ServiceAccount),
  refuses: ADMINS,
  example: { answer: { items: [EXAMPLE], next_cursor: null, has_more: false } },
})

export const updateServiceAccount = operation({
  name: 'service_accounts.update',
  summary: 'Change the name, description, role or apps of a service account; its tokens follow at once',
  method: 'PATCH',
  path: ACCOUNT,
  credential: personal('full_access'),
  limit: LIMIT,
  params: AccountPath,
  query: WorkspaceQuery,
  body: Type.Object({
    name: Type.Optional(ServiceName),
    description: Type.Optional(ServiceDescription),
    role: Type.Optional(ServiceRole),
    app_ids: Type.Optional(AppIds),
  }),
  answer: ServiceAccount,
  refuses: [
    ...ADMINS,
    'plan_upgrade_required',
    'app_not_found',
    'service_account_not_found',
    'own_membership_protected',
  ],
  example: { body: { role: 'viewer' }, answer: { ...EXAMPLE, role: 'viewer' } },
})

export const deleteServiceAccount = operation({
  name: 'service_accounts.delete',
  summary: 'Delete a service account; all its tokens stop at once',
  description: "Apps and agents that it owns stay and pass to the workspace's owner.",
  method: 'DELETE',
  path: ACCOUNT,
  credential: personal('full_access'),
  limit: LIMIT,
  params: AccountPath,
  query: WorkspaceQuery,
  answer: Type.Object({ deleted: Type.Literal(true), id: Id, apps_passed_on: Type.Integer() }),
  refuses: [...ADMINS, 'service_account_not_found', 'own_membership_protected'],
  example: { answer: { deleted: true, id: EXAMPLE.id, apps_passed_on: 0 } },
})

export const createServiceToken = operation({
  name: 'service_accounts.create_token',
  summary: 'Create a token of a service account; its value is shown only in this answer',
  description: `At most ${MAX_SERVICE_TOKENS} for each account.`,
  method: 'POST',
  path: `${ACCOUNT}/tokens`,
  credential: personal('full_access'),
  idempotency: 'atomic',
  limit: LIMIT,
  params: AccountPath,
  query: WorkspaceQuery,
  body: Type.Object({
    name: Type.String({ minLength: 1, maxLength: 100 }),
    permission: Permission,
    app_ids: Type.Optional(AppIds),
    expires_at: Type.Optional(Nullable(Timestamp)),
  }),
  status: 201,
  answer: Type.Object({ ...tokenFields, token: Type.String({ description: 'Shown once.' }) }),
  refuses: [
    ...ADMINS,
    'app_not_found',
    'service_account_not_found',
    'token_scope_exceeded',
    'service_account_limit_reached',
  ],
  example: {
    body: { name: 'build server', permission: 'full_access' },
    answer: { ...EXAMPLE_TOKEN, token: 'pat_…' },
  },
})

export const listServiceTokens = operation({
  name: 'service_accounts.list_tokens',
  summary: 'List the tokens of a service account',
  method: 'GET',
  path: `${ACCOUNT}/tokens`,
  credential: personal('read_only'),
  limit: LIMIT,
  params: AccountPath,
  query: Both(WorkspaceQuery, PageQuery),
  answer: Page(ServiceToken),
  refuses: [...ADMINS, 'service_account_not_found'],
  example: { answer: { items: [EXAMPLE_TOKEN], next_cursor: null, has_more: false } },
})

export const revokeServiceToken = operation({
  name: 'service_accounts.revoke_token',
  summary: 'Revoke a token of a service account; it stops at once',
  method: 'DELETE',
  path: `${ACCOUNT}/tokens/{token_id}`,
  credential: personal('full_access'),
  limit: LIMIT,
  params: Type.Object({ service_account_id: Id, token_id: Id }),
  query: WorkspaceQuery,
  answer: Type.Object({ revoked: Type.Literal(true), id: Id }),
  refuses: [...ADMINS, 'service_account_not_found', 'token_not_found', 'token_scope_exceeded'],
  example: { answer: { revoked: true, id: EXAMPLE_TOKEN.id } },
})
