import { beforeEach, describe, expect, test } from 'vitest'
import { refusal } from '../../../../test/refusal.ts'
import { useSharedApp } from '../../../../test/use-shared-app.ts'
import { useTeam } from '../../../../test/use-team.ts'
import { transaction } from '../../../platform/database/transaction.ts'
import { requireDefinition } from '../definitions/find-definition.ts'
import { consentConnector, keyConnector, makeAttempt, makeConnection } from '../test/connector-rows.ts'
import { holdDefinition } from './hold-definition.ts'

const app = useSharedApp()
const { owner } = useTeam(app, beforeEach)
const CRM = { integration_type: 'acme-crm' }
const own = () => app.as(owner).custom_connectors
const IN_USE = refusal(409, 'connector_in_use')
let shop: { id: string }

beforeEach(async () => {
  shop = await app.make.app(owner)
  await own().create(consentConnector())
})

const { auth, fields } = consentConnector()
const elsewhere = (changed: object) => ({ auth: { ...auth, ...changed } as typeof auth })
const LEADING_AWAY: Record<string, Parameters<typeof consentConnector>[1]> = {
  'the token address': elsewhere({ token_url: 'https://evil.example/token' }),
  'the consent page': elsewhere({ authorization_url: 'https://evil.example/authorize' }),
  'an address to revoke': elsewhere({ revocation_url: 'https://evil.example/revoke' }),
  'the API': { api: { base_url: 'https://evil.example' } },
  'the path of the API': { api: { base_url: 'https://crm.example.com/other' } },
  'the address of the test': {
    test: { method: 'GET', path: '/me', base_url: 'https://evil.example' },
  },
  'what a field takes': { fields: fields.map((one) => ({ ...one, validation_pattern: '^[a-z.]{2,9}$' })) },
  'how it signs in': keyConnector(),
}

describe('a connector in use', () => {
  test.each(Object.entries(LEADING_AWAY))(
    'keeps %s while a connection has credentials',
    async (_, changed) => {
      const update = () => own().update(CRM, { ...consentConnector(), ...changed, ...CRM })
      await makeConnection(app, shop.id, 'acme-crm')
      await expect(update()).rejects.toEqual(IN_USE)
      expect((await own().read(CRM)).definition).toEqual(consentConnector())
      await app.sql`update connections set status = 'disconnected', credentials = null where app_id = ${shop.id}`
      expect((await update()).connection_count).toBe(1)
    },
  )

  test('takes new words, scopes and pace', async () => {
    await makeConnection(app, shop.id, 'acme-crm')
    const changed = consentConnector('acme-crm', {
      display_name: 'CRM',
      scopes: [{ name: 'all', description: 'All' }],
      api: { base_url: 'https://crm.example.com/api', per_second: 2 },
      fields: fields.map((one) => ({ ...one, display_name: 'Part of the world', placeholder: 'us' })),
    })
    expect((await own().update(CRM, changed)).definition).toEqual(changed)
  })

  test('keeps its addresses while the client has a secret, which was not given for others', async () => {
    const clients = app.as(owner).connector_clients
    const move = () => own().update(CRM, consentConnector('acme-crm', LEADING_AWAY['the token address']))
    await clients.set(CRM, { client_id: 'x', client_secret: 'y' })
    await expect(move()).rejects.toEqual(IN_USE)
    await clients.set(CRM, { client_id: 'x', client_secret: null })
    await move()
  })

  test('is not deleted while an app has a connection by it, and takes its client along', async () => {
    await app.as(owner).connector_clients.set(CRM, { client_id: 'x', client_secret: 'y' })
    await makeConnection(app, shop.id, 'acme-crm', 'expired')
    expect((await own().read(CRM)).connection_count).toBe(1)
    await expect(own().delete(CRM)).rejects.toEqual(IN_USE)
    await app.sql`delete from connections where app_id = ${shop.id}`
    expect(await own().delete(CRM)).toEqual({ deleted: true })
    expect((await app.as(owner).connector_clients.list()).clients).toEqual([])
  })

  test('does not count what another workspace connected by the same type', async () => {
    const other = await app.make.person('owner')
    await makeConnection(app, (await app.make.app(other)).id, 'acme-crm')
    expect((await own().read(CRM)).connection_count).toBe(0)
    await own().delete(CRM)
  })

  test.each([
    ['moved', () => own().update(CRM, consentConnector('acme-crm', LEADING_AWAY['the API']))],
    ['deleted', () => own().delete(CRM)],
  ])('that is %s ends what people have under way', async (_, change) => {
    const id = await makeAttempt(app, shop.id, 'acme-crm')
    await change()
    const rows = await app.sql`select status from connection_attempts where id = ${id}`
    expect(rows).toEqual([{ status: 'failed' }])
  })

  test('is held while a connection is stored, and a late one learns that it is gone or moved', async () => {
    const { db } = app.atrium
    const definition = await requireDefinition(db, owner.workspace_id, 'acme-crm')
    let deletion: Promise<unknown> | undefined
    await transaction(db, async (tx) => {
      expect(await holdDefinition(tx, owner.workspace_id, definition)).toBe(true)
      deletion = own()
        .delete(CRM)
        .catch((error) => error)
      await expect.poll(() => app.sql`select 1 from pg_locks where not granted`).not.toEqual([])
      await makeConnection(app, shop.id, 'acme-crm', 'active', tx)
    })
    expect(await deletion).toEqual(IN_USE)
    await app.sql`delete from connections where app_id = ${shop.id}`
    const held = () => transaction(db, (tx) => holdDefinition(tx, owner.workspace_id, definition))
    await own().update(CRM, consentConnector('acme-crm', { display_name: 'CRM' }))
    expect(await held()).toBe(true)
    await own().update(CRM, consentConnector('acme-crm', LEADING_AWAY['the API']))
    expect(await held()).toBe(false)
    await own().delete(CRM)
    expect(await held()).toBe(false)
  })
})
