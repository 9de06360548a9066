import { beforeAll, describe, expect, test } from 'vitest'
import { testConfig } from '../../../../test/config.ts'
import { refusal } from '../../../../test/refusal.ts'
import { useApp } from '../../../../test/use-app.ts'
import { useTeam } from '../../../../test/use-team.ts'
import { sealed } from '../../../app.ts'
import { createSecrets } from '../../../platform/secrets.ts'
import { consentConnector, keyConnector } from '../test/connector-rows.ts'
import { findClient } from './find-client.ts'

const app = useApp({ rate_limits: 'off' })
const { owner, admin, editor, stranger } = useTeam(app)
const CRM = { integration_type: 'acme-crm' }
const client = (who = owner) => app.as(who).connector_clients

beforeAll(async () => {
  await app.as(owner).custom_connectors.create(consentConnector())
  await app.as(owner).custom_connectors.create(keyConnector())
})

describe('connector_clients', () => {
  test('are for owners and admins, with a token for the whole workspace', async () => {
    const limited = app.as(await app.make.token(owner, { app_ids: [(await app.make.app(owner)).id] }))
    for (const [clients, expected] of [
      [client(editor), refusal(403, 'admin_required')],
      [limited.connector_clients, refusal(403, 'token_limited_to_apps')],
    ] as const) {
      await expect(clients.set(CRM, { client_id: 'x' })).rejects.toEqual(expected)
      await expect(clients.delete(CRM)).rejects.toEqual(expected)
    }
    await expect(client(editor).list()).rejects.toEqual(refusal(403, 'admin_required'))
    const elsewhere = { workspaceId: stranger.workspace_id }
    const missing = refusal(404, 'workspace_not_found')
    await expect(client().list(elsewhere)).rejects.toEqual(missing)
    await expect(client().set(CRM, { client_id: 'x' }, { query: elsewhere })).rejects.toEqual(missing)
    await expect(client().delete(CRM, elsewhere)).rejects.toEqual(missing)
    await client(admin).list()
  })

  test('are for connectors with a consent page only', async () => {
    const set = (integration_type: string) => client().set({ integration_type }, { client_id: 'x' })
    await expect(set('unknown')).rejects.toEqual(refusal(404, 'integration_not_found'))
    for (const type of ['acme-erp', 'sandbox-oauth'])
      await expect(set(type)).rejects.toMatchObject({
        status: 422,
        body: { detail: [{ loc: ['path', 'integration_type'] }] },
      })
    await expect(client(stranger).set(CRM, { client_id: 'x' })).rejects.toEqual(
      refusal(404, 'integration_not_found'),
    )
    await expect(client().delete(CRM)).rejects.toEqual(refusal(404, 'connector_client_not_found'))
  })

  test('keep their secret, forget it on request, and never show it', async () => {
    const shown = { ...CRM, client_id: 'one', has_secret: true }
    expect(await client().set(CRM, { client_id: 'one', client_secret: 'hidden value' })).toMatchObject(shown)
    const rows = await app.sql<{ client_secret: string }>`select client_secret from connector_clients`
    expect(rows[0]?.client_secret).not.toContain('hidden value')
    const column = { table: 'connector_clients', column: 'client_secret' }
    expect(sealed).toContainEqual(expect.objectContaining(column))
    expect(await client(admin).set(CRM, { client_id: 'two' })).toMatchObject({ ...shown, client_id: 'two' })
    const listed = await client().list()
    expect(listed).toMatchObject({
      redirect_uri: expect.stringMatching(/^http.*[^/]\/api\/external-auth\/callback$/),
      clients: [{ ...shown, client_id: 'two' }],
    })
    expect(JSON.stringify(listed)).not.toContain('hidden')
    expect((await client(stranger).list()).clients).toEqual([])
    const cleared = await client().set(CRM, { client_id: 'two', client_secret: null })
    expect(cleared.has_secret).toBe(false)
    await client().delete(CRM)
    expect((await client().list()).clients).toEqual([])
    const { items } = await app.as(owner).audit.list({ limit: 20 })
    const entries = items.filter(({ action }) => action.startsWith('connector_clients.'))
    expect(entries.map(({ action, detail }) => [action, detail]).reverse()).toEqual([
      ['connector_clients.set', { is_new: true, has_secret: true }],
      ['connector_clients.set', { is_new: false, has_secret: true }],
      ['connector_clients.set', { is_new: false, has_secret: false }],
      ['connector_clients.delete', expect.anything()],
    ])
    expect(JSON.stringify(items)).not.toContain('hidden value')
  })

  test('set at the same time are one, and its secret can be opened', async () => {
    const names = Array.from({ length: 8 }, (_, n) => `client-${n}`)
    await Promise.all(names.map((name) => client().set(CRM, { client_id: name, client_secret: name })))
    const { clients } = await client().list()
    expect(clients).toHaveLength(1)
    const secrets = createSecrets(testConfig({ database_url: app.databaseUrl }).secret_key)
    const found = await findClient({ db: app.atrium.db, secrets }, owner.workspace_id, 'acme-crm')
    expect(found?.secret).toBe(clients[0]?.client_id)
  })
})
