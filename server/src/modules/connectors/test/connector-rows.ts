/** Connectors of workspaces for tests, and what hangs on them. */
import { sql } from 'kysely'
import type { SharedApp } from '../../../../test/app.ts'
import { makeId } from '../../../platform/ids.ts'
import type { CustomConnectorRow } from '../tables.ts'

type Definition = CustomConnectorRow['definition']

const API_KEY: Definition['fields'][number] = {
  name: 'api_key',
  display_name: 'API key',
  description: 'From Settings, API keys.',
  placeholder: 'erp_live_1234567890',
  required: true,
  validation_pattern: '^erp_[A-Za-z0-9_]{10,100}$',
  validation_error: 'The key begins with erp_.',
  is_secret: true,
}
const REGION: Definition['fields'][number] = {
  name: 'region',
  display_name: 'Region',
  description: '',
  placeholder: 'eu',
  required: false,
  validation_pattern: '^[a-z]{2}$',
  validation_error: 'Enter two letters.',
}

export function keyConnector(integration_type = 'acme-erp', fields: Partial<Definition> = {}): Definition {
  return {
    integration_type,
    display_name: 'Acme ERP',
    description: 'Orders and stock of our own system.',
    category: 'other',
    icon: { letters: 'A', color: '#334155' },
    documentation_url: 'https://erp.example.com/docs',
    fields: [REGION, API_KEY],
    auth: { mode: 'api_key', headers: { Authorization: 'Bearer {api_key}' } },
    scopes: [],
    api: { base_url: 'https://erp.example.com/api' },
    test: { method: 'GET', path: '/me' },
    ...fields,
  }
}

export function consentConnector(
  integration_type = 'acme-crm',
  fields: Partial<Definition> = {},
): Definition {
  return keyConnector(integration_type, {
    fields: [REGION],
    auth: {
      mode: 'oauth2',
      authorization_url: 'https://crm.example.com/authorize',
      token_url: 'https://crm.example.com/token',
      client_auth: 'basic',
      pkce: true,
      refresh: 'stable',
    },
    scopes: [
      { name: 'read', description: 'Read' },
      { name: 'write', description: 'Write' },
    ],
    api: { base_url: 'https://crm.example.com/api' },
    ...fields,
  })
}

/** A connection as it is after somebody approved, or with another status and without credentials. */
export async function makeConnection(
  app: SharedApp,
  app_id: string,
  integration_type: string,
  status: 'active' | 'disconnected' | 'expired' = 'active',
  db = app.atrium.db,
): Promise<void> {
  const now = app.clock.now()
  const credentials = status === 'active' ? 'sealed' : null
  await sql`
    insert into connections (id, app_id, integration_type, status, scopes, connection_config, captured, credentials,
                             created_date, updated_date)
    values (${makeId('con', now)}, ${app_id}, ${integration_type}, ${status}, '{read}', '{"region": "eu"}',
            '{"account": "hidden value"}', ${credentials}, ${now}, ${now})`.execute(db)
}

/** An attempt to connect that waits for the person. */
export async function makeAttempt(app: SharedApp, app_id: string, integration_type: string): Promise<string> {
  const now = app.clock.now()
  const id = makeId('con', now)
  await app.sql`
    insert into connection_attempts (id, app_id, integration_type, user_id, scopes, connection_config, sealed,
                                     client_id, status, expires_at, created_date)
    values (${id}, ${app_id}, ${integration_type}, 'usr_1', '{}', '{}', 'sealed', 'client', 'pending', ${now}, ${now})`
  return id
}
