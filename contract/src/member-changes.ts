/** What owners and admins do to those who have joined: roles, credit limits, removal. */
import { Type } from 'typebox'
import { AccessState, AssignedVia } from './members.ts'
import { operation, perMinute, personal } from './operation.ts'
import { Email, Id, Nullable, OneOf, Role, WorkspaceQuery } from './shared.ts'

/** The member after the change; the list has the rest. */
export const MemberAccess = Type.Object(
  {
    user_id: Id,
    email: Type.String(),
    full_name: Type.String(),
    role: Role,
    access_state: AccessState,
    assigned_via: AssignedVia,
    credit_limit: Nullable(Type.Number()),
    is_default_limit: Type.Boolean(),
  },
  { $id: 'MemberAccess' },
)

/** Why one of several was refused; `error_code` is one of this API's codes. */
export const ItemRefusal = Type.Object(
  { email: Type.String(), message: Type.String(), error_code: Type.String() },
  { $id: 'ItemRefusal' },
)

const GivenRole = OneOf(['admin', 'editor', 'viewer'])
const CreditLimit = Nullable(
  Type.Number({
    minimum: 0,
    maximum: 1_000_000_000_000,
    description: 'Credits per month; null = no own limit',
  }),
)

const MEMBER_PATH = '/api/workspace/members/{email}'
const LIMIT = perMinute(30, 'pool', 'members.change')
const EXAMPLE_MEMBER = {
  user_id: 'usr_06bcz0k3v4n8q1t5w7x9y2a3b4',
  email: 'grace@example.com',
  full_name: 'Grace Murray',
  role: 'editor',
  access_state: 'active',
  assigned_via: 'invitation',
  credit_limit: 500,
  is_default_limit: true,
}
const ALL_OR_NOTHING =
  'All or nothing: when one is refused, nothing is changed and the refusal lists `errors`, ' +
  'an array of `{email, message, error_code}`.'

export const setMemberRole = operation({
  name: 'members.set_role',
  summary: 'Give a member another role',
  description:
    'A guest becomes a member with it. A viewer has no credit limit of their own. The role `admin` needs the plan business.',
  method: 'PUT',
  path: `${MEMBER_PATH}/role`,
  credential: personal('full_access'),
  limit: LIMIT,
  params: Type.Object({ email: Email }),
  query: WorkspaceQuery,
  body: Type.Object({ role: GivenRole }),
  answer: MemberAccess,
  refuses: [
    'workspace_not_found',
    'admin_required',
    'token_limited_to_apps',
    'plan_upgrade_required',
    'own_membership_protected',
    'member_not_found',
    'owner_protected',
  ],
  example: { body: { role: 'editor' }, answer: EXAMPLE_MEMBER },
})

export const setMemberRoles = operation({
  name: 'members.bulk_set_role',
  summary: 'Give several members other roles at once',
  description: ALL_OR_NOTHING,
  method: 'PUT',
  path: '/api/workspace/members/bulk/role',
  credential: personal('full_access'),
  limit: LIMIT,
  query: WorkspaceQuery,
  body: Type.Object({
    items: Type.Array(Type.Object({ email: Email, role: GivenRole }), { minItems: 1, maxItems: 200 }),
  }),
  answer: Type.Object({ updated: Type.Integer(), members: Type.Array(MemberAccess) }),
  refuses: [
    'workspace_not_found',
    'admin_required',
    'token_limited_to_apps',
    'plan_upgrade_required',
    'bulk_refused',
  ],
  example: {
    body: { items: [{ email: 'grace@example.com', role: 'editor' }] },
    answer: { updated: 1, members: [EXAMPLE_MEMBER] },
  },
})

export const setMemberCreditLimit = operation({
  name: 'members.set_credit_limit',
  summary: 'Give a member a credit limit of their own, or take it away',
  description:
    "At most the workspace's monthly limit; not for viewers (taking one away is allowed) nor for the owner. Needs the plan business.",
  method: 'PUT',
  path: `${MEMBER_PATH}/credit-limit`,
  credential: personal('full_access'),
  limit: LIMIT,
  params: Type.Object({ email: Email }),
  query: WorkspaceQuery,
  body: Type.Object({ credit_limit: CreditLimit }),
  answer: MemberAccess,
  refuses: [
    'workspace_not_found',
    'admin_required',
    'token_limited_to_apps',
    'plan_upgrade_required',
    'credit_limit_too_high',
    'member_not_found',
    'owner_protected',
    'viewer_without_limit',
  ],
  example: {
    body: { credit_limit: 250 },
    answer: { ...EXAMPLE_MEMBER, credit_limit: 250, is_default_limit: false },
  },
})

export const setMemberCreditLimits = operation({
  name: 'members.bulk_set_credit_limit',
  summary: 'Set or take away the credit limits of several members at once',
  description: ALL_OR_NOTHING,
  method: 'PUT',
  path: '/api/workspace/members/bulk/credit-limit',
  credential: personal('full_access'),
  limit: LIMIT,
  query: WorkspaceQuery,
  body: Type.Object({
    items: Type.Array(Type.Object({ email: Email, credit_limit: CreditLimit }), {
      minItems: 1,
      maxItems: 200,
    }),
  }),
  answer: Type.Object({ updated: Type.Integer(), members: Type.Array(MemberAccess) }),
  refuses: [
    'workspace_not_found',
    'admin_required',
    'token_limited_to_apps',
    'plan_upgrade_required',
    'bulk_refused',
  ],
  example: {
    body: { items: [{ email: 'grace@example.com', credit_limit: 250 }] },
    answer: {
      updated: 1,
      members: [{ ...EXAMPLE_MEMBER, credit_limit: 250, is_default_limit: false }],
    },
  },
})

export const setDefaultCreditLimit = operation({
  name: 'members.set_default_credit_limit',
  summary: 'Set the credit limit of every member who has none of their own; null = none',
  method: 'PUT',
  path: '/api/workspace/default-credit-limit',
  credential: personal('full_access'),
  limit: LIMIT,
  query: WorkspaceQuery,
  body: Type.Object({ credit_limit: CreditLimit }),
  answer: Type.Object({ default_member_credit_limit: Nullable(Type.Number()) }),
  refuses: [
    'workspace_not_found',
    'admin_required',
    'token_limited_to_apps',
    'plan_upgrade_required',
    'credit_limit_too_high',
  ],
  example: { body: { credit_limit: 500 }, answer: { default_member_credit_limit: 500 } },
})

export const removeMember = operation({
  name: 'members.remove',
  summary: 'Remove a member from the workspace; their tokens stop at once',
  description: "Apps and agents they own stay and pass to the workspace's owner.",
  method: 'DELETE',
  path: MEMBER_PATH,
  credential: personal('full_access'),
  limit: LIMIT,
  params: Type.Object({ email: Email }),
  query: WorkspaceQuery,
  answer: Type.Object({
    removed: Type.Literal(true),
    email: Type.String(),
    apps_passed_on: Type.Integer({ description: 'Apps and agents that the owner of the workspace now owns' }),
  }),
  refuses: [
    'workspace_not_found',
    'admin_required',
    'token_limited_to_apps',
    'own_membership_protected',
    'member_not_found',
    'owner_protected',
  ],
  example: { answer: { removed: true, email: 'grace@example.com', apps_passed_on: 2 } },
})
