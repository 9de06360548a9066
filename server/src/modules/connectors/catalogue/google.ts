import type { ConnectorDefinition, ConnectorScope, Paging } from '@atrium/contract/connector-definition'
import { dated, usual } from './parts.ts'

type Own = Pick<
  ConnectorDefinition,
  'integration_type' | 'display_name' | 'description' | 'category' | 'icon' | 'documentation_url' | 'scopes'
> & {
  base_url: string
  /** The name that lists have in its answers. */
  items_at: string
  quirks?: string[]
}

/** A service of Google: one consent page and one token address for all; the APIs have hosts of their own. */
export function google({ base_url, items_at, scopes, quirks = [], ...own }: Own): ConnectorDefinition {
  const paging: Paging = { kind: 'cursor', items_at, next_at: '/nextPageToken', param: 'pageToken' }
  return dated({
    ...own,
    fields: [],
    auth: {
      mode: 'oauth2',
      authorization_url: 'https://accounts.google.com/o/oauth2/v2/auth',
      token_url: 'https://oauth2.googleapis.com/token',
      revocation_url: 'https://oauth2.googleapis.com/revoke',
      client_auth: 'body',
      pkce: true,
      // Without these two there is no refresh token, or only the first time.
      authorization_params: { access_type: 'offline', prompt: 'consent' },
      refresh: 'stable',
    },
    scopes: [...IDENTITY, ...scopes],
    api: { base_url, paging },
    // The same for all: most of the APIs cannot say whose account it is.
    test: {
      method: 'GET',
      base_url: 'https://openidconnect.googleapis.com/v1',
      path: '/userinfo',
      account_name_at: '/name',
      account_email_at: '/email',
    },
    registration_url: 'https://console.cloud.google.com/apis/credentials',
    quirks: [
      'While the consent screen is in testing, refresh tokens end after seven days.',
      'The API has to be switched on in the project of the client id.',
      ...quirks,
    ],
  })
}

const IDENTITY: readonly ConnectorScope[] = [
  usual('openid', 'Know which Google account it is'),
  usual('https://www.googleapis.com/auth/userinfo.email', 'See the email address of the account'),
]
