/** What is done about one connection or connector leaves those of other apps, connectors and workspaces as they are. */
import { beforeEach, describe, expect, test } from 'vitest'
import { refusal } from '../../../../test/refusal.ts'
import { useApp } from '../../../../test/use-app.ts'
import { useTeam } from '../../../../test/use-team.ts'
import { makeId } from '../../../platform/ids.ts'
import { testSecrets } from '../../../ports/connector-auth/test/stand-in-connector.ts'
import { findClient } from '../clients/find-client.ts'
import { consentConnector, keyConnector, makeAttempt, makeConnection } from '../test/connector-rows.ts'
import { attemptStore } from './attempt-store.ts'

const app = useApp({ rate_limits: 'off' })
const { owner, stranger } = useTeam(app, beforeEach)
const CRM = { integration_type: 'acme-crm' }
const TWO = { integration_type: 'acme-two' }
let shop: { id: string }
let second: { id: string }
/** Of another workspace, which has a connector of the same type. */
let theirs: { id: string }

beforeEach(async () => {
  shop = await app.make.app(owner)
  second = await app.make.app(owner)
  theirs = await app.make.app(stranger)
  await app.as(owner).custom_connectors.create(consentConnector())
  await app.as(owner).custom_connectors.create(consentConnector('acme-two'))
  await app.as(owner).custom_connectors.create(keyConnector())
  await app.as(stranger).custom_connectors.create(consentConnector())
})

const statusOf = async (...ids: string[]) => {
  const rows = await app.sql<{ id: string; status: string }>`
    select id, status from connection_attempts where id = any(${ids})`
  return ids.map((id) => rows.find((row) => row.id === id)?.status)
}

describe('attempts to connect', () => {
  test('are called off with their own connection only', async () => {
    const ids = [
      await makeAttempt(app, shop.id, 'acme-crm'),
      await makeAttempt(app, shop.id, 'acme-two'),
      await makeAttempt(app, second.id, 'acme-crm'),
    ]
    await makeConnection(app, shop.id, 'acme-crm')
    await app.as(owner).connectors.disconnect({ app_id: shop.id, ...CRM })
    expect(await statusOf(...ids)).toEqual(['failed', 'pending', 'pending'])
  })

  test('go when an app has too many that wait: none of another app, and none that has come to its end', async () => {
    const other = await makeAttempt(app, second.id, 'acme-crm')
    const done = await makeAttempt(app, shop.id, 'acme-crm')
    await app.sql`update connection_attempts set status = 'active' where id = ${done}`
    const oldest = await makeAttempt(app, shop.id, 'acme-crm')
    app.clock.move(1)
    const newer = await makeAttempt(app, shop.id, 'acme-two')
    app.clock.move(1)
    const store = attemptStore(app.atrium.db)
    const row = await store.find(newer)
    if (!row) throw new Error('the attempt is gone')
    const newest = makeId('att', app.clock.now())
    await store.insert({ ...row, id: newest, created_date: app.clock.now() }, 2)
    expect(await statusOf(other, done, oldest, newer, newest)).toEqual([
      ...['pending', 'active', undefined, 'pending', 'pending'],
    ])
  })

  test.each([
    ['changed', () => app.as(owner).custom_connectors.update(CRM, leadingAway())],
    ['deleted', () => app.as(owner).custom_connectors.delete(CRM)],
  ])('end with the connector that is %s, not with others', async (_, change) => {
    const ids = [
      await makeAttempt(app, shop.id, 'acme-crm'),
      await makeAttempt(app, second.id, 'acme-crm'),
      await makeAttempt(app, shop.id, 'acme-two'),
      await makeAttempt(app, theirs.id, 'acme-crm'),
    ]
    await change()
    expect(await statusOf(...ids)).toEqual(['failed', 'failed', 'pending', 'pending'])
  })
})

