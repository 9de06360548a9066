import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { bring } from '../../../test/bring.ts'
import { fillTables } from '../../../test/fill-tables.ts'
import type { Person } from '../../../test/make.ts'
import { refusal } from '../../../test/refusal.ts'
import { startApp } from '../../../test/start-app.ts'
import { useApp } from '../../../test/use-app.ts'
import { useTeam } from '../../../test/use-team.ts'
import { adAccount, adCampaign } from '../ads/test/ad-rows.ts'

const app = useApp({ rate_limits: 'off' })
const { owner, editor, viewer, guest, stranger } = useTeam(app)
let shop: string
let desk: string
let order: string

const ORDER = {
  properties: {
    number: { type: 'string', index: true },
    weight: { type: 'number', index: true },
    status: { type: 'string', enum: ['open', 'paid'], index: true },
    note: { type: 'string' },
    margin: { type: 'string', index: true, rls: { read: false } },
  },
}
const SECRET = {
  properties: { number: { type: 'string', index: true }, title: { type: 'string' } },
  rls: { read: { created_by: '{{user.email}}' } },
}

beforeAll(async () => {
  const api = app.as(owner)
  shop = (await app.make.app(owner, { name: 'Harbour shop' })).id
  desk = (await app.make.app(owner, { name: 'Harbour desk', kind: 'agent' })).id
  const other = (await app.make.app(owner, { name: 'Back office' })).id
  await app.make.collaborator({ id: other }, guest, 'viewer')
  await api.schemas.set({ app_id: shop, name: 'HarbourOrder' }, ORDER as never)
  await api.schemas.set({ app_id: shop, name: 'Secret' }, SECRET as never)
  const entity = { app_id: shop, entity_name: 'HarbourOrder' }
  const fields = { number: 'HP-10234', weight: 12.5, status: 'paid', note: 'fragile', margin: 'm-77' }
  order = (await api.records.create(entity, fields)).id
  await api.records.create({ app_id: shop, entity_name: 'Secret' }, { number: 'S-1', title: 'Plan' })
  await app.sql`insert into functions values (${shop}, 'harbour/quote', 'dep_1', now(), now())`
  await app.sql`insert into workflows (id, app_id, name, status, trigger, version, created_date, updated_date, archived_at)
    values ('wfl_1', ${shop}, 'Harbour nightly', 'active', '{"type":"manual"}', 1, now(), now(), null),
           ('wfl_2', ${shop}, 'Harbour of old', 'inactive', '{"type":"manual"}', 1, now(), now(), now())`
  await app.atrium.jobs.drain({ ignoreDelays: true })
})

const find = (who: Person | string, q: string, limit?: number) =>
  app.as(who).search.find({ workspaceId: owner.workspace_id, q, ...(limit && { limit }) })
const found = async (who: Person | string, q: string) =>
  (await find(who, q)).items.map(({ type, name }) => `${type} ${name}`)

describe('a search', () => {
  test('finds things by a part of their name in either case, the closest first', async () => {
    expect(await found(owner, 'HARBOUR')).toEqual([
      'app Harbour shop',
      'agent Harbour desk',
      'entity HarbourOrder',
      'workflow Harbour nightly',
      'function harbour/quote',
    ])
    expect((await find(owner, 'nightly')).items).toEqual([
      {
        ...{ type: 'workflow', id: 'wfl_1', name: 'Harbour nightly', detail: null },
        ...{ app_id: shop, app_name: 'Harbour shop', entity_name: null },
      },
    ])
    expect((await find(owner, 'harbour', 2)).items.length).toBe(2)
  })

  test('finds members as their list shows them', async () => {
    const { items } = await find(viewer, editor.email)
    expect(items).toMatchObject([{ type: 'member', id: editor.email, detail: editor.email, app_id: null }])
  })

  test('takes no character for a pattern, and no space for a name', async () => {
    for (const q of ['%', 'h%r', 'harbour_shop', '\\', '   ', "'"])
      expect(await found(owner, q), q).toEqual([])
    await expect(find(owner, '')).rejects.toEqual(refusal(422, 'validation_error'))
  })

  test('knows nothing of an app that was deleted', async () => {
    const gone = await app.make.app(owner, { name: 'Gone tomorrow' })
    expect(await found(owner, 'gone tomorrow')).toEqual(['app Gone tomorrow'])
    await app.as(owner).apps.delete({ app_id: gone.id })
    expect(await found(owner, 'gone tomorrow')).toEqual([])
  })
})

