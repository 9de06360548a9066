/** The tables that archives bring in and take out, each described once. */
import { AppKind, AppRole, allOperations, Email, Id, Permission, Plan, Role } from '@atrium/contract'
import { HttpUrl, PublicSettings, UserDescription } from '@atrium/contract/apps'
import { BillingCountry, PaymentMethod } from '@atrium/contract/installation-workspaces'
import { AccessState, AssignedVia, MemberStatus } from '@atrium/contract/members'
import { AllowedOrigins } from '@atrium/contract/sign-in-settings'
import { Type } from 'typebox'
import {
  bigint,
  boolean,
  bytes,
  integer,
  json,
  numeric,
  smallint,
  table,
  text,
  texts,
  time,
} from '../platform/database/table.ts'
import { QUOTA_NAMES } from './quotas/usual-quotas.ts'

const Name = Type.String({ minLength: 1, maxLength: 200 })
export const FullName = Type.String({ maxLength: 200 })
const Credits = Type.Number({ minimum: 0 })
const Count = Type.Integer({ minimum: 0, maximum: 2_147_483_647 })
const OPERATION_NAMES = allOperations.map(({ name }) => name)

/** A whole number for some of these names, and for no other. */
function amountsOf(names: readonly string[], description: string) {
  const amount = Type.Optional(Type.Integer({ minimum: 0 }))
  const schema = Type.Object(Object.fromEntries(names.map((name) => [name, amount])), {
    additionalProperties: false,
    description,
  })
  return Type.Unsafe<Record<string, number>>(schema)
}

export const users = table(
  'users',
  {
    id: text(Id),
    email: text(Email),
    full_name: text(FullName).default(''),
    password_hash: text().nullable(),
    /** A service account is a user too, who never signs in. */
    is_service: boolean().default(false),
    is_installation_admin: boolean().notArchived('a right on this installation'),
    /** False until a mailed link or a provider proves the email. G839 */
    is_verified: boolean().default(true),
    created_date: time().default('now'),
  },
  { key: ['id'] },
)

export const workspaces = table(
  'workspaces',
  {
    id: text(Id),
    name: text(Name),
    plan: text(Plan).default('free'),
    monthly_limit: numeric(Credits).nullable(),
    default_member_credit_limit: numeric(Credits).nullable(),
    billing_hold: boolean().default(false),
    billing_country: text(BillingCountry).nullable(),
    payment_method: text(PaymentMethod).default('ok'),
    rate_limits: json(
      amountsOf(OPERATION_NAMES, 'Requests per minute by operation, where they differ from the usual limit'),
    ).default({}),
    quotas: json(amountsOf(QUOTA_NAMES, 'How much it may have, where it differs from the usual')).default({}),
    created_date: time().default('now'),
  },
  { key: ['id'] },
)

export const apps = table(
  'apps',
  {
    id: text(Id),
    workspace_id: text(Id),
    owner_id: text(Id),
    name: text(Name),
    kind: text(AppKind),
    user_description: text(UserDescription).nullable(),
    logo_url: text(HttpUrl).nullable(),
    published_url: text(HttpUrl).nullable(),
    public_settings: text(PublicSettings).default('private_with_login'),
    hide_authorship: boolean().default(false),
    allowed_origins: texts(AllowedOrigins).default([]),
    allow_localhost: boolean().default(false),
    use_hosted_pages: boolean().default(false),
    static_code_enabled: boolean().default(true),
    dependency_scan_enabled: boolean().default(true),
    created_date: time().default('now'),
    updated_date: time().default('created_date'),
    deleted_at: time().nullable().notArchived('deleted apps do not go out'),
  },
  { key: ['id'], references: { workspace_id: 'workspaces', owner_id: 'users' } },
)

export const collaborators = table(
  'collaborators',
  { app_id: text(Id), user_id: text(Id), role: text(AppRole), created_date: time().default('now') },
  { key: ['app_id', 'user_id'], references: { app_id: 'apps', user_id: 'users' } },
)

export const COMPUTED = 'the database computes it'
export const members = table(
  'members',
  {
    workspace_id: text(Id),
    user_id: text(Id).nullable(),
    email: text(Email),
    full_name: text(FullName).default(''),
    role: text(Role),
    status: text(MemberStatus),
    access_state: text(AccessState).default('active'),
    assigned_via: text(AssignedVia).default('direct'),
    credit_limit: numeric(Credits).nullable(),
    credits_used: numeric(Credits).default(0),
    last_active: time().nullable(),
    last_seen: time().nullable(),
    agents_owned: integer(Count).default(0),
    agents_shared: integer(Count).default(0),
    apps_owned: integer(Count).default(0),
    apps_shared: integer(Count).default(0),
    joined_date: time().nullable(),
    created_date: time().default('now'),
    is_service: boolean().notArchived('service accounts are a collection of their own'),
    id: bigint().notArchived('a number of this database'),
    role_rank: smallint().notArchived(COMPUTED),
    default_rank: smallint().notArchived(COMPUTED),
    sort_name: text().notArchived(COMPUTED),
  },
  { key: ['workspace_id', 'email'], references: { workspace_id: 'workspaces', user_id: 'users' } },
)

const OF_SESSIONS = 'only sessions of apps have it, and they do not come in'
export const credentials = table(
  'credentials',
  {
    id: text().notArchived('the import makes it'),
    kind: text().notArchived('the archive takes some kinds only'),
    secret_hash: bytes().notArchived('a secret; it comes in as text'),
    user_id: text(Id).nullable(),
    workspace_id: text(Id).nullable(),
    permission: text(Permission).default('full_access'),
    app_ids: texts(Type.Array(Id)).nullable(),
    name: text(FullName).default(''),
    created_date: time().default('now'),
    expires_at: time().nullable(),
    disabled_at: time().nullable(),
    last_used_at: time().nullable().notArchived('the use of it on this server'),
    app_id: text().nullable().notArchived(OF_SESSIONS),
    app_user_id: text().nullable().notArchived(OF_SESSIONS),
  },
  { key: ['id'], references: { user_id: 'users', workspace_id: 'workspaces' } },
)
