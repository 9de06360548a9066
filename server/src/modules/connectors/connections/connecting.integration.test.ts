import { describe, expect, test } from 'vitest'
import { invalidAt, refusal } from '../../../../test/refusal.ts'
import { PROVIDER_CLIENT } from '../../../ports/connector-auth/test/oauth-provider.ts'
import { addConnection } from '../test/connected-app.ts'
import { clientConnector, keyConnector, oauthConnector, useConnections } from '../test/connection-scene.ts'
import { MOST_PENDING } from './start-attempt.ts'

const scene = useConnections()
const { app, provider, owner, editor, viewer, stranger } = scene

describe('starting is refused', () => {
  test.each([
    ['viewer', viewer, 403, 'editor_required'],
    ['stranger', stranger, 404, 'app_not_found'],
  ] as const)('to a %s', async (_, who, status, code) => {
    const { connectors } = app.as(who)
    await expect(scene.initiate(who)).rejects.toEqual(refusal(status, code))
    await expect(connectors.update_scopes(scene.of(), { scopes: [] })).rejects.toEqual(refusal(status, code))
    await expect(connectors.disconnect(scene.of())).rejects.toEqual(refusal(status, code))
    await expect(connectors.remove(scene.of())).rejects.toEqual(refusal(status, code))
  })

  test('of what nobody knows', async () => {
    const { connectors } = app.as(owner)
    const unknown = refusal(404, 'integration_not_found')
    await expect(scene.initiate(owner, { integration_type: 'nothing' })).rejects.toEqual(unknown)
    await expect(connectors.update_scopes(scene.of('nothing'), { scopes: [] })).rejects.toEqual(unknown)
    await expect(connectors.fields(scene.of('nothing'))).rejects.toEqual(unknown)
    const none = refusal(404, 'connection_not_found')
    await expect(connectors.disconnect(scene.of())).rejects.toEqual(none)
    await expect(connectors.remove(scene.of())).rejects.toEqual(none)
    await expect(connectors.status(scene.at(), { integration_type: 'stand-in' })).rejects.toEqual(none)
    const elsewhere = connectors.status({ app_id: 'app_unknown' }, { integration_type: 'stand-in' })
    await expect(elsewhere).rejects.toEqual(refusal(404, 'app_not_found'))
    for (const read of [connectors.list, connectors.available] as const) {
      await expect(read({ app_id: 'app_unknown' })).rejects.toEqual(refusal(404, 'app_not_found'))
    }
    await expect(connectors.fields({ ...scene.of(), app_id: 'app_unknown' })).rejects.toEqual(
      refusal(404, 'app_not_found'),
    )
  })

  test('without the client id of the workspace', async () => {
    await scene.addConnector(oauthConnector(provider.baseUrl, { integration_type: 'no-client' }))
    const missing = refusal(409, 'connector_not_configured')
    await expect(scene.initiate(owner, { integration_type: 'no-client' })).rejects.toEqual(missing)
    const update = app.as(owner).connectors.update_scopes(scene.of('no-client'), { scopes: [] })
    await expect(update).rejects.toEqual(missing)
  })

  test('to editors where the client secret of the workspace would go to a host that they name', async () => {
    const own = { integration_type: 'gitlab', connection_config: { host: 'git.example.com' } }
    const secretSafe = refusal(403, 'admin_required')
    await expect(scene.initiate(editor, own)).rejects.toEqual(secretSafe)
    const notYet = refusal(409, 'connector_not_configured')
    await expect(scene.initiate(owner, own)).rejects.toEqual(notYet)
    await expect(scene.initiate(editor, { integration_type: 'gitlab' })).rejects.toEqual(notYet)
    await addConnection(app, scene.shop.id, 'gitlab', { status: 'disconnected' })
    await app.sql`
      update connections set connection_config = ${JSON.stringify(own.connection_config)}::jsonb
       where app_id = ${scene.shop.id} and integration_type = 'gitlab'`
    const update = app.as(editor).connectors.update_scopes(scene.of('gitlab'), { scopes: ['read_user'] })
    await expect(update).rejects.toEqual(secretSafe)
  })

  test('with values and scopes that do not fit, at their place', async () => {
    const body = { scopes: ['read', 'all'], connection_config: { shop: 'a b', other: '' } }
    await expect(scene.initiate(owner, body)).rejects.toMatchObject({
      status: 422,
      body: {
        detail: [
          { loc: ['body', 'scopes', 1] },
          { loc: ['body', 'connection_config', 'other'] },
          { loc: ['body', 'connection_config', 'shop'], msg: 'Only the name of the shop.' },
        ],
      },
    })
  })
})