describe('a record is found', () => {
  test.each([
    ['its number', 'HP-10234', 'number HP-10234'],
    ['its number in another case', 'hp-10234', 'number HP-10234'],
    ['its number with a sign in front', '#HP-10234', 'number HP-10234'],
    ['a number of another type', '12.5', 'weight 12.5'],
  ])('by %s', async (_by, q, detail) => {
    expect((await find(owner, q)).items).toEqual([
      {
        ...{ type: 'record', id: order, name: 'HP-10234', detail },
        ...{ app_id: shop, app_name: 'Harbour shop', entity_name: 'HarbourOrder' },
      },
    ])
  })

  test('by its id', async () => {
    expect((await find(owner, order)).items).toMatchObject([{ type: 'record', id: order, detail: null }])
  })

  test.each([
    ['a part of its number', 'HP-102'],
    ['a field without an index', 'fragile'],
    ['a value that many share', 'paid'],
    ['a field that may not be read', 'm-77'],
  ])('not by %s', async (_by, q) => {
    expect(await found(owner, q)).toEqual([])
  })

  test('under the rules of its entity, as the list has it', async () => {
    expect(await found(owner, 'S-1')).toEqual(['record Plan'])
    const { items } = await find(editor, 'S-1')
    const listed = await app.as(editor).records.list({ app_id: shop, entity_name: 'Secret' }, {})
    expect([items, listed]).toEqual([[], []])
    const [{ id } = { id: '' }] = await app
      .as(owner)
      .records.list({ app_id: shop, entity_name: 'Secret' }, {})
    expect(await found(editor, id)).toEqual([])
  })
})

describe('of records', () => {
  const Bill = {
    properties: { number: { type: 'string', index: true }, code: { type: 'string', index: true } },
  }
  let own: string
  const bill = (fields: object, entity_name = 'Bill') =>
    app.as(owner).records.create({ app_id: own, entity_name }, fields as never)
  beforeAll(async () => {
    own = (await app.make.app(owner, { name: 'Bills' })).id
    for (const name of ['Bill', 'Credit'])
      await app.as(owner).schemas.set({ app_id: own, name }, Bill as never)
    await app.atrium.jobs.drain({ ignoreDelays: true })
  })
  const ids = async (q: string) => (await find(owner, q)).items.map(({ id }) => id)

  test('one is found by a sign in front of its number as well, where it is stored with that sign', async () => {
    const [plain, signed] = [await bill({ number: '771' }), await bill({ number: '#771' })]
    await bill({ number: '' })
    expect((await ids('#771')).toSorted()).toEqual([plain.id, signed.id].toSorted())
    expect(await ids('771')).toEqual([plain.id])
    expect(await ids('# 771')).toEqual([plain.id])
    expect(await ids('#')).toEqual([])
  })

  test('one that several fields lead to is there once, and each of several with the same id', async () => {
    const { id } = await bill({ number: 'twice', code: 'twice' })
    expect(await ids('twice')).toEqual([id])
    await app.sql`insert into records (app_id, entity_name, id, data, created_by, created_by_id, created_date, updated_date)
      select app_id, 'Credit', id, data, created_by, created_by_id, created_date, updated_date from records where id = ${id}`
    const { items } = await find(owner, id)
    expect(items.map(({ entity_name }) => entity_name)).toEqual(['Bill', 'Credit'])
  })

  test('none is looked for by an index that is not ready; that fields were left out is said', async () => {
    const { id } = await bill({ number: 'HZ-1' })
    expect(await find(owner, 'HZ-1')).toMatchObject({ items: [{ id }], is_partial: false })
    await app.sql`update entity_indexes set state = 'building' where app_id = ${own}`
    expect(await ids('HZ-1')).toEqual([])
    await app.sql`update entity_indexes set state = 'ready' where app_id = ${own}`
    const [{ others } = { others: 0 }] = await app.sql<{ others: number }>`
      select count(distinct (app_id, entity_name, keys -> 0))::int as others from entity_indexes`
    await app.sql`insert into entity_indexes (name, app_id, entity_name, keys, state, updated_date)
      select 'extra_' || n, ${own}, 'Zone',
             jsonb_build_array(jsonb_build_object('kind', 'data', 'path', jsonb_build_array('f' || n), 'as', 'text')), 'ready', now()
        from generate_series(1, ${51 - others}) n`
    expect(await find(owner, 'HZ-1')).toMatchObject({ items: [{ id }], is_partial: true })
    await app.sql`delete from entity_indexes where name = 'extra_1'`
    expect((await find(owner, 'HZ-1')).is_partial).toBe(false)
    await app.sql`delete from entity_indexes where name like 'extra%'`
  })
})

