import type { ConnectorDefinition } from '@atrium/contract/connector-definition'
import { dated, usual } from './parts.ts'

type Own = Pick<
  ConnectorDefinition,
  'integration_type' | 'display_name' | 'description' | 'category' | 'icon' | 'documentation_url' | 'scopes'
>

/** A part of Microsoft 365, by Microsoft Graph. */
export function microsoft({ scopes, ...own }: Own): ConnectorDefinition {
  return dated({
    ...own,
    fields: [
      {
        name: 'tenant_id',
        display_name: 'Tenant ID',
        description:
          'Only when your app is registered for a single organisation: the directory (tenant) ID of its overview page in Microsoft Entra.',
        placeholder: '8a2f6c1e-4b7d-4e19-9c35-d07be1f2a684',
        required: false,
        validation_pattern: '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$',
        validation_error: 'Enter the ID with its four dashes, such as 8a2f6c1e-4b7d-4e19-9c35-d07be1f2a684.',
      },
    ],
    auth: {
      mode: 'oauth2',
      authorization_url: 'https://login.microsoftonline.com/{tenant_id|common}/oauth2/v2.0/authorize',
      token_url: 'https://login.microsoftonline.com/{tenant_id|common}/oauth2/v2.0/token',
      client_auth: 'body',
      pkce: true,
      refresh: 'rotating',
    },
    scopes: [
      usual('offline_access', 'Stay connected when nobody is there'),
      usual('User.Read', 'See who the account belongs to'),
      ...scopes,
    ],
    api: {
      base_url: 'https://graph.microsoft.com/v1.0',
      paging: { kind: 'next_url', items_at: '/value', next_at: '/@odata.nextLink' },
    },
    test: { method: 'GET', path: '/me', account_name_at: '/displayName', account_email_at: '/mail' },
    registration_url: 'https://entra.microsoft.com/#view/Microsoft_AAD_RegisteredApps/ApplicationsListBlade',
    quirks: [
      'Without the scope offline_access there is no refresh token.',
      'Each refresh gives a new refresh token, which takes the place of the one before.',
      'Some organisations let only administrators approve.',
    ],
  })
}