describe('a service with a consent page', () => {
  test('is connected by the person who approves', { tags: 'slow' }, async () => {
    const started = await scene.initiate(owner, {
      connection_config: { shop: 'https://ACME.shops.example/x' },
    })
    expect(started).toMatchObject({
      already_authorized: false,
      connection_id: expect.stringMatching(/^att_/),
    })
    const query = { integration_type: 'stand-in', connection_id: started.connection_id ?? '' }
    const status = () => app.as(viewer).connectors.status(scene.at(), query)
    expect(await status()).toEqual({ status: 'PENDING', error_message: null })
    const back = await provider.visit(started.redirect_url ?? '')
    const response = await scene.open(back, owner)
    expect(response.status).toBe(303)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('referrer-policy')).toBe('no-referrer')
    const place = `app_id=${scene.shop.id}&integration_type=stand-in`
    expect(response.headers.get('location')).toBe(`${app.baseUrl}/connected?outcome=connected&${place}`)
    expect(await status()).toEqual({ status: 'ACTIVE', error_message: null })
    const { integrations } = await app.as(viewer).connectors.list(scene.at())
    expect(integrations).toMatchObject([
      {
        ...{ integration_type: 'stand-in', display_name: 'Stand-in', status: 'active', scopes: ['read'] },
        ...{ account_name: 'Acme', user_email: 'acme@example.com', connected_by_email: owner.email },
        ...{ calls_last_day: 0, failed_calls_last_day: 0, last_call_at: null, last_error: null },
      },
    ])
    const row = await scene.row()
    expect(row).toMatchObject({ connection_config: { shop: 'acme' }, client_id: PROVIDER_CLIENT.id })
    expect(row.refresh_at).not.toBeNull()
    const credentials = await scene.credentials()
    expect(provider.isGood(credentials?.refresh_token ?? '')).toBe(true)
    const { items } = await app.as(owner).audit.list(scene.at())
    expect(items.map(({ action }) => action)).toEqual(['connectors.callback', 'connectors.initiate'])
    const seen = JSON.stringify([integrations, items, row])
    expect(seen).not.toContain(credentials?.access_token)
    expect(await app.as(viewer).connectors.fields(scene.of())).toMatchObject({
      fields: [{ name: 'shop', validation_error: 'Only the name of the shop.' }],
      connection_config: { shop: 'acme' },
    })
  })

  test('is not asked again when all is there, but for more scopes, other values, another client or by force', {
    tags: 'slow',
  }, async () => {
    await scene.connect(owner, { connection_config: { shop: 'acme' } })
    const { id } = await scene.row()
    const done = { redirect_url: null, connection_id: id, expires_at: null, already_authorized: true }
    const shop = { connection_config: { shop: ' ACME ' } }
    expect(await scene.initiate(owner, shop)).toEqual(done)
    expect(await scene.initiate(owner)).toEqual(done)
    expect(await app.as(owner).connectors.update_scopes(scene.of(), { scopes: ['read'] })).toEqual(done)
    const asked = { already_authorized: false, redirect_url: expect.stringContaining(provider.baseUrl) }
    expect(await scene.initiate(owner, { ...shop, scopes: ['read', 'write'] })).toMatchObject(asked)
    expect(await scene.initiate(owner, { connection_config: { shop: 'other' } })).toMatchObject(asked)
    expect(await scene.initiate(owner, { force_reconnect: true })).toMatchObject(asked)
    const more = await app.as(owner).connectors.update_scopes(scene.of(), { scopes: ['write'] })
    expect(more).toMatchObject(asked)
    expect((await scene.outcome(await provider.visit(more.redirect_url ?? ''), owner)).query.outcome).toBe(
      'connected',
    )
    expect(await scene.row()).toMatchObject({ id, scopes: ['write'], connection_config: { shop: 'acme' } })
    await app.sql`update connections set client_id = 'before' where id = ${id}`
    expect(await scene.initiate(owner, { scopes: ['write'] })).toMatchObject(asked)
  })

  test('of somebody else is left alone unless by force', async () => {
    await scene.connect(editor)
    expect(await scene.initiate(owner)).toEqual({
      ...{ redirect_url: null, connection_id: null, expires_at: null, already_authorized: false },
      error: 'different_user',
      error_message: expect.stringContaining(editor.email),
      other_user_email: editor.email,
    })
    expect(await scene.connect(owner, { force_reconnect: true })).toMatchObject({
      query: { outcome: 'connected' },
    })
    expect(await scene.row()).toMatchObject({ connected_by: owner.id })
  })

  test('keeps at most some attempts of an app', { tags: 'slow' }, async () => {
    const first = await scene.approved(owner)
    for (let count = 0; count < MOST_PENDING; count++) await scene.initiate(owner)
    expect((await scene.outcome(first, owner)).query).toEqual({ outcome: 'unknown' })
    const [{ count }] = (await app.sql`
      select count(*)::integer from connection_attempts where app_id = ${scene.shop.id}`) as [
      { count: number },
    ]
    expect(count).toBe(MOST_PENDING)
  })
})

