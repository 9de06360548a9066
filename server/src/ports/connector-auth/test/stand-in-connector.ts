/** A connector for the stand-in of an OAuth service, and the rows by which an app under test has it. */
import type { ConnectorDefinition, OAuth2 } from '@atrium/contract/connector-definition'
import type { TestApp } from '../../../../test/app.ts'
import { testConfig } from '../../../../test/config.ts'
import { sealClientSecret } from '../../../modules/connectors/clients/sealed-client.ts'
import { makeId } from '../../../platform/ids.ts'
import { createSecrets } from '../../../platform/secrets.ts'
import type { OAuthProvider } from './oauth-provider.ts'

export const STAND_IN = 'stand-in'

/** How the stand-in is reached; what its quirks ask for is in it. */
export function authFor({ baseUrl, quirks }: OAuthProvider, changes: Partial<OAuth2> = {}): OAuth2 {
  return {
    mode: 'oauth2',
    authorization_url: `${baseUrl}/authorize`,
    token_url: `${baseUrl}/token`,
    revocation_url: `${baseUrl}/revoke`,
    client_auth: quirks.clientAuth,
    pkce: quirks.requiresPkce,
    refresh: quirks.rotation,
    ...(quirks.within !== undefined && { access_token_at: `/${quirks.within}/access_token` }),
    ...(quirks.hidesErrors && { error_at: '/error' }),
    ...changes,
  }
}

export function definitionFor(
  provider: OAuthProvider,
  changes: Partial<Omit<ConnectorDefinition, 'auth'>> & { auth?: Partial<OAuth2> } = {},
): ConnectorDefinition {
  return {
    integration_type: STAND_IN,
    display_name: 'Stand-in',
    description: 'A service for tests.',
    category: 'other',
    icon: { letters: 'St', color: '#475569' },
    documentation_url: 'https://example.com/docs',
    verified_on: '2026-11-17',
    fields: [],
    scopes: [
      { name: 'items.read', description: 'Read items', is_default: true },
      { name: 'items.write', description: 'Change items' },
    ],
    api: {
      base_url: `${provider.baseUrl}/api`,
      paging: { kind: 'cursor', items_at: '/items', next_at: '/next', param: 'cursor' },
    },
    test: { method: 'GET', path: '/me', account_name_at: '/name', account_email_at: '/email' },
    ...changes,
    auth: authFor(provider, changes.auth),
  }
}

/**
 * Gives a workspace the connector and its client, straight into the tables: operations take https only. The app needs
 * `outbound_allow: ['127.0.0.0/8']`, which opens plain http to loopback as well.
 */
export async function addConnector(
  app: Pick<TestApp, 'sql' | 'databaseUrl' | 'clock'>,
  workspaceId: string,
  definition: ConnectorDefinition,
  client: { id: string; secret: string } | null,
): Promise<void> {
  const { verified_on: _, quirks: __, ...own } = definition
  const { integration_type: type } = definition
  const now = app.clock.now()
  await app.sql`
    insert into custom_connectors (id, workspace_id, integration_type, definition, created_date, updated_date)
    values (${makeId('cco')}, ${workspaceId}, ${type}, ${JSON.stringify(own)}, ${now}, ${now})`
  if (!client) return
  const id = makeId('ccl')
  const sealed = sealClientSecret(testSecrets(app.databaseUrl), id, client.secret)
  await app.sql`
    insert into connector_clients
      (id, workspace_id, integration_type, client_id, client_secret, created_date, updated_date)
    values (${id}, ${workspaceId}, ${type}, ${client.id}, ${sealed}, ${now}, ${now})`
}

/** Those of an app under test, to seal what is inserted for it. */
export function testSecrets(databaseUrl: string) {
  return createSecrets(testConfig({ database_url: databaseUrl }).secret_key)
}
