import { Type } from 'typebox'
import { anyone, operation } from './operation.ts'
import { AnyKey, Both, Id, Nullable, Page, PageQuery, Timestamp, WorkspaceQuery } from './shared.ts'

export const AuditEntry = Type.Object(
  {
    id: Id,
    created_date: Timestamp,
    action: Type.String({ description: 'The operation, or the rule that acted on its own' }),
    actor_id: Nullable(Type.String()),
    actor_email: Nullable(Type.String()),
    credential_kind: Nullable(Type.String()),
    credential_id: Nullable(Type.String()),
    address: Nullable(Type.String()),
    request_id: Nullable(Type.String()),
    app_id: Nullable(Type.String()),
    target_type: Type.String(),
    target_id: Type.String(),
    detail: Type.Record(AnyKey, Type.Unknown()),
  },
  { $id: 'AuditEntry' },
)

export const listAudit = operation({
  name: 'audit.list',
  summary: 'List who did what, from where and to what, newest first',
  method: 'GET',
  path: '/api/workspace/audit-log',
  credential: anyone('read_only'),
  query: Both(
    WorkspaceQuery,
    Type.Object({
      ...PageQuery.properties,
      action: Type.Optional(Type.String({ maxLength: 100 })),
      actor_email: Type.Optional(Type.String({ maxLength: 254 })),
      app_id: Type.Optional(Id),
    }),
  ),
  answer: Page(AuditEntry),
  refuses: ['workspace_not_found', 'admin_required', 'token_limited_to_apps'],
  example: {
    answer: {
      items: [
        {
          id: 'aud_06bcz0k3v4n8q1t5w7x9y2a3b4',
          created_date: '2026-11-15T09:30:00.000Z',
          action: 'tokens.create',
          actor_id: 'usr_06bcz0k3v4n8q1t5w7x9y2a3b4',
          actor_email: 'ada@example.com',
          credential_kind: 'session',
          credential_id: 'ses_06bcz0k3v4n8q1t5w7x9y2a3b4',
          address: '203.0.113.7',
          request_id: 'req_06bcz0k3v4n8q1t5w7x9y2a3b4',
          app_id: null,
          target_type: 'token',
          target_id: 'tok_06bcz0k3v4n8q1t5w7x9y2a3b4',
          detail: { name: 'deploys', permission: 'full_access' },
        },
      ],
      next_cursor: null,
      has_more: false,
    },
  },
})
