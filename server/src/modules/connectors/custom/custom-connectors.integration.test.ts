import { MAX_DEFINITION_BYTES } from '@atrium/contract/custom-connectors'
import { iterate } from '@atrium/sdk'
import { describe, expect, test } from 'vitest'
import { invalidAt, refusal } from '../../../../test/refusal.ts'
import { useSharedApp } from '../../../../test/use-shared-app.ts'
import { useTeam } from '../../../../test/use-team.ts'
import { consentConnector, keyConnector } from '../test/connector-rows.ts'

const app = useSharedApp()
const { owner, admin, editor, guest, stranger } = useTeam(app)
const own = (who = owner) => app.as(who).custom_connectors
const at = (integration_type: string) => ({ integration_type })

describe('custom connectors', () => {
  test('are changed by owners and admins, with a token for the whole workspace', async () => {
    await own(admin).create(keyConnector('of-admin'))
    const limited = app.as(await app.make.token(owner, { app_ids: [(await app.make.app(owner)).id] }))
    for (const [who, expected] of [
      [own(editor), refusal(403, 'admin_required')],
      [limited.custom_connectors, refusal(403, 'token_limited_to_apps')],
    ] as const) {
      await expect(who.create(keyConnector('new'))).rejects.toEqual(expected)
      await expect(who.update(at('of-admin'), keyConnector('of-admin'))).rejects.toEqual(expected)
      await expect(who.delete(at('of-admin'))).rejects.toEqual(expected)
    }
  })

  test('are read by all members and by nobody else', async () => {
    const created = await own().create(keyConnector('readable'))
    expect(created).toMatchObject({ definition: keyConnector('readable'), connection_count: 0 })
    expect(await own(guest).read(at('readable'))).toEqual(created)
    expect((await own(guest).list()).items).toContainEqual(created)
    const foreign = refusal(404, 'integration_not_found')
    await expect(own(stranger).read(at('readable'))).rejects.toEqual(foreign)
    await expect(own(stranger).update(at('readable'), keyConnector('readable'))).rejects.toEqual(foreign)
    await expect(own(stranger).delete(at('readable'))).rejects.toEqual(foreign)
    const elsewhere = { workspaceId: owner.workspace_id }
    const missing = refusal(404, 'workspace_not_found')
    await expect(own(stranger).list(elsewhere)).rejects.toEqual(missing)
    await expect(own(stranger).read(at('readable'), elsewhere)).rejects.toEqual(missing)
    await expect(own(stranger).create(keyConnector('new'), { query: elsewhere })).rejects.toEqual(missing)
    const [place, options] = [at('readable'), { query: elsewhere }]
    await expect(own(stranger).update(place, keyConnector('readable'), options)).rejects.toEqual(missing)
    await expect(own(stranger).delete(place, elsewhere)).rejects.toEqual(missing)
  })

  test('have a type that neither the catalogue nor the workspace has', async () => {
    await own().create(keyConnector('taken'))
    const exists = refusal(409, 'connector_exists')
    await expect(own().create(keyConnector('taken'))).rejects.toEqual(exists)
    await expect(own().create(keyConnector('sandbox-oauth'))).rejects.toEqual(exists)
    await own(stranger).create(keyConnector('taken'))
    await expect(own().update(at('taken'), keyConnector('other'))).rejects.toMatchObject(
      invalidAt('body', 'integration_type'),
    )
  })

  test('are listed by type, page by page', async () => {
    const lister = await app.make.person('owner')
    for (const type of ['b-b', 'b_b', 'bb', 'a1', 'zz']) await own(lister).create(keyConnector(type))
    const pages = iterate(own(lister).list, { limit: 2 })
    const types = (await Array.fromAsync(pages)).map(({ integration_type }) => integration_type)
    expect(types).toEqual(['a1', 'b-b', 'b_b', 'bb', 'zz'])
    await expect(own(lister).list({ cursor: 'made.up' })).rejects.toMatchObject({ status: 422 })
  })

  test('are held to the rules of the catalogue and to the guard of outbound calls', async () => {
    const open = { ...keyConnector().fields[1], validation_pattern: 'erp_.*' } as never
    const wrong: [object, (string | number)[]][] = [
      [{ fields: [open] }, ['fields', 0, 'validation_pattern']],
      [{ api: { base_url: 'http://erp.example.com' } }, ['api', 'base_url']],
      [{ api: { base_url: 'https://127.0.0.1/api' } }, ['api', 'base_url']],
      [{ api: { base_url: 'https://169.254.169.254' } }, ['api', 'base_url']],
      [{ api: { base_url: 'https://db.internal/api' } }, ['api', 'base_url']],
      [{ api: { base_url: 'https://{nothing}.example.com' } }, ['api', 'base_url']],
    ]
    for (const [fields, place] of wrong) {
      await expect(own().create(keyConnector('wrong', fields)), JSON.stringify(fields)).rejects.toMatchObject(
        {
          status: 422,
          body: { detail: expect.arrayContaining([expect.objectContaining({ loc: ['body', ...place] })]) },
        },
      )
    }
    const { auth } = consentConnector()
    const inside = consentConnector('wrong', { auth: { ...auth, token_url: 'https://[::1]/token' } as never })
    await expect(own().create(inside)).rejects.toMatchObject(invalidAt('body', 'auth', 'token_url'))
    await expect(own().read(at('wrong'))).rejects.toEqual(refusal(404, 'integration_not_found'))
    await own().create(keyConnector('right'))
    await expect(
      own().update(at('right'), keyConnector('right', { api: { base_url: 'https://10.0.0.1' } })),
    ).rejects.toMatchObject(invalidAt('body', 'api', 'base_url'))
  })

  test('keep nothing that the contract does not name', async () => {
    await own().create({ ...keyConnector('plain'), hidden: 1, verified_on: '2000-01-01' } as never)
    const rows = await app.sql<{ definition: object }>`
      select definition from custom_connectors where integration_type = 'plain'`
    expect(rows[0]?.definition).toEqual(keyConnector('plain'))
  })

  test('are at most 100 in a workspace, however many come at once', async () => {
    const crowded = await app.make.person('owner')
    const [first, rest] = [keyConnector('c0'), JSON.stringify(keyConnector('c'))]
    await own(crowded).create(first)
    await app.sql`
      insert into custom_connectors (id, workspace_id, integration_type, definition, created_date, updated_date)
      select 'cco_crowd' || n, ${crowded.workspace_id}, 'c' || n, ${rest}::json, now(), now()
        from generate_series(1, 97) n`
    const settled = await Promise.allSettled(
      Array.from({ length: 6 }, (_, n) => own(crowded).create(keyConnector(`d${n}`))),
    )
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    await expect(own(crowded).create(keyConnector('e1'))).rejects.toEqual(
      refusal(409, 'connector_limit_reached'),
    )
  })

  test('stand in the audit log', async () => {
    await own().create(keyConnector('audited'))
    await own().update(
      at('audited'),
      keyConnector('audited', { api: { base_url: 'https://new.example.com' } }),
    )
    await own().delete(at('audited'))
    const { items } = await app.as(owner).audit.list({ limit: 50 })
    const its = items.filter(({ target_id }) => target_id === 'audited').map(({ action }) => action)
    expect(its.reverse()).toEqual(['create', 'update', 'delete'].map((verb) => `custom_connectors.${verb}`))
  })
})