test('automated tests are found by all who see the app, campaigns by those who can edit it', async () => {
  await app.sql`insert into test_flows (id, app_id, name, goal, steps, allowed_hosts, on_publish, timeout_seconds, created_date, updated_date)
    values ('flw_1', ${shop}, 'Moorings test', 'Order', '[]', '[]', false, 60, now(), now())`
  await bring(app, {
    ads_accounts: [adAccount(shop)],
    ads_campaigns: [adCampaign(shop, 'a', { campaign_name: 'Moorings in spring' })],
  })
  expect(await found(owner, 'moorings')).toEqual(['flow Moorings test', 'campaign Moorings in spring'])
  expect(await found(viewer, 'moorings')).toEqual(['flow Moorings test'])
  expect(await found(guest, 'moorings')).toEqual([])
})

test('what somebody has in another workspace is not found in this one', async () => {
  const second = await app.make.workspace()
  await app.make.membership(second.id, { id: owner.id, email: owner.email, full_name: 'Both' }, 'owner')
  const session = app.as(await app.make.session(owner)).search
  for (const q of ['harbour', 'HP-10234', order])
    expect(await session.find({ workspaceId: second.id, q })).toEqual({ items: [], is_partial: false })
  expect((await session.find({ workspaceId: owner.workspace_id, q: order })).items).toHaveLength(1)
})

describe('what somebody cannot open is not found', () => {
  test('a viewer finds no entities and records', async () => {
    expect(await found(viewer, 'harbour')).toEqual([
      'app Harbour shop',
      'agent Harbour desk',
      'workflow Harbour nightly',
      'function harbour/quote',
    ])
    for (const q of ['HP-10234', order]) expect(await found(viewer, q)).toEqual([])
  })

  test('a guest finds only what they were given', async () => {
    expect(await found(guest, 'harbour')).toEqual([])
    expect(await found(guest, 'office')).toEqual(['app Back office'])
    expect(await found(guest, 'HP-10234')).toEqual([])
  })

  test('a viewer who may edit one app finds its records', async () => {
    const helper = await app.make.person('viewer', { id: owner.workspace_id })
    await app.make.collaborator({ id: shop }, helper, 'editor')
    expect(await found(helper, 'HP-10234')).toEqual(['record HP-10234'])
  })

  test('a token for some apps finds nothing of others, and nobody', async () => {
    const token = await app.make.token(owner, { app_ids: [desk], permission: 'read_only' })
    expect(await found(token, 'harbour')).toEqual(['agent Harbour desk'])
    expect(await found(token, 'HP-10234')).toEqual([])
    expect(await found(token, editor.email)).toEqual([])
  })

  test('a stranger is refused', async () => {
    await expect(find(stranger, 'harbour')).rejects.toEqual(refusal(404, 'workspace_not_found'))
  })
})

test('what takes too long is left out, and the answer says so', { tags: 'slow' }, async () => {
  const slow = await startApp({}, { longestQueryMs: 1 })
  const me = await slow.make.person('owner')
  const { id } = await slow.make.app(me, { name: 'Harbour' })
  await fillTables(slow.databaseUrl, (db) =>
    sql`insert into functions
      select ${id}, repeat('a', 100) || n, 'dep_1', now(), now() from generate_series(1, 20000) n`.execute(
      db,
    ),
  )
  const { items, is_partial } = await slow.as(me).search.find({ workspaceId: me.workspace_id, q: 'har' })
  expect([items.map(({ name }) => name), is_partial]).toEqual([['Harbour'], true])
})
