/** The workspaces of an installation, as its admins see and change them. */
import { type Static, Type } from 'typebox'
import { operation, perMinute, personal } from './operation.ts'
import { AnyKey, Both, Id, Nullable, OneOf, Page, PageQuery, Plan, Timestamp } from './shared.ts'

export const QUOTA_NAMES = [
  'app.records',
  'app.record_bytes',
  'app.events_a_day',
  'app.anonymous_events_a_day',
  'app.anonymous_records_a_day',
  'app.anonymous_record_bytes_a_day',
  'address.anonymous_records_a_day',
  'address.anonymous_record_bytes_a_day',
  'workspace.records',
  'workspace.record_bytes',
  'workspace.events_a_day',
  'workspace.model_tokens_a_day',
  'workspace.model_cents_a_day',
] as const

export const BillingCountry = Type.String({
  pattern: '^[A-Z]{2}$',
  description: 'ISO 3166-1, in capitals',
})
export const PaymentMethod = OneOf(['ok', 'none', 'unreachable'], {
  description: 'How the workspace can pay where no payment provider is connected',
})
/** Requests a minute; 0 turns the operation off. */
export const RequestsPerMinute = Type.Integer({ minimum: 0, maximum: 1_000_000 })
export const QuotaAmount = Type.Integer({ minimum: 0, maximum: 999_999_999_999_999 })
export const MonthlyLimit = Type.Number({
  minimum: 0,
  maximum: 999_999_999_999,
  description: 'Credits a month; null for no limit',
})

const listed = {
  id: Id,
  name: Type.String(),
  plan: Plan,
  owner_email: Nullable(Type.String({ description: 'Null when the workspace has no owner' })),
  created_date: Timestamp,
}

export const InstallationWorkspace = Type.Object(
  {
    ...listed,
    monthly_limit: Nullable(MonthlyLimit),
    billing_hold: Type.Boolean({ description: 'Nothing that costs money is started' }),
    billing_country: Nullable(BillingCountry),
    payment_method: PaymentMethod,
    rate_limits: Type.Record(AnyKey, Type.Integer(), {
      description: 'Requests a minute by operation, where they differ from the default',
    }),
    quotas: Type.Record(AnyKey, Type.Integer(), { description: 'Where they differ from the default' }),
    version: Type.String({ description: 'Of all settings together; for `If-Match`' }),
  },
  { $id: 'InstallationWorkspace' },
)
export type InstallationWorkspace = Static<typeof InstallationWorkspace>

export const WorkspaceChange = Type.Object({
  plan: Type.Optional(Plan),
  monthly_limit: Type.Optional(Nullable(MonthlyLimit)),
  billing_hold: Type.Optional(InstallationWorkspace.properties.billing_hold),
  billing_country: Type.Optional(Nullable(BillingCountry)),
  payment_method: Type.Optional(PaymentMethod),
  rate_limits: Type.Optional(
    Type.Record(AnyKey, Nullable(RequestsPerMinute), {
      maxProperties: 500,
      description:
        'Requests a minute by operation that has a limit; null for the default. Operations that are left out stay as they are',
    }),
  ),
  quotas: Type.Optional(
    Type.Record(AnyKey, Nullable(QuotaAmount), {
      maxProperties: QUOTA_NAMES.length,
      description: `By name: ${QUOTA_NAMES.join(', ')}. Null for the default. Quotas that are left out stay as they are`,
    }),
  ),
})
export type WorkspaceChange = Static<typeof WorkspaceChange>

const WORKSPACES = '/api/installation/workspaces'
const ADMINS = 'For admins of the installation, in a signed-in session.'
const OWN = personal('full_access')
const LIMIT = perMinute(60, 'caller', 'installation')
const WorkspacePath = Type.Object({ workspace_id: Id })

const EXAMPLE_LISTED = {
  id: 'ws_06bcz0k3v4n8q1t5w7x9y2a3b4',
  name: 'Engines',
  plan: 'builder',
  owner_email: 'ada@example.com',
  created_date: '2026-11-15T09:30:00.000Z',
}
const EXAMPLE = {
  ...EXAMPLE_LISTED,
  monthly_limit: 5_000,
  billing_hold: false,
  billing_country: 'DE',
  payment_method: 'ok',
  rate_limits: { 'members.list': 60 },
  quotas: { 'app.records': 10_000_000 },
  version: '5f2b0c6a9d3e4f10a7b8c9d0e1f2a3b4',
}

export const listInstallationWorkspaces = operation({
  name: 'installation.list_workspaces',
  summary: 'List the workspaces of the installation, newest first',
  description: ADMINS,
  method: 'GET',
  path: WORKSPACES,
  credential: OWN,
  limit: LIMIT,
  query: Both(
    PageQuery,
    Type.Object({
      search: Type.Optional(
        Type.String({ maxLength: 200, description: "A part of the name or of the owner's email, or the id" }),
      ),
    }),
  ),
  answer: Page(Type.Object(listed)),
  refuses: ['session_only', 'installation_admin_required'],
  example: { answer: { items: [EXAMPLE_LISTED], next_cursor: null, has_more: false } },
})

export const readInstallationWorkspace = operation({
  name: 'installation.read_workspace',
  summary: 'Read plan, limits, quotas and billing of a workspace of the installation',
  description: ADMINS,
  method: 'GET',
  path: `${WORKSPACES}/{workspace_id}`,
  credential: OWN,
  limit: LIMIT,
  params: WorkspacePath,
  answer: InstallationWorkspace,
  refuses: ['session_only', 'installation_admin_required', 'workspace_not_found'],
  example: { answer: EXAMPLE },
})

export const updateInstallationWorkspace = operation({
  name: 'installation.update_workspace',
  summary:
    'Change plan, limits, quotas and billing of a workspace; fields that are left out stay as they are',
  description: `${ADMINS} Recorded in the audit log of that workspace. With \`If-Match\` nothing is written if another admin changed it since you read it.`,
  method: 'PATCH',
  path: `${WORKSPACES}/{workspace_id}`,
  credential: OWN,
  limit: LIMIT,
  params: WorkspacePath,
  headers: Type.Object({
    'if-match': Type.Optional(
      Type.String({
        pattern: '^"[^"]*"$',
        maxLength: 66,
        description: 'The `version` as it was read, in quotes: changed only if it is still that',
      }),
    ),
  }),
  body: WorkspaceChange,
  answer: InstallationWorkspace,
  refuses: ['session_only', 'installation_admin_required', 'workspace_not_found', 'workspace_changed'],
  example: { body: { plan: 'builder', rate_limits: { 'members.list': 60 } }, answer: EXAMPLE },
})