test('a definition has at most 64 KiB', async () => {
  const large = keyConnector('large')
  large.test = { ...large.test, method: 'POST', body: { text: 'x'.repeat(MAX_DEFINITION_BYTES) } }
  await expect(own().create(large)).rejects.toEqual(refusal(413, 'body_too_large'))
  await own().create(keyConnector('small'))
  const update = own().update(at('small'), { ...large, integration_type: 'small' })
  await expect(update).rejects.toEqual(refusal(413, 'body_too_large'))
})

describe('a draft from a description of an API', () => {
  const openapi = {
    openapi: '3.1.0',
    info: { title: 'Acme Stock', version: '1' },
    servers: [{ url: 'https://stock.example.com/api' }],
    components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } },
    security: [{ key: [] }],
    paths: { '/me': { get: {} } },
  }

  test('can be added as it is, and is not stored before', async () => {
    const { definition, notes } = await own(editor).draft({ openapi })
    expect(definition).toMatchObject({
      integration_type: 'acme-stock',
      api: { base_url: 'https://stock.example.com/api' },
      test: { method: 'GET', path: '/me' },
    })
    expect(notes).toEqual(expect.any(Array))
    await expect(own().read(at('acme-stock'))).rejects.toEqual(refusal(404, 'integration_not_found'))
    expect(await own().create(definition)).toMatchObject({ definition })
  })

  test('is refused where the description leads to a private address, or is none', async () => {
    const servers = [{ url: 'https://127.0.0.1/api' }]
    await expect(own().draft({ openapi: { ...openapi, servers } })).rejects.toMatchObject({ status: 422 })
    await expect(own().draft({ openapi: {} })).rejects.toMatchObject(invalidAt('body', 'openapi', 'openapi'))
  })
})