describe('the client of a service', () => {
  const clients = (who = owner) => app.as(who).connector_clients
  const secretOf = async (who: typeof owner, { integration_type }: typeof CRM) => {
    const deps = { db: app.atrium.db, secrets: testSecrets(app.databaseUrl) }
    return (await findClient(deps, who.workspace_id, integration_type))?.secret
  }
  beforeEach(async () => {
    await clients().set(CRM, { client_id: 'same', client_secret: 'ours' })
    await clients().set(TWO, { client_id: 'same', client_secret: 'of the second' })
    await clients(stranger).set(CRM, { client_id: 'same', client_secret: 'theirs' })
  })

  test('is that of the workspace and the connector', async () => {
    expect(await secretOf(owner, CRM)).toBe('ours')
    expect(await secretOf(owner, TWO)).toBe('of the second')
    expect(await secretOf(stranger, CRM)).toBe('theirs')
    expect(await secretOf(stranger, TWO)).toBeUndefined()
  })

  test.each([
    ['it is deleted', () => clients().delete(CRM)],
    ['its connector is deleted', () => app.as(owner).custom_connectors.delete(CRM)],
  ])('goes alone when %s', async (_, remove) => {
    await remove()
    expect(await secretOf(owner, CRM)).toBeUndefined()
    expect(await secretOf(owner, TWO)).toBe('of the second')
    expect(await secretOf(stranger, CRM)).toBe('theirs')
  })

  test('holds the addresses of its own connector only', async () => {
    const move = () => app.as(owner).custom_connectors.update(CRM, leadingAway())
    await expect(move()).rejects.toEqual(refusal(409, 'connector_in_use'))
    await clients().delete(CRM)
    await move()
  })
})

test('a connector is held by connections of its own only', async () => {
  const { custom_connectors } = app.as(owner)
  await makeConnection(app, shop.id, 'acme-two')
  await makeConnection(app, second.id, 'acme-erp')
  await makeConnection(app, theirs.id, 'acme-crm')
  expect((await custom_connectors.update(CRM, leadingAway())).connection_count).toBe(0)
  await custom_connectors.delete(CRM)
  await expect(custom_connectors.delete(TWO)).rejects.toEqual(refusal(409, 'connector_in_use'))
})

test('a connection counts its own calls of the last day, and names the latest of all', async () => {
  for (const type of ['acme-crm', 'acme-two', 'acme-erp']) await makeConnection(app, shop.id, type)
  await makeConnection(app, second.id, 'acme-crm')
  const now = app.clock.now().getTime()
  const hoursAgo = (hours: number) => new Date(now - hours * 3_600_000)
  const noted: [string, string, number, string | null][] = [
    [shop.id, 'acme-crm', 1, null],
    [shop.id, 'acme-crm', 23, 'service_error'],
    [shop.id, 'acme-crm', 25, 'service_error'],
    [shop.id, 'acme-two', 2, 'canceled'],
    [shop.id, 'acme-two', 30, null],
    [second.id, 'acme-crm', 0.5, 'connector_timed_out'],
  ]
  for (const [app_id, type, hours, error_code] of noted)
    await app.sql`
      insert into connector_calls (id, app_id, integration_type, method, path, attempts, duration_ms, error_code,
                                   called_by, request_id, started_at)
      values (${makeId('cal')}, ${app_id}, ${type}, 'GET', '/me', 1, 1, ${error_code}, 'app', 'req_1', ${hoursAgo(hours)})`
  const listed = async (app_id: string) => {
    const { integrations } = await app.as(owner).connectors.list({ app_id })
    return integrations.map((one) => [
      ...[one.integration_type, one.calls_last_day, one.failed_calls_last_day, one.last_call_at],
    ])
  }
  expect(await listed(shop.id)).toEqual([
    ['acme-crm', 2, 1, hoursAgo(1).toISOString()],
    ['acme-erp', 0, 0, null],
    ['acme-two', 1, 0, hoursAgo(2).toISOString()],
  ])
  expect(await listed(second.id)).toEqual([['acme-crm', 1, 1, hoursAgo(0.5).toISOString()]])
})

function leadingAway() {
  return consentConnector('acme-crm', { api: { base_url: 'https://other.example.com' } })
}
