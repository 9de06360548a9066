import { OneOf } from '@atrium/contract'
import { JoinRole } from '@atrium/contract/workspace-openid'
import { boolean, bytes, type RowOf, table, text, time } from '../../platform/database/table.ts'

const SET_UP_AGAIN = 'a provider knows one address of one installation; it is set up again'

export const workspaceOpenId = table(
  'workspace_openid',
  {
    workspace_id: text(),
    name: text(),
    issuer: text(),
    client_id: text(),
    client_secret: text().nullable(),
    joins_by_sign_in: boolean(),
    join_role: text(JoinRole),
    refuses_passwords: boolean(),
    created_date: time(),
    updated_date: time(),
  },
  { key: ['workspace_id'], notArchived: SET_UP_AGAIN },
)
export type WorkspaceOpenIdRow = RowOf<typeof workspaceOpenId>

export const signInDomains = table(
  'sign_in_domains',
  { workspace_id: text(), domain: text(), proof: text(), verified_date: time().nullable() },
  { key: ['workspace_id', 'domain'], notArchived: 'a domain is proved to one installation' },
)
export type SignInDomainRow = RowOf<typeof signInDomains>

export const signInIdentities = table(
  'sign_in_identities',
  { workspace_id: text(), subject: text(), user_id: text(), created_date: time() },
  { key: ['workspace_id', 'subject'], notArchived: SET_UP_AGAIN },
)

export const appProviders = table(
  'app_providers',
  {
    id: text(),
    app_id: text(),
    provider: text(),
    kind: text(OneOf(['google', 'github', 'openid'])),
    name: text(),
    issuer: text(),
    client_id: text(),
    client_secret: text().nullable(),
    is_enabled: boolean(),
    created_date: time(),
    updated_date: time(),
  },
  { key: ['app_id', 'provider'], notArchived: SET_UP_AGAIN },
)
export type AppProviderRow = RowOf<typeof appProviders>

export const appUserIdentities = table(
  'app_user_identities',
  { app_id: text(), provider: text(), subject: text(), user_id: text(), created_date: time() },
  { key: ['app_id', 'provider', 'subject'], notArchived: SET_UP_AGAIN },
)

export const signInAttempts = table(
  'sign_in_attempts',
  {
    state_hash: bytes(),
    browser_hash: bytes(),
    workspace_id: text().nullable(),
    app_id: text().nullable(),
    provider: text().nullable(),
    return_to: text(),
    client_state: text().nullable(),
    expires_at: time(),
  },
  { key: ['state_hash'], notArchived: 'it lasts ten minutes' },
)
export type SignInAttemptRow = RowOf<typeof signInAttempts>
