/** What needs somebody now: troubles of a workspace, as they are found, and what each person puts away of them. */
import { Type } from 'typebox'
import { operation, perMinute, personal } from './operation.ts'
import { AppKind, Both, Id, Nullable, OneOf, Page, PageQuery, Timestamp, WorkspaceQuery } from './shared.ts'

export const ATTENTION_KINDS = [
  'webhook_disabled',
  'webhook_failing',
  'run_failed',
  'decision_waiting',
  'automation_failed',
  'finding_critical',
  'connection_expired',
  'session_needs_input',
  'test_failing',
  'campaign_limited',
  'ad_account_held',
  'terms_unaccepted',
  'domain_unverified',
  'member_at_limit',
  'token_expiring',
  'backup_old',
  'quota_nearly_used',
] as const
export const ATTENTION_SEVERITIES = ['critical', 'warning', 'info'] as const
/** How many days ahead something can be snoozed. */
export const MAX_SNOOZE_DAYS = 30
/** How many items of a kind are looked up at a time; the rest shows once some of them are settled. */
export const MOST_OF_A_KIND = 50

const MAX_WEBHOOK_URL = 2048

const Kind = OneOf(ATTENTION_KINDS)
const Severity = OneOf(ATTENTION_SEVERITIES)
const State = OneOf(['open', 'snoozed', 'dismissed'])

export const SubjectType = OneOf([
  'webhook',
  'run',
  'automation',
  'finding',
  'connection',
  'coding_session',
  'test_run',
  'campaign',
  'ad_account',
  'domain',
  'member',
  'token',
  'backup',
  'quota',
])

export const AttentionItem = Type.Object(
  {
    id: Type.String({ description: 'Stays the same while the same trouble lasts.' }),
    kind: Kind,
    severity: Severity,
    app_id: Nullable(Type.String({ description: 'Null where it is about the workspace.' })),
    app_name: Nullable(Type.String()),
    app_kind: Nullable(AppKind),
    subject: Type.Object({
      type: SubjectType,
      id: Type.String(),
      name: Type.String(),
      parent_id: Nullable(
        Type.String({
          description:
            'Of a run its workflow, of a test run its test, of an automation its function, of a token its service account; null otherwise.',
        }),
      ),
    }),
    detail: Type.String({ description: 'One sentence: what is the matter.' }),
    since: Nullable(
      Type.String({ format: 'date-time', description: 'When it began; null where that is not known.' }),
    ),
    state: State,
    snoozed_until: Nullable(Timestamp),
  },
  { $id: 'AttentionItem' },
)

export const AttentionCounts = Type.Object(
  { critical: Type.Integer(), warning: Type.Integer(), info: Type.Integer() },
  { description: 'The open items by severity, with the same app and kind.' },
)

const settingsFields = {
  mail: Type.Boolean({ description: 'Email you what is new, at most once an hour.' }),
  webhook_url: Nullable(
    Type.String({
      minLength: 1,
      maxLength: MAX_WEBHOOK_URL,
      description:
        'What is new is posted to this address too, such as that of a channel of a chat. Not signed: only you and the receiver should know the address. Null: to none.',
    }),
  ),
  least_severity: OneOf(ATTENTION_SEVERITIES, { description: 'What is less severe is not sent.' }),
}
export const AttentionSettings = Type.Object(settingsFields, { $id: 'AttentionSettings' })

const ATTENTION = '/api/workspace/attention'
const ITEM = `${ATTENTION}/{item_id}` as const
const ItemPath = Type.Object({ item_id: Id })
const CHANGE = perMinute(120, 'caller', 'attention.change')
const OF_ITEM = ['workspace_not_found', 'attention_item_not_found'] as const
const PutAway = Type.Object({ id: Id, state: State, snoozed_until: Nullable(Timestamp) })

const EXAMPLE = {
  id: 'att_5d41402abc4b2a76b9719d91',
  kind: 'webhook_disabled',
  severity: 'critical',
  app_id: 'app_06bcz0k3v4n8q1t5w7x9y2a3b4',
  app_name: 'Storefront',
  app_kind: 'app',
  subject: {
    type: 'webhook',
    id: 'whk_06bcz0k3v4n8q1t5w7x9y2a3b4',
    name: 'https://hooks.example.com/orders',
    parent_id: null,
  },
  detail: 'The webhook was turned off after 20 failed deliveries in a row.',
  since: '2026-11-17T09:30:00.000Z',
  state: 'open',
  snoozed_until: null,
}
const EXAMPLE_SETTINGS = { mail: false, webhook_url: null, least_severity: 'warning' }

