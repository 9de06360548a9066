/** The tables that archives bring in and take out, each described once. */
import { AppKind, AppRole, Email, Id, OneOf, Plan } from '@atrium/contract'
import { HttpUrl, PublicSettings, UserDescription } from '@atrium/contract/apps'
import { Type } from 'typebox'
import { boolean, json, numeric, table, text, time } from '../platform/database/table.ts'
import { QUOTA_NAMES } from './quotas/quota-names.ts'

const Name = Type.String({ minLength: 1, maxLength: 200 })
const FullName = Type.String({ maxLength: 200 })
const Credits = Type.Number({ minimum: 0 })

export const users = table(
  'users',
  {
    id: text(Id),
    email: text(Email),
    full_name: text(FullName).default(''),
    password_hash: text().nullable().notArchived('a secret; a password comes in as text'),
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
    billing_country: text(Type.String({ pattern: '^[A-Z]{2}$' })).nullable(),
    payment_method: text(OneOf(['ok', 'none', 'unreachable'])).default('ok'),
    rate_limits: json(
      Type.Record(Type.String(), Type.Integer({ minimum: 0 }), {
        description: 'Requests per minute by operation, where they differ from the usual limit',
      }),
    ).default({}),
    quotas: json(
      Type.Object(
        Object.fromEntries(QUOTA_NAMES.map((name) => [name, Type.Optional(Type.Integer({ minimum: 0 }))])),
        { additionalProperties: false, description: 'How much it may have, where it differs from the usual' },
      ),
    ).default({}),
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
