import { Type } from 'typebox'
import { operation, perMinute, personal } from './operation.ts'
import { Described, Nullable, OneOf, Role, WorkspaceQuery } from './shared.ts'

export const MemberStatus = OneOf(['joined', 'pending', 'expired'])
export const AccessState = OneOf(['active', 'suspended', 'invited', 'invite_expired'])
export const AssignedVia = OneOf(['direct', 'invitation', 'group', 'sso'])

/** The specification gives these times without a zone suffix. */
const BareTimestamp = (description: string) =>
  Type.String({ description: `${description}; ISO 8601 UTC, no zone suffix` })

export const Member = Type.Object(
  {
    access_state: Described(AccessState, 'Whether the person can use the workspace now'),
    agents_owned: Type.Integer({ description: 'Agents that the member owns' }),
    agents_shared: Type.Integer({ description: 'Agents of others that are shared with the member' }),
    apps_owned: Type.Integer({ description: 'Apps that the member owns' }),
    apps_shared: Type.Integer({ description: 'Apps of others that are shared with the member' }),
    assigned_via: Described(AssignedVia, 'How the person came into the workspace'),
    credit_limit: Nullable(
      Type.Number({ description: 'The member’s credit limit, or the workspace default' }),
    ),
    credits_used: Nullable(
      Type.Number({
        description: 'Null for other members’ rows when the caller is neither owner nor admin',
      }),
    ),
    email: Type.String({ description: 'Email address' }),
    full_name: Type.String({ description: 'Name; empty for an invitation' }),
    is_default_limit: Type.Boolean({ description: 'True when the member is on the workspace default limit' }),
    last_active: Type.Optional(BareTimestamp('Last credit use; members who never used credits have none')),
    last_seen: Nullable(
      BareTimestamp('Null for other members’ rows when the caller is neither owner nor admin'),
    ),
    role: Described(Role, 'Role in the workspace'),
    status: Described(MemberStatus, 'Joined, or the state of the invitation'),
    user_id: Type.String({ description: 'User ID; empty for an invitation' }),
  },
  { $id: 'Member', description: 'A member of the workspace, or an invitation' },
)

const SearchTerm = Type.String({ maxLength: 256 })
const countRange = (description: string) =>
  Type.Object(
    {
      gte: Type.Optional(Type.Number({ description: 'At least' })),
      lte: Type.Optional(Type.Number({ description: 'At most' })),
    },
    { description },
  )
/** With or without a zone suffix; without one it is UTC, as in the rows. */
const FilterTime = Type.String({ format: 'iso-date-time' })
const TimeRange = Type.Object(
  {
    gte: Type.Optional(Described(FilterTime, 'At or after')),
    lte: Type.Optional(Described(FilterTime, 'At or before')),
  },
  { description: 'Range on the last credit use; members who never used credits do not match' },
)

/** The numbered rules of the specification, in its words. */
const RULES = `1. A member must match every filter that is set.
2. Without sort_by and sort_dir, and to break ties: joined members before pending invitations, then role from owner to guest, then email.
3. Sorting by last_active puts members who never used credits last in either direction.
4. Paging: send the same body with cursor set to the previous next_cursor until has_more is false. A cursor the service did not return starts from the first page.
5. Owners and admins see everyone's credits_used and last_seen; other members see them only on their own row, null elsewhere, and sorting by credits falls back to the default order for them.
6. Active guests with a staff email are not listed.
7. credits_used, last_active and last_seen come from a cached copy at most 60 seconds old; changing members starts a fresh copy and positions can shift, so an old cursor can skip or repeat people. After changing members page again from the start.`

export const listMembers = operation({
  name: 'members.list',
  summary: 'List one page of members and pending invitations',
  description: RULES,
  method: 'POST',
  path: '/api/workspace/members/list',
  credential: personal('read_only'),
  limit: perMinute(30, 'pool'),
  query: WorkspaceQuery,
  // A cursor that is not ours starts from the first page, whatever it holds.
  unkept: ['cursor'],
  body: Type.Object(
    {
      search: Type.Optional(
        Described(SearchTerm, 'Case-insensitive match anywhere in email, name, role or status'),
      ),
      search_terms: Type.Optional(
        Type.Array(SearchTerm, {
          maxItems: 200,
          description: 'Matched as `search`; a member matches when any term does',
        }),
      ),
      sort_by: Type.Optional(
        OneOf(['member', 'credits', 'apps', 'agents', 'last_active', 'role'], {
          description:
            '`member` is the name, or the email if there is none; `apps` and `agents` are owned plus shared. Needs `sort_dir`',
        }),
      ),
      sort_dir: Type.Optional(OneOf(['asc', 'desc'], { description: 'Needs `sort_by`' })),
      roles: Type.Optional(
        Type.Array(Role, { maxItems: 20, description: 'Only members with one of these roles' }),
      ),
      invite_statuses: Type.Optional(
        Type.Array(MemberStatus, { maxItems: 3, description: 'Only rows with one of these statuses' }),
      ),
      credit_limit_set: Type.Optional(
        Type.Boolean({
          description:
            'True: only members with a limit of their own; false: only those without (the workspace default counts as without)',
        }),
      ),
      apps_owned: Type.Optional(countRange('Range on apps_owned plus apps_shared')),
      agents_owned: Type.Optional(countRange('Range on agents_owned plus agents_shared')),
      last_active: Type.Optional(TimeRange),
      cursor: Type.Optional(
        Nullable(
          Type.String({
            maxLength: 256,
            description: 'The previous next_cursor; omit, or send null, for the first page',
          }),
        ),
      ),
      page_size: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 100, default: 50, description: 'Rows on a page' }),
      ),
    },
    // A sort needs both of its halves.
    { dependentRequired: { sort_by: ['sort_dir'], sort_dir: ['sort_by'] } },
  ),
  answer: Type.Object({
    members: Type.Array(Member, { description: 'The rows of this page' }),
    next_cursor: Nullable(Type.String({ description: 'Null on the last page' })),
    has_more: Type.Boolean({ description: 'True while there are further pages' }),
    total: Type.Integer({ description: 'All matches' }),
    monthly_limit: Nullable(
      Type.Number({ description: 'Credits of the workspace a month; null = unlimited' }),
    ),
    default_member_credit_limit: Nullable(
      Type.Number({ description: 'Limit of members without one of their own; null = none' }),
    ),
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