export const listAttention = operation({
  name: 'attention.list',
  summary: 'List what needs you now, the most severe first',
  description: `Found at the moment of the request, at most a few seconds old; nothing has to be turned on. You see what your role may open; members, tokens, backups and quotas are for owners and admins. At most ${MOST_OF_A_KIND} of a kind.`,
  method: 'GET',
  path: ATTENTION,
  credential: personal('read_only'),
  limit: perMinute(120, 'caller'),
  query: Both(
    Type.Object({
      app_id: Type.Optional(Id),
      kind: Type.Optional(Kind),
      state: Type.Optional(
        OneOf(['open', 'snoozed', 'dismissed', 'all'], { default: 'open', description: 'As you see it.' }),
      ),
    }),
    Both(WorkspaceQuery, PageQuery),
  ),
  answer: Type.Object({ ...Page(AttentionItem).properties, counts: AttentionCounts }),
  refuses: ['workspace_not_found', 'app_not_found'],
  example: {
    answer: {
      items: [EXAMPLE],
      next_cursor: null,
      has_more: false,
      counts: { critical: 1, warning: 0, info: 0 },
    },
  },
})

export const dismissAttention = operation({
  name: 'attention.dismiss',
  summary: 'Put an item away for yourself',
  description: 'Others still see it. When the same thing fails again after it was well, that is a new item.',
  method: 'POST',
  path: `${ITEM}/dismissal`,
  credential: personal('full_access'),
  idempotency: 'atomic',
  limit: CHANGE,
  params: ItemPath,
  query: WorkspaceQuery,
  answer: PutAway,
  refuses: OF_ITEM,
  example: { answer: { id: EXAMPLE.id, state: 'dismissed', snoozed_until: null } },
})

export const snoozeAttention = operation({
  name: 'attention.snooze',
  summary: 'Put an item away for yourself until a moment',
  description: `At most ${MAX_SNOOZE_DAYS} days ahead. Others still see it.`,
  method: 'POST',
  path: `${ITEM}/snooze`,
  credential: personal('full_access'),
  idempotency: 'atomic',
  limit: CHANGE,
  params: ItemPath,
  query: WorkspaceQuery,
  body: Type.Object({ until: Timestamp }),
  answer: PutAway,
  refuses: OF_ITEM,
  example: {
    body: { until: '2026-11-20T08:00:00.000Z' },
    answer: { id: EXAMPLE.id, state: 'snoozed', snoozed_until: '2026-11-20T08:00:00.000Z' },
  },
})

export const restoreAttention = operation({
  name: 'attention.restore',
  summary: 'Show an item again that you dismissed or snoozed',
  description: 'Also 200 when it was not put away; nothing changes then.',
  method: 'DELETE',
  path: `${ITEM}/dismissal`,
  credential: personal('full_access'),
  limit: CHANGE,
  params: ItemPath,
  query: WorkspaceQuery,
  answer: PutAway,
  refuses: ['workspace_not_found'],
  example: { answer: { id: EXAMPLE.id, state: 'open', snoozed_until: null } },
})

export const readAttentionSettings = operation({
  name: 'attention.read_settings',
  summary: 'Read whether what needs you is emailed or posted to you',
  method: 'GET',
  path: `${ATTENTION}/settings`,
  credential: personal('read_only'),
  query: WorkspaceQuery,
  answer: AttentionSettings,
  refuses: ['workspace_not_found'],
  example: { answer: EXAMPLE_SETTINGS },
})

export const configureAttention = operation({
  name: 'attention.configure',
  summary: 'Choose whether what needs you is emailed or posted to you',
  description:
    'For yourself in this workspace. What is left out stays. What is open already is not sent. A post is JSON: `text` for people, `workspace_id`, and `items` as they are listed.',
  method: 'PATCH',
  path: `${ATTENTION}/settings`,
  credential: personal('full_access'),
  limit: CHANGE,
  query: WorkspaceQuery,
  body: Type.Partial(Type.Object(settingsFields)),
  answer: AttentionSettings,
  refuses: ['workspace_not_found'],
  example: { body: { mail: true }, answer: { ...EXAMPLE_SETTINGS, mail: true } },
})
