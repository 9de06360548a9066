/** Apps of two workspaces, the people around them, and a service on loopback that they connect to. */
import type { AnswerOf, operations } from '@atrium/contract'
import type { ConnectorDefinition } from '@atrium/contract/connector-definition'
import { beforeAll, beforeEach } from 'vitest'
import type { TestApp } from '../../../../test/app.ts'
import { testConfig } from '../../../../test/config.ts'
import type { Person } from '../../../../test/make.ts'
import { useApp } from '../../../../test/use-app.ts'
import { useStarted } from '../../../../test/use-started.ts'
import { useTeam } from '../../../../test/use-team.ts'
import { makeId } from '../../../platform/ids.ts'
import { createSecrets } from '../../../platform/secrets.ts'
import {
  type OAuthProvider,
  PROVIDER_CLIENT,
  startOAuthProvider,
} from '../../../ports/connector-auth/test/oauth-provider.ts'
import { sealClientSecret } from '../clients/sealed-client.ts'
import { type ConnectionRow, connectorClients, customConnectors } from '../tables.ts'
import { type Credentials, openCredentials } from '../tokens/sealed-credentials.ts'

type Own = Omit<ConnectorDefinition, 'verified_on'>

const about = {
  description: 'A service of the tests.',
  category: 'other' as const,
  icon: { letters: 'T', color: '#000000' },
  documentation_url: 'https://example.com/docs',
}
const KEY_FIELD = {
  ...{ display_name: 'Key', description: '', placeholder: 'key-1', required: true, is_secret: true },
  ...{ validation_pattern: '^[\\w:+/ -]{1,200}$', validation_error: 'Enter the key of your account.' },
}

export function oauthConnector(baseUrl: string, fields: Partial<Own> = {}): Own {
  return {
    ...about,
    integration_type: 'stand-in',
    display_name: 'Stand-in',
    fields: [
      {
        ...{
          name: 'shop',
          display_name: 'Shop',
          description: 'Your shop.',
          placeholder: 'acme',
          required: false,
        },
        ...{ validation_pattern: '^[a-z0-9-]{1,40}$', validation_error: 'Only the name of the shop.' },
        ...{ kind: 'label', suffix: '.shops.example' },
      },
    ],
    auth: {
      mode: 'oauth2',
      authorization_url: `${baseUrl}/authorize`,
      token_url: `${baseUrl}/token`,
      revocation_url: `${baseUrl}/revoke`,
      client_auth: 'body',
      pkce: true,
      refresh: 'rotating',
      callback_captured: { account_id: 'account', shop: 'shop' },
    },
    scopes: [
      { name: 'read', description: 'Read', is_default: true },
      { name: 'write', description: 'Write' },
    ],
    api: { base_url: `${baseUrl}/api` },
    test: { method: 'GET', path: '/me', account_name_at: '/name', account_email_at: '/email' },
    ...fields,
  }
}

/** Let in by a token of the service, that people enter as a key. */
export function keyConnector(baseUrl: string): Own {
  return {
    ...oauthConnector(baseUrl),
    ...{ integration_type: 'stand-in-key', display_name: 'Key stand-in', scopes: [] },
    fields: [{ ...KEY_FIELD, name: 'api_key' }],
    auth: { mode: 'api_key', headers: { Authorization: 'Bearer {api_key}' } },
  }
}

export function clientConnector(baseUrl: string): Own {
  return {
    ...oauthConnector(baseUrl),
    ...{ integration_type: 'stand-in-client', display_name: 'Client stand-in' },
    fields: [
      { ...KEY_FIELD, name: 'client', is_secret: false },
      { ...KEY_FIELD, name: 'secret' },
    ],
    auth: {
      ...{ mode: 'client_credentials', token_url: `${baseUrl}/token`, client_auth: 'body' },
      ...{ client_id_field: 'client', client_secret_field: 'secret' },
    },
  }
}

export interface Location {
  path: string
  query: Record<string, string>
}

