import { beforeEach, expect, test } from 'vitest'
import { bring, take } from '../../../test/bring.ts'
import { useSharedApp } from '../../../test/use-shared-app.ts'
import { useTeam } from '../../../test/use-team.ts'
import { consentConnector, keyConnector, makeConnection } from './test/connector-rows.ts'

const app = useSharedApp()
const { owner } = useTeam(app, beforeEach)
let shop: { id: string }
beforeEach(async () => {
  shop = await app.make.app(owner)
})

const connector = (type: string, fields: object = {}) => ({
  ...{ workspace_id: owner.workspace_id, integration_type: type, definition: keyConnector(type) },
  ...fields,
})
const connection = (fields: object = {}) => ({
  ...{ app_id: shop.id, integration_type: 'sandbox-oauth', status: 'active' },
  ...fields,
})

test('connections and connectors go out without secrets and come back the same, disconnected', async () => {
  const { custom_connectors, connector_clients } = app.as(owner)
  await custom_connectors.create(consentConnector())
  await custom_connectors.create(keyConnector())
  await connector_clients.set(
    { integration_type: 'acme-crm' },
    { client_id: 'hidden-id', client_secret: 's3cret' },
  )
  await makeConnection(app, shop.id, 'acme-crm')
  await makeConnection(app, shop.id, 'acme-erp', 'expired')
  const first = await take(app, [owner.workspace_id])
  expect(first).not.toMatch(/hidden|s3cret|sealed|"captured"/)
  const { custom_connectors: connectors, connections } = JSON.parse(first)
  expect(connections).toMatchObject([
    {
      integration_type: 'acme-crm',
      status: 'disconnected',
      scopes: ['read'],
      connection_config: { region: 'eu' },
    },
    { integration_type: 'acme-erp', status: 'expired' },
  ])
  await app.sql`delete from connections where app_id = ${shop.id}`
  await app.sql`delete from custom_connectors where workspace_id = ${owner.workspace_id}`
  const rows = { custom_connectors: connectors, connections }
  expect(await bring(app, rows)).toMatchObject({ custom_connectors: 2, connections: 2 })
  expect(await bring(app, rows)).toMatchObject({ custom_connectors: 0, connections: 0 })
  expect(await take(app, [owner.workspace_id])).toBe(first)
})

test('what comes in as active has no credential, so it is disconnected', async () => {
  await bring(app, { connections: [connection({ connection_config: { account: 'acme' } })] })
  const rows =
    await app.sql`select status, credentials, connection_config from connections where app_id = ${shop.id}`
  expect(rows).toEqual([
    { status: 'disconnected', credentials: null, connection_config: { account: 'acme' } },
  ])
})

test('what breaks a rule is refused by its place, with all of the file', { tags: 'slow' }, async () => {
  const wide = { ...keyConnector('own'), api: { base_url: 'https://127.0.0.1' } }
  const wrong: [string, object][] = [
    [
      'custom_connectors[0].workspace_id: There is no workspace',
      { custom_connectors: [connector('own', { workspace_id: 'ws_gone' })] },
    ],
    [
      'custom_connectors[0].integration_type: The catalogue',
      { custom_connectors: [connector('sandbox-oauth')] },
    ],
    [
      'custom_connectors[0].definition.integration_type: ',
      { custom_connectors: [connector('own', { definition: keyConnector('other') })] },
    ],
    [
      'custom_connectors[1].definition.api.base_url: ',
      { custom_connectors: [connector('fine'), connector('own', { definition: wide })] },
    ],
    [
      'custom_connectors[0].definition.auth',
      { custom_connectors: [connector('own', { definition: { ...wide, auth: {} } })] },
    ],
    ['custom_connectors[1]: ', { custom_connectors: [connector('own'), connector('own')] }],
    [
      'custom_connectors[100]: A workspace has at most 100',
      { custom_connectors: Array.from({ length: 101 }, (_, n) => connector(`c${n}`)) },
    ],
    ['connections[0].app_id: There is no app', { connections: [connection({ app_id: 'app_gone' })] }],
    [
      'connections[0].integration_type: There is no connector "unknown"',
      { connections: [connection({ integration_type: 'unknown' })] },
    ],
    [
      'connections[0].connection_config.account: ',
      { connections: [connection({ connection_config: { account: 'A B' } })] },
    ],
    [
      'connections[0].connection_config.other: The connector has no',
      { connections: [connection({ connection_config: { other: 'x' } })] },
    ],
    [
      'connections[0].connection_config.api_key: Secret values',
      {
        custom_connectors: [connector('own')],
        connections: [
          connection({ integration_type: 'own', connection_config: { api_key: 'erp_1234567890' } }),
        ],
      },
    ],
    ['connections[0].status: ', { connections: [connection({ status: 'pending' })] }],
    ['connections[0]', { connections: [connection({ credentials: 'x' })] }],
    ['connections[1]', { connections: [connection(), connection()] }],
  ]
  for (const [message, rows] of wrong) await expect(bring(app, rows), message).rejects.toThrow(message)
  expect((await app.as(owner).custom_connectors.list()).items).toEqual([])
})

test('a connector of another workspace is none', async () => {
  const other = await app.make.person('owner')
  await app.as(other).custom_connectors.create(keyConnector())
  const rows = { connections: [connection({ integration_type: 'acme-erp' })] }
  await expect(bring(app, rows)).rejects.toThrow('There is no connector "acme-erp"')
})
