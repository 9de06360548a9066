/** Connections and connectors made up for the browser, so that no service has to be there. */
import type { AvailableConnector, Connection, ConnectorClient, CustomConnector } from '@atrium/sdk'
import type { Page } from 'playwright-core'
import { isOf } from './act.ts'

const AT = '2026-11-16T09:30:00.000Z'

export const CONNECTOR: AvailableConnector = {
  integration_type: 'acme',
  display_name: 'Acme',
  description: 'Orders of Acme.',
  connection_config_fields: [
    {
      name: 'shop',
      display_name: 'Shop name',
      description: 'The part before .acme.example.',
      placeholder: 'north',
      required: true,
      validation_pattern: '^[a-z]{2,20}$',
      validation_error: 'Only the name of the shop.',
    },
  ],
  secret_fields: [],
  category: 'commerce',
  icon: { letters: 'A', color: '#334155' },
  auth_mode: 'oauth2',
  scopes: [
    { name: 'orders.read', description: 'Read orders', is_default: true },
    { name: 'orders.write', description: 'Change orders' },
  ],
  documentation_url: 'https://acme.example/docs',
  registration_url: 'https://acme.example/apps',
  is_own: false,
  is_ready: true,
}

export const CONNECTION: Connection = {
  integration_type: 'acme',
  status: 'active',
  scopes: ['orders.read'],
  connection_id: 'con_1',
  display_name: 'Acme',
  account_name: 'North',
  connected_by_email: 'somebody@example.com',
  connected_at: AT,
  token_expires_at: null,
  failing_since: null,
  last_error: null,
  calls_last_day: 3,
  failed_calls_last_day: 1,
  last_call_at: AT,
}

const CLIENT: ConnectorClient = {
  integration_type: 'acme',
  client_id: 'client_1',
  has_secret: true,
  created_date: AT,
  updated_date: AT,
}

export const OWN: CustomConnector = {
  integration_type: 'acme-erp',
  definition: {
    integration_type: 'acme-erp',
    display_name: 'Acme ERP',
    description: 'Orders and stock.',
    category: 'other',
    icon: { letters: 'A', color: '#334155' },
    documentation_url: 'https://erp.example.com/docs',
    fields: [
      {
        name: 'api_key',
        display_name: 'API key',
        description: 'From Settings.',
        placeholder: 'erp_live_1234567890',
        required: true,
        validation_pattern: '^erp_[a-z]+_[A-Za-z0-9]{10,100}$',
        validation_error: 'The key begins with erp_live_.',
        is_secret: true,
      },
    ],
    auth: { mode: 'api_key', headers: { Authorization: 'Bearer {api_key}' } },
    scopes: [],
    api: { base_url: 'https://erp.example.com/api' },
    test: { method: 'GET', path: '/me' },
  },
  connection_count: 0,
  created_date: AT,
  updated_date: AT,
}

const ANSWERS: Record<string, unknown> = {
  'connectors.available': {
    integrations: [CONNECTOR, { ...CONNECTOR, integration_type: 'beta', display_name: 'Beta' }],
  },
  'connectors.list': { integrations: [CONNECTION] },
  'connectors.fields': {
    fields: CONNECTOR.connection_config_fields,
    connection_config: { shop: 'north' },
  },
  'custom_connectors.list': { items: [OWN], next_cursor: null, has_more: false },
  'custom_connectors.read': OWN,
  'connector_clients.list': {
    redirect_uri: 'https://atrium.example/api/external-auth/callback',
    clients: [CLIENT],
  },
}

/** Has these answers given, and shows the page again with them. */
export async function showConnectors(page: Page) {
  await page.route(
    (url) => /external-auth|workspace\/connector/.test(url.pathname),
    (route) => {
      const found = Object.entries(ANSWERS).find(([name]) => isOf(name, route.request()))
      return found ? route.fulfill({ json: found[1] }) : route.fallback()
    },
  )
  await page.reload()
}