describe('a connection ends', () => {
  test('by disconnecting: tokens are revoked and forgotten, values stay, and nothing brings it back', async () => {
    const late = await scene.approved(owner)
    await scene.connect(owner, { connection_config: { shop: 'acme' } })
    const { refresh_token } = (await scene.credentials()) ?? {}
    expect(await app.as(editor).connectors.disconnect(scene.of())).toEqual({ success: true })
    expect(provider.isGood(refresh_token ?? '')).toBe(false)
    expect(await scene.row()).toMatchObject({
      ...{ status: 'disconnected', credentials: null, refresh_at: null, connection_config: { shop: 'acme' } },
    })
    expect((await scene.outcome(late, owner)).query.outcome).toBe('used')
    expect(await app.as(owner).connectors.status(scene.at(), { integration_type: 'stand-in' })).toMatchObject(
      {
        status: 'FAILED',
      },
    )
    expect(await app.as(owner).connectors.disconnect(scene.of())).toEqual({ success: true })
    await scene.connect(owner)
    expect(await scene.row()).toMatchObject({ status: 'active', connection_config: { shop: 'acme' } })
  })

  test('without asking for the end of tokens that were given to another client id', async () => {
    await scene.connect(owner)
    const { refresh_token } = (await scene.credentials()) ?? {}
    await app.sql`update connections set client_id = 'before' where app_id = ${scene.shop.id}`
    expect(await app.as(editor).connectors.disconnect(scene.of())).toEqual({ success: true })
    expect(provider.isGood(refresh_token ?? '')).toBe(true)
    expect(await scene.row()).toMatchObject({ status: 'disconnected', credentials: null })
  })

  test('by removing, whatever the service says to it', async () => {
    await scene.connect(owner)
    provider.faults.revoke.push('cut')
    expect(await app.as(owner).connectors.remove(scene.of())).toEqual({ success: true })
    expect(await scene.row()).toBeUndefined()
    expect(await app.as(owner).connectors.fields(scene.of())).toMatchObject({ connection_config: {} })
  })
})

