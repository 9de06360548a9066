import { Type } from 'typebox'
import { operation, perMinute, personal } from './operation.ts'
import { Both, Id, Nullable, OneOf, Page, PageQuery, Timestamp, WorkspaceQuery } from './shared.ts'

export const CreditKind = OneOf(
  ['agent_message', 'generation', 'analysis', 'test_run', 'coding_session', 'chat_turn'],
  {
    description:
      'What the credits were used for: a reply of an agent, a generated thing, an analysis, a run of an automated test, a coding session, a turn of the app builder.',
  },
)
export type CreditKind = Type.Static<typeof CreditKind>

export const CreditUse = Type.Object(
  {
    id: Id,
    created_date: Timestamp,
    user_id: Id,
    user_email: Nullable(Type.String({ description: 'Null when the user is gone.' })),
    app_id: Nullable(Type.String()),
    kind: CreditKind,
    amount: Type.Number(),
  },
  { $id: 'CreditUse' },
)

const LIMIT = perMinute(60, 'pool', 'credits')

export const listCreditUses = operation({
  name: 'credits.list',
  summary: 'List what credits were used for, newest first: your own, or everyone’s for owners and admins',
  method: 'GET',
  path: '/api/workspace/credit-uses',
  credential: personal('read_only'),
  limit: LIMIT,
  query: Both(
    WorkspaceQuery,
    Type.Object({
      ...PageQuery.properties,
      user_id: Type.Optional(Id),
      app_id: Type.Optional(Id),
      kind: Type.Optional(CreditKind),
      since: Type.Optional(Type.String({ format: 'date-time', description: 'From this moment on.' })),
      until: Type.Optional(Type.String({ format: 'date-time', description: 'Before this moment.' })),
    }),
  ),
  answer: Page(CreditUse),
  refuses: ['workspace_not_found'],
  example: {
    answer: {
      items: [
        {
          id: 'use_06bcz0k3v4n8q1t5w7x9y2a3b4',
          created_date: '2026-11-15T09:30:00.000Z',
          user_id: 'usr_06bcz0k3v4n8q1t5w7x9y2a3b4',
          user_email: 'ada@example.com',
          app_id: 'app_06bcz0k3v4n8q1t5w7x9y2a3b4',
          kind: 'agent_message',
          amount: 1,
        },
      ],
      next_cursor: null,
      has_more: false,
    },
  },
})

export const readCredits = operation({
  name: 'credits.read',
  summary: 'Read how many credits you, and for owners and admins the workspace, used this month',
  method: 'GET',
  path: '/api/workspace/credits',
  credential: personal('read_only'),
  limit: LIMIT,
  query: WorkspaceQuery,
  answer: Type.Object({
    month: Type.String({ description: 'The calendar month in UTC, such as 2026-11.' }),
    credits_used: Type.Number(),
    credit_limit: Nullable(Type.Number({ description: 'Null = unlimited.' })),
    is_default_limit: Type.Boolean(),
    workspace_credits_used: Nullable(
      Type.Number({ description: 'Null for who is neither owner nor admin.' }),
    ),
    monthly_limit: Nullable(Type.Number({ description: 'Of the whole workspace; null = unlimited.' })),
  }),
  refuses: ['workspace_not_found'],
  example: {
    answer: {
      month: '2026-11',
      credits_used: 120,
      credit_limit: 500,
      is_default_limit: true,
      workspace_credits_used: 4_210,
      monthly_limit: 10_000,
    },
  },
})