export function useConnections() {
  const provider: OAuthProvider = useStarted(async () => {
    const started = await startOAuthProvider()
    return { ...started, stop: started.close }
  })
  const app: TestApp = useApp({ rate_limits: 'off', outbound_allow: ['127.0.0.0/8'] })
  const team = useTeam(app)
  const { owner, editor, viewer, stranger } = team
  const secrets = () => createSecrets(testConfig({ database_url: app.databaseUrl }).secret_key)
  const sessions = new Map<string, string>()
  const current = { shop: { id: '' } }
  const scene = {
    ...{ app, provider, owner, editor, viewer, stranger },
    get shop(): { id: string } {
      return current.shop
    },
    at: () => ({ app_id: current.shop.id }),
    of: (integration_type = 'stand-in') => ({
      app_id: current.shop.id,
      integration_type,
    }),
    initiate: (
      who: Person,
      body: object = {},
      at: { id: string } = current.shop,
    ): Promise<AnswerOf<typeof operations.connectors.initiate>> =>
      app.as(who).connectors.initiate({ app_id: at.id }, { integration_type: 'stand-in', ...body }),
    /** Where the consent page sends the person back to. */
    async approved(who: Person, body: object = {}, at: { id: string } = current.shop): Promise<string> {
      const { redirect_url } = await scene.initiate(who, body, at)
      if (redirect_url === null || redirect_url === undefined) throw new Error('there is nothing to approve')
      return provider.visit(redirect_url)
    },
    /** As a browser does: with the cookie of somebody's session, or nobody's. */
    async open(url: string, who: Person | null): Promise<Response> {
      const session = who && (sessions.get(who.id) ?? (await app.make.session(who)))
      if (who && session) sessions.set(who.id, session)
      return fetch(url, { redirect: 'manual', headers: session ? { cookie: `atrium=${session}` } : {} })
    },
    async outcome(url: string, who: Person | null): Promise<Location> {
      const response = await scene.open(url, who)
      if (response.status !== 303) throw new Error(`${response.status} ${await response.text()}`)
      return locationOf(response)
    },
    async connect(who: Person, body: object = {}): Promise<Location> {
      return scene.outcome(await scene.approved(who, body), who)
    },
    async row(integration_type = 'stand-in', at: { id: string } = current.shop): Promise<ConnectionRow> {
      const [row] = await app.sql<ConnectionRow>`
        select * from connections where app_id = ${at.id} and integration_type = ${integration_type}`
      return row as ConnectionRow // undefined where a test looks for none
    },
    async credentials(integration_type = 'stand-in'): Promise<Credentials | null> {
      const { id, credentials } = await scene.row(integration_type)
      return credentials === null ? null : openCredentials(secrets(), id, credentials)
    },
    async addConnector(definition: Own, workspace_id: string = owner.workspace_id): Promise<void> {
      const now = app.clock.now()
      const times = { created_date: now, updated_date: now }
      const { integration_type } = definition
      await app.sql`delete from custom_connectors where workspace_id = ${workspace_id} and integration_type = ${integration_type}`
      const row = { id: makeId('ccn'), workspace_id, integration_type, definition, created_by: null }
      await customConnectors.insertNew(app.atrium.db, [{ ...row, ...times }])
    },
    async addClient(
      integration_type = 'stand-in',
      client_id: string = PROVIDER_CLIENT.id,
      workspace_id: string = owner.workspace_id,
    ): Promise<void> {
      const now = app.clock.now()
      const id = makeId('ccl')
      await app.sql`delete from connector_clients where workspace_id = ${workspace_id} and integration_type = ${integration_type}`
      const client_secret = sealClientSecret(secrets(), id, PROVIDER_CLIENT.secret)
      const row = { id, workspace_id, integration_type, client_id, client_secret }
      await connectorClients.insertNew(app.atrium.db, [{ ...row, created_date: now, updated_date: now }])
    },
  }
  beforeAll(async () => {
    for (const { workspace_id } of [owner, stranger]) {
      for (const make of [oauthConnector, keyConnector, clientConnector])
        await scene.addConnector(make(provider.baseUrl), workspace_id)
      await scene.addClient('stand-in', PROVIDER_CLIENT.id, workspace_id)
    }
  })
  beforeEach(async () => {
    current.shop = await app.make.app(owner)
  })
  return scene
}

export type ConnectionScene = ReturnType<typeof useConnections>

export function locationOf(response: Response): Location {
  const url = new URL(response.headers.get('location') ?? '')
  return { path: `${url.origin}${url.pathname}`, query: Object.fromEntries(url.searchParams) }
}