describe('a key or a client of one’s own', () => {
  const KEY = 'stand-in-key'
  const start = (integration_type: string, connection_config: Record<string, string>) =>
    scene.initiate(owner, { integration_type, connection_config })

  test('is tried at once, kept encrypted and shown masked', async () => {
    const { access } = provider.issue()
    const done = await start(KEY, { api_key: access })
    expect(done).toMatchObject({ already_authorized: true, redirect_url: null })
    expect(await scene.row(KEY)).toMatchObject({
      status: 'active',
      account_name: 'Acme',
      connection_config: {},
    })
    expect(JSON.stringify(await scene.row(KEY))).not.toContain(access)
    const { connection_config } = await app.as(viewer).connectors.fields(scene.of(KEY))
    expect(connection_config).toEqual({ api_key: '********' })
    expect(await start(KEY, connection_config)).toEqual(done)
    const status = { integration_type: KEY, connection_id: done.connection_id ?? '' }
    expect(await app.as(owner).connectors.status(scene.at(), status)).toMatchObject({ status: 'ACTIVE' })
    await app.as(owner).connectors.disconnect(scene.of(KEY))
    await expect(start(KEY, connection_config)).rejects.toMatchObject(
      invalidAt('body', 'connection_config', 'api_key'),
    )
  })

  test('is stored for nobody when its connector leads elsewhere by then', async () => {
    const type = 'stand-in-client'
    const held = provider.hold('request')
    const starting = start(type, { client: PROVIDER_CLIENT.id, secret: PROVIDER_CLIENT.secret })
    const settled = expect(starting).rejects.toEqual(refusal(404, 'integration_not_found'))
    await expect.poll(held.waiting).toBe(1)
    const elsewhere = clientConnector(provider.baseUrl)
    await scene.addConnector({ ...elsewhere, api: { base_url: 'https://e.example' } })
    held.release()
    await settled
    expect(await scene.row(type)).toBeUndefined()
    await scene.addConnector(elsewhere)
  })

  test('that the service does not take is refused at its field, and nothing is stored', async () => {
    await expect(start(KEY, { api_key: 'wrong' })).rejects.toMatchObject(
      invalidAt('body', 'connection_config', 'api_key'),
    )
    const wrong = { client: PROVIDER_CLIENT.id, secret: 'wrong' }
    await expect(start('stand-in-client', wrong)).rejects.toMatchObject(
      invalidAt('body', 'connection_config', 'secret'),
    )
    expect((await app.as(owner).connectors.list(scene.at())).integrations).toEqual([])
  })

  test('cannot be tried when the service cannot be reached', async () => {
    const failed = refusal(502, 'connector_call_failed')
    const key = { api_key: provider.issue().access }
    for (const fault of ['cut', { status: 503 }] as const) {
      provider.faults.api.push(fault)
      await expect(start(KEY, key)).rejects.toEqual(failed)
    }
    const client = { client: PROVIDER_CLIENT.id, secret: PROVIDER_CLIENT.secret }
    provider.faults.token.push('cut')
    await expect(start('stand-in-client', client)).rejects.toEqual(failed)
    await start('stand-in-client', client)
    provider.faults.token.push('cut')
    const update = { scopes: ['write'] }
    await expect(app.as(owner).connectors.update_scopes(scene.of('stand-in-client'), update)).rejects.toEqual(
      failed,
    )
    expect(await scene.row('stand-in-client')).toMatchObject({ status: 'active', scopes: ['read'] })
  })
})

test('connectors are listed by name, found by words and category, and say whether they are ready', async () => {
  await scene.addConnector({
    ...keyConnector(provider.baseUrl),
    category: 'crm',
    description: 'Äpfel & more',
  })
  const list = async (query: object = {}) =>
    (await app.as(viewer).connectors.available(scene.at(), query)).integrations
  const all = await list()
  const names = all.map(({ display_name }) => display_name)
  expect(names).toEqual([...names].sort((one, other) => one.localeCompare(other, 'en')))
  expect(names).toContain('Sandbox')
  const [found, ...others] = await list({ search: ' äpfel ', category: 'crm' })
  expect(others).toEqual([])
  expect(found).toMatchObject({
    ...{ integration_type: 'stand-in-key', is_own: true, is_ready: true, auth_mode: 'api_key' },
    secret_fields: ['api_key'],
  })
  expect(Object.keys(found?.connection_config_fields[0] ?? {}).sort()).toEqual(
    'description display_name name placeholder required validation_error validation_pattern'.split(' '),
  )
  expect(await list({ search: 'äpfel', category: 'files' })).toEqual([])
  await scene.addConnector(oauthConnector(provider.baseUrl, { integration_type: 'unready' }))
  expect(await list({ search: 'unready' })).toMatchObject([{ is_ready: false }])
  expect(all.find((one) => one.integration_type === 'stand-in')?.is_ready).toBe(true)
})
