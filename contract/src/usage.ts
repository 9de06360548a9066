/** What a workspace has used, against what it may use. */
import { Type } from 'typebox'
import { CreditKind } from './credits.ts'
import { operation, perMinute, personal } from './operation.ts'
import { Id, Nullable, OneOf, Timestamp, WorkspaceQuery } from './shared.ts'

/** From this part of a limit on, a meter is near it. */
export const NEAR_LIMIT = 0.8
/** Of apps and members the ones that used the most. */
export const MOST_OF_USAGE = 20

export const UsageMeter = Type.Object({
  id: OneOf(
    [
      'credits',
      'records',
      'record_bytes',
      'file_bytes',
      'events',
      'anonymous_events',
      'model_tokens',
      'model_cents',
      'mails',
    ],
    {
      description:
        'Credits and mails of this month, events and the language model of today, records and files as they are. Times are UTC.',
    },
  ),
  used: Type.Number(),
  limit: Nullable(Type.Number({ description: 'Null = no limit.' })),
  is_near: Type.Boolean({ description: 'At least 80 % of the limit are used.' }),
  resets_at: Nullable({ ...Timestamp, description: 'Null of what stays until it is deleted.' }),
})
export type UsageMeter = Type.Static<typeof UsageMeter>

const Amount = Type.Number()

export const readUsage = operation({
  name: 'usage.read',
  summary: 'Read what a workspace and its apps use, against each limit, and where its credits went',
  description: `For owners and admins. Lists of apps and members have the ${MOST_OF_USAGE} that used the most. Records are counted at most once a minute, events every second.`,
  method: 'GET',
  path: '/api/workspace/usage',
  credential: personal('read_only'),
  limit: perMinute(30, 'caller', 'usage'),
  query: WorkspaceQuery,
  answer: Type.Object({
    meters: Type.Array(UsageMeter),
    apps: Type.Array(Type.Object({ app_id: Id, app_name: Type.String(), meters: Type.Array(UsageMeter) }), {
      description: 'Those nearest to a limit of theirs first.',
    }),
    credits: Type.Object(
      {
        since: Timestamp,
        is_complete: Type.Boolean({ description: 'False: only the newest 100,000 uses are counted.' }),
        by_kind: Type.Array(Type.Object({ kind: CreditKind, amount: Amount })),
        by_app: Type.Array(
          Type.Object({
            app_id: Nullable(Type.String()),
            app_name: Nullable(Type.String({ description: 'Null when the app is gone, or of no app.' })),
            amount: Amount,
          }),
        ),
        by_member: Type.Array(
          Type.Object({ user_id: Id, user_email: Nullable(Type.String()), amount: Amount }),
        ),
        by_day: Type.Array(Type.Object({ date: Type.String({ format: 'date' }), amount: Amount }), {
          description: 'Oldest first, none left out; the last one is today and still runs.',
        }),
      },
      { description: 'Of the last 30 days, today included.' },
    ),
  }),
  refuses: ['workspace_not_found', 'admin_required', 'token_limited_to_apps'],
  example: {
    answer: {
      meters: [
        { id: 'credits', used: 820, limit: 1_000, is_near: true, resets_at: '2026-12-01T00:00:00.000Z' },
      ],
      apps: [
        {
          app_id: 'app_06bcz0k3v4n8q1t5w7x9y2a3b4',
          app_name: 'Orders',
          meters: [{ id: 'records', used: 1_204, limit: 1_000_000, is_near: false, resets_at: null }],
        },
      ],
      credits: {
        since: '2026-10-17T00:00:00.000Z',
        is_complete: true,
        by_kind: [{ kind: 'agent_message', amount: 820 }],
        by_app: [{ app_id: 'app_06bcz0k3v4n8q1t5w7x9y2a3b4', app_name: 'Orders', amount: 820 }],
        by_member: [
          { user_id: 'usr_06bcz0k3v4n8q1t5w7x9y2a3b4', user_email: 'ada@example.com', amount: 820 },
        ],
        by_day: [{ date: '2026-11-15', amount: 820 }],
      },
    },
  },
})
