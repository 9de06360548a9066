import { Type } from 'typebox'
import { operation, perMinute, personal } from './operation.ts'
import {
  Both,
  Id,
  NameQuery,
  Nullable,
  Page,
  PageQuery,
  Permission,
  Timestamp,
  WorkspaceQuery,
} from './shared.ts'

const tokenFields = {
  id: Id,
  name: Type.String(),
  permission: Permission,
  app_ids: Nullable(Type.Array(Id, { description: 'The only apps this token reaches; null = all.' })),
  user_id: Id,
  user_email: Type.String(),
  created_date: Timestamp,
  expires_at: Nullable(Timestamp),
  last_used_at: Nullable(Timestamp),
}

export const AccessToken = Type.Object(tokenFields, { $id: 'AccessToken' })

const LIMIT = perMinute(30, 'pool', 'tokens')
const EXAMPLE_TOKEN = {
  id: 'tok_06bcz0k3v4n8q1t5w7x9y2a3b4',
  name: 'deploys',
  permission: 'full_access',
  app_ids: null,
  user_id: 'usr_06bcz0k3v4n8q1t5w7x9y2a3b4',
  user_email: 'ada@example.com',
  created_date: '2026-11-15T09:30:00.000Z',
  expires_at: null,
  last_used_at: null,
}

export const createToken = operation({
  name: 'tokens.create',
  summary: 'Create a personal access token; its value is shown only in this answer',
  method: 'POST',
  path: '/api/workspace/access-tokens',
  idempotency: 'atomic',
  credential: personal('full_access'),
  limit: LIMIT,
  query: WorkspaceQuery,
  body: Type.Object({
    name: Type.String({ minLength: 1, maxLength: 100 }),
    permission: Permission,
    app_ids: Type.Optional(Nullable(Type.Array(Id, { minItems: 1, maxItems: 200 }))),
    expires_at: Type.Optional(Nullable(Timestamp)),
  }),
  status: 201,
  answer: Type.Object({ ...tokenFields, token: Type.String({ description: 'Shown once.' }) }),
  refuses: ['workspace_not_found', 'app_not_found', 'token_scope_exceeded'],
  example: {
    body: { name: 'deploys', permission: 'full_access', app_ids: null },
    answer: { ...EXAMPLE_TOKEN, token: 'pat_…' },
  },
})

export const listTokens = operation({
  name: 'tokens.list',
  summary: 'List access tokens: your own, or all of the workspace for owners and admins',
  method: 'GET',
  path: '/api/workspace/access-tokens',
  credential: personal('read_only'),
  limit: LIMIT,
  query: Both(WorkspaceQuery, Both(PageQuery, NameQuery)),
  answer: Page(AccessToken),
  refuses: ['workspace_not_found'],
  example: { answer: { items: [EXAMPLE_TOKEN], next_cursor: null, has_more: false } },
})

export const revokeToken = operation({
  name: 'tokens.revoke',
  summary: 'Revoke an access token; it stops at once',
  method: 'DELETE',
  path: '/api/workspace/access-tokens/{token_id}',
  credential: personal('full_access'),
  limit: LIMIT,
  params: Type.Object({ token_id: Id }),
  query: WorkspaceQuery,
  answer: Type.Object({ revoked: Type.Literal(true), id: Id }),
  refuses: ['workspace_not_found', 'token_not_found', 'token_scope_exceeded', 'token_limited_to_apps'],
  example: { answer: { revoked: true, id: EXAMPLE_TOKEN.id } },
})

/** Personal API keys are retired; the address still answers, so that old clients learn why. */
export const createApiKey = operation({
  name: 'api_keys.create',
  summary: 'Retired: create a personal access token instead',
  method: 'POST',
  path: '/api/workspace/api-keys',
  credential: personal('full_access'),
  answer: Type.Object({}),
  refuses: ['api_keys_retired'],
})
