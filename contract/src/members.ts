import { Type } from 'typebox'
import { operation, perMinute, personal } from './operation.ts'
import { Nullable, OneOf, Role, WorkspaceQuery } from './shared.ts'

export const MemberStatus = OneOf(['joined', 'pending', 'expired'])
export const AccessState = OneOf(['active', 'suspended', 'invited', 'invite_expired'])
export const AssignedVia = OneOf(['direct', 'invitation', 'group', 'sso'])

/** The specification gives these times without a zone suffix. */
const BareTimestamp = Type.String({ description: 'ISO 8601 UTC, no zone suffix' })

export const Member = Type.Object(
  {
    access_state: AccessState,
    agents_owned: Type.Integer(),
    agents_shared: Type.Integer(),
    apps_owned: Type.Integer(),
    apps_shared: Type.Integer(),
    assigned_via: AssignedVia,
    credit_limit: Nullable(Type.Number()),
    credits_used: Nullable(Type.Number()),
    email: Type.String(),
    full_name: Type.String(),
    is_default_limit: Type.Boolean(),
    last_active: Type.Optional(BareTimestamp),
    last_seen: Nullable(BareTimestamp),
    role: Role,
    status: MemberStatus,
    user_id: Type.String(),
  },
  { $id: 'Member' },
)

const SearchTerm = Type.String({ maxLength: 256 })
const CountRange = Type.Object({ gte: Type.Optional(Type.Number()), lte: Type.Optional(Type.Number()) })
/** With or without a zone suffix; without one it is UTC, as in the rows. */
const FilterTime = Type.String({ format: 'iso-date-time' })
const TimeRange = Type.Object({ gte: Type.Optional(FilterTime), lte: Type.Optional(FilterTime) })

export const listMembers = operation({
  name: 'members.list',
  summary: 'List one page of members and pending invitations',
  method: 'POST',
  path: '/api/workspace/members/list',
  credential: personal('read_only'),
  limit: perMinute(30, 'pool'),
  query: WorkspaceQuery,
  // A cursor that is not ours starts from the first page, whatever it holds.
  unkept: ['cursor'],
  body: Type.Object(
    {
      search: Type.Optional(SearchTerm),
      search_terms: Type.Optional(Type.Array(SearchTerm, { maxItems: 200 })),
      sort_by: Type.Optional(OneOf(['member', 'credits', 'apps', 'agents', 'last_active', 'role'])),
      sort_dir: Type.Optional(OneOf(['asc', 'desc'])),
      roles: Type.Optional(Type.Array(Role, { maxItems: 20 })),
      invite_statuses: Type.Optional(Type.Array(MemberStatus, { maxItems: 3 })),
      credit_limit_set: Type.Optional(Type.Boolean()),
      apps_owned: Type.Optional(CountRange),
      agents_owned: Type.Optional(CountRange),
      last_active: Type.Optional(TimeRange),
      cursor: Type.Optional(Type.String({ maxLength: 256 })),
      page_size: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 50 })),
    },
    // A sort needs both of its halves.
    { dependentRequired: { sort_by: ['sort_dir'], sort_dir: ['sort_by'] } },
  ),
  answer: Type.Object({
    members: Type.Array(Member),
    next_cursor: Nullable(Type.String()),
    has_more: Type.Boolean(),
    total: Type.Integer(),
    monthly_limit: Nullable(Type.Number()),
    default_member_credit_limit: Nullable(Type.Number()),
  }),
  refuses: ['workspace_not_found'],
  example: {
    body: { search: 'ada', sort_by: 'member', sort_dir: 'asc' },
    answer: {
      members: [
        {
          access_state: 'active',
          agents_owned: 1,
          agents_shared: 0,
          apps_owned: 4,
          apps_shared: 2,
          assigned_via: 'direct',
          credit_limit: 500,
          credits_used: 120,
          email: 'ada@example.com',
          full_name: 'Ada Byron',
          is_default_limit: true,
          last_active: '2026-11-14T08:00:00.000',
          last_seen: '2026-11-15T09:30:00.000',
          role: 'owner',
          status: 'joined',
          user_id: 'usr_06bcz0k3v4n8q1t5w7x9y2a3b4',
        },
      ],
      next_cursor: null,
      has_more: false,
      total: 1,
      monthly_limit: 10_000,
      default_member_credit_limit: 500,
    },
  },
})
