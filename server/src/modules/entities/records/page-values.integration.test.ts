/** Pages of the different values of a field, and of records with and without a value in the field they are sorted by. */
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { SharedApp } from '../../../../test/app.ts'
import { startApp } from '../../../../test/start-app.ts'
import { useApp } from '../../../../test/use-app.ts'
import { useTeam } from '../../../../test/use-team.ts'

const app = useApp()
const { owner, viewer } = useTeam(app)
let app_id: string
beforeAll(async () => {
  app_id = (await app.make.app(owner)).id
  await app.as(owner).schemas.set({ app_id, name: 'Thing' }, SCHEMA)
  await app.as(owner).records.bulk_create(path(), THINGS as never)
})

const ADMIN = { user_condition: { role: 'admin' } }
const SCHEMA = {
  properties: {
    name: { type: ['string', 'null'] },
    size: { type: 'number' },
    ok: { type: 'boolean' },
    tags: { type: 'array' },
    words: { type: 'array', items: { type: 'string' } },
    counts: { type: 'array', items: { type: 'integer' } },
    either: { type: ['array', 'string'], items: { type: 'string' } },
    mixed: { type: ['string', 'number'] },
    place: { type: 'object' },
    hidden: { type: 'boolean' },
    secret: { type: 'string', rls: { read: ADMIN } },
    mine: { type: 'string', rls: { read: { created_by_id: '{{user.id}}' } } },
  },
  rls: { read: { $or: [ADMIN, { 'data.hidden': { $ne: true } }] } },
}
const THINGS = [
  { name: 'b', size: 10, ok: true, words: ['b', 'a'], counts: [10, 2, 10] },
  { name: 'a', size: 9, ok: false },
  { name: 'B', size: 10, words: ['c', 'b'], counts: [] },
  { name: 'b', size: -1.5 },
  { name: null },
  { name: 'é', size: 1e21, ok: true },
  { name: 'zz', size: 77, hidden: true, ok: true, words: ['secret'] },
]
const path = () => ({ app_id, entity_name: 'Thing' })
type Query = NonNullable<Parameters<ReturnType<SharedApp['as']>['records']['page']>[1]>
const page = (query: Query, person = viewer) => app.as(person).records.page(path(), query)

async function allPages(query: Query): Promise<Record<string, unknown>[]> {
  const items: Record<string, unknown>[] = []
  let asked = query
  for (;;) {
    const found = await page(asked)
    items.push(...(found.items as Record<string, unknown>[]))
    expect(found.has_more).toBe(found.next_cursor !== null)
    if (found.next_cursor === null) return items
    expect(found.items).toHaveLength(query.limit ?? 50)
    asked = { cursor: found.next_cursor, limit: query.limit }
  }
}

test('values are reported once each, in their order, however the pages are cut, without records that may not be read', async () => {
  for (const limit of [1, 2, 50]) {
    const of = (query: Query) => allPages({ ...query, limit })
    expect(await of({ distinct: 'name' })).toEqual(['B', 'a', 'b', 'é'])
    expect(await of({ distinct: 'name', sort: '-name' })).toEqual(['é', 'b', 'a', 'B'])
    expect(await of({ distinct: 'size' })).toEqual([-1.5, 9, 10, 1e21])
    expect(await of({ distinct: 'ok' })).toEqual([false, true])
    expect(await of({ distinct: 'ok', sort: '-ok', q: '{"name": "b"}' })).toEqual([true])
    expect(await of({ distinct: 'created_by_id' })).toEqual([owner.id])
    expect(await of({ distinct: 'is_sample' })).toEqual([false])
    expect(await of({ distinct: 'created_date' })).toEqual([expect.stringMatching(/Z$/)])
    expect(await of({ distinct: 'words' })).toEqual(['a', 'b', 'c'])
    expect(await of({ distinct: 'words', sort: '-words' })).toEqual(['c', 'b', 'a'])
    expect(await of({ distinct: 'counts' })).toEqual([2, 10])
  }
})

test('values are refused of fields that may not be read everywhere, and of fields without one plain type', async () => {
  for (const distinct of [
    'secret',
    'mine',
    'tags',
    'either',
    'mixed',
    'place',
    'place.zip',
    'none',
    "name' or 1=1",
  ])
    await expect(page({ distinct })).rejects.toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['query', 'distinct'] }] },
    })
  await expect(page({ distinct: 'name', sort: 'size' })).rejects.toMatchObject({ status: 422 })
  await expect(page({ distinct: 'name', fields: 'size' })).rejects.toMatchObject({ status: 422 })
  await expect(page({ distinct: 'name', q: '{"secret": "x"}' })).rejects.toMatchObject({ status: 422 })
})

test('values that take too long to find are refused', { tags: 'slow' }, async () => {
  const hurried = await startApp({ database_url: app.databaseUrl }, { longestQueryMs: 300 })
  await app.atrium.db.transaction().execute(async (tx) => {
    await sql`lock table records in access exclusive mode`.execute(tx)
    const asked = hurried.as(viewer).records.page(path(), { distinct: 'name' })
    await expect(asked).rejects.toMatchObject({ status: 400, code: 'query_too_slow' })
  })
})

test('a cursor for a field whose type changed is refused, and never reaches the database', async () => {
  const name = 'Changing'
  const set = (type: string) => app.as(owner).schemas.set({ app_id, name }, { properties: { v: { type } } })
  await set('string')
  const { records } = app.as(owner)
  await records.bulk_create({ app_id, entity_name: name }, [{ v: 'a' }, { v: 'b' }])
  const sorted = await records.page({ app_id, entity_name: name }, { sort: 'v', limit: 1 })
  const distinct = await records.page({ app_id, entity_name: name }, { distinct: 'v', limit: 1 })
  await set('number')
  for (const { next_cursor } of [sorted, distinct]) {
    const going = records.page({ app_id, entity_name: name }, { cursor: next_cursor ?? '' })
    await expect(going).rejects.toMatchObject({ status: 422, body: { detail: [{ type: 'cursor_invalid' }] } })
  }
})

test('records without a value come last in both directions, in pages and with skip', async () => {
  const names = async (sort: string) => (await allPages({ sort, limit: 2 })).map(({ size }) => size ?? null)
  expect(await names('size')).toEqual([-1.5, 9, 10, 10, 1e21, null])
  expect(await names('-size')).toEqual([1e21, 10, 10, 9, -1.5, null])
  const truths = async (sort: string) => (await allPages({ sort, limit: 2 })).map(({ ok }) => ok ?? null)
  expect(await truths('ok')).toEqual([false, true, true, null, null, null])
  expect(await truths('-ok')).toEqual([true, true, false, null, null, null])
  const ids = (await allPages({ sort: '-ok', limit: 50 })).map(({ id }) => id)
  for (let skip = 0; skip <= 7; skip++) {
    const rest = await app.as(viewer).records.list(path(), { sort: '-ok', skip, limit: 2 })
    expect(rest.map(({ id }) => id)).toEqual(ids.slice(skip, skip + 2))
  }
})
