import type { ConnectorDefinition } from '@atrium/contract/connector-definition'

/** A service that lives in Atrium itself, to try connecting without an account anywhere. */
export const sandboxOauth: ConnectorDefinition = {
  integration_type: 'sandbox-oauth',
  display_name: 'Sandbox',
  description: 'A service that lives in Atrium itself: try how connecting, refreshing and calling go.',
  category: 'development',
  icon: { letters: 'Sb', color: '#475569' },
  documentation_url: 'https://datatracker.ietf.org/doc/html/rfc6749',
  verified_on: '2026-11-17',
  fields: [
    {
      name: 'account',
      display_name: 'Account',
      description: 'The name of the account that you pretend to have.',
      placeholder: 'acme',
      required: false,
      validation_pattern: '^[a-z0-9][a-z0-9\\-]{0,39}$',
      validation_error: 'Use small letters, digits and dashes, such as acme.',
      kind: 'label',
      suffix: '.sandbox.example',
    },
  ],
  auth: {
    mode: 'oauth2',
    authorization_url: 'https://{account|demo}.sandbox.example/authorize',
    token_url: 'https://{account|demo}.sandbox.example/token',
    revocation_url: 'https://{account|demo}.sandbox.example/revoke',
    client_auth: 'body',
    pkce: true,
    refresh: 'rotating',
  },
  scopes: [
    { name: 'items.read', description: 'Read the items of the account', is_default: true },
    { name: 'items.write', description: 'Create and delete items of the account' },
  ],
  api: {
    base_url: 'https://{account|demo}.sandbox.example/api',
    per_second: 50,
    paging: { kind: 'cursor', items_at: '/items', next_at: '/next', param: 'cursor' },
  },
  test: { method: 'GET', path: '/me', account_name_at: '/name', account_email_at: '/email' },
}
