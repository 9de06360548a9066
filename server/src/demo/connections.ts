/** What the app Orders is connected to: one service works, one has to be connected again; one connector is their own. */
import type { CustomDefinition } from '@atrium/contract/custom-connectors'
import type { Static } from 'typebox'
import type { Tokens } from '../ports/connector-auth/port.ts'
import { OWNER_ID } from './people.ts'
import { WORKSPACE_ID } from './workspace.ts'

const ORDERS = 'app_demo_orders'
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const ACCOUNT = 'harbour-pine'
const SCOPES = ['items.read', 'items.write']

/** Part of the archive: how their own warehouse is reached. */
export function demoCustomConnectors() {
  return [
    {
      ...{ workspace_id: WORKSPACE_ID, integration_type: WAREHOUSE.integration_type, definition: WAREHOUSE },
      ...{ created_date: 'now-33d', updated_date: 'now-9d' },
    },
  ]
}

/** What archives leave out. `grant` lets them into the sandbox, as somebody who approves would. */
export function demoConnections(now: Date, grant: (account: string, scopes: string[]) => Tokens) {
  const ago = (ms: number) => new Date(now.getTime() - ms)
  return [
    {
      app_id: ORDERS,
      integration_type: 'sandbox-oauth',
      status: 'active' as const,
      scopes: SCOPES,
      connection_config: { account: ACCOUNT },
      client_id: 'atrium',
      last_error: null,
      account_name: ACCOUNT,
      user_email: `${ACCOUNT}@sandbox.example`,
      connected_by: OWNER_ID,
      connected_at: ago(12 * DAY_MS),
      tokens: grant(ACCOUNT, SCOPES),
      calls: sandboxCalls(ago),
    },
    {
      app_id: ORDERS,
      integration_type: 'slack',
      status: 'expired' as const,
      scopes: ['chat:write', 'channels:read'],
      connection_config: {},
      client_id: '1841027.5520391',
      last_error: 'The service no longer accepts the permission: token_revoked.',
      account_name: 'Harbour & Pine',
      user_email: null,
      connected_by: OWNER_ID,
      connected_at: ago(74 * DAY_MS),
      tokens: null,
      calls: SLACK_CALLS.map((call) => ({ ...call, started_at: ago(call.minutes * MINUTE_MS) })).map(
        ({ minutes: _, ...call }) => call,
      ),
    },
  ]
}

/** Every 40 minutes the stock is looked at; now and then something is put there, and once it went wrong. */
function sandboxCalls(ago: (ms: number) => Date) {
  const looks = Array.from({ length: 36 }, (_, at) => ({
    ...{ method: 'GET', path: '/items', status: 200, error_code: null, called_by: 'app' as const },
    attempts: at % 11 === 5 ? 2 : 1,
    duration_ms: at % 11 === 5 ? 1_043 + at : 38 + ((at * 17) % 53),
    started_at: ago((at * 40 + 7) * MINUTE_MS),
  }))
  const others = OTHER_CALLS.map(({ minutes, ...call }) => ({
    ...call,
    started_at: ago(minutes * MINUTE_MS),
  }))
  return [...looks, ...others]
}

const OTHER_CALLS = [
  {
    ...{ method: 'POST', path: '/items', status: 201, attempts: 1, duration_ms: 61, error_code: null },
    ...{ called_by: 'app' as const, minutes: 95 },
  },
  {
    ...{ method: 'DELETE', path: '/items/harbour-pine-31', status: 404, attempts: 1, duration_ms: 44 },
    ...{ error_code: 'service_error', called_by: 'app' as const, minutes: 191 },
  },
  {
    ...{ method: 'GET', path: '/me', status: 200, attempts: 1, duration_ms: 29, error_code: null },
    ...{ called_by: 'person' as const, minutes: 388 },
  },
]

const SLACK_CALLS = [
  {
    ...{ method: 'POST', path: '/chat.postMessage', status: null, attempts: 0, duration_ms: 6 },
    ...{ error_code: 'connection_not_active', called_by: 'app' as const, minutes: 64 },
  },
  {
    ...{ method: 'POST', path: '/chat.postMessage', status: 200, attempts: 1, duration_ms: 212 },
    ...{ error_code: 'service_error', called_by: 'app' as const, minutes: 1_510 },
  },
  {
    ...{ method: 'POST', path: '/chat.postMessage', status: 200, attempts: 1, duration_ms: 187 },
    ...{ error_code: null, called_by: 'app' as const, minutes: 2_950 },
  },
]

const WAREHOUSE: Static<typeof CustomDefinition> = {
  integration_type: 'harbour-warehouse',
  display_name: 'Harbour warehouse',
  description: 'Stock and deliveries of our own warehouse.',
  category: 'other',
  icon: { letters: 'HW', color: '#0f766e' },
  documentation_url: 'https://warehouse.example.com/docs',
  fields: [
    {
      name: 'api_key',
      display_name: 'API key',
      description: 'From the warehouse office; each app has one of its own.',
      placeholder: 'hw_live_4f7c2a91d0',
      required: true,
      validation_pattern: '^hw_(live|test)_[a-z0-9]{10,40}$',
      validation_error: 'The key begins with hw_live_ or hw_test_.',
      is_secret: true,
    },
  ],
  auth: { mode: 'api_key', headers: { 'X-Warehouse-Key': '{api_key}' } },
  scopes: [],
  api: {
    base_url: 'https://warehouse.example.com/api',
    per_second: 5,
    paging: { kind: 'next_url', items_at: '/counts', next_at: '/next' },
  },
  test: { method: 'GET', path: '/about', account_name_at: '/name' },
}
