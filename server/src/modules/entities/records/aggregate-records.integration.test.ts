/** Counting and summing records by groups, within what the rules allow. */
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { SharedApp } from '../../../../test/app.ts'
import type { Person } from '../../../../test/make.ts'
import { invalidAt } from '../../../../test/refusal.ts'
import { startApp } from '../../../../test/start-app.ts'
import { useApp } from '../../../../test/use-app.ts'
import { useTeam } from '../../../../test/use-team.ts'

const app = useApp()
const { owner, viewer } = useTeam(app)
let app_id: string
beforeAll(async () => {
  app_id = (await app.make.app(owner)).id
  const { id: another } = await app.make.app(owner)
  // Nothing counts the records of another entity or of another app.
  const sets = [path(), { app_id, entity_name: 'Order' }, { app_id: another, entity_name: 'Sale' }]
  for (const set of sets) {
    await app.as(owner).schemas.set({ app_id: set.app_id, name: set.entity_name }, SCHEMA)
    await app.as(owner).records.bulk_create(set, SALES as never)
  }
})

const ADMIN = { user_condition: { role: 'admin' } }
const SCHEMA = {
  properties: {
    city: { type: 'string' },
    amount: { type: 'number' },
    paid: { type: 'boolean' },
    tags: { type: 'array' },
    on: { type: 'string' },
    anything: {},
    place: { type: 'object', properties: { zip: { type: 'string' } } },
    size: { type: ['boolean', 'string', 'null'] },
    level: { type: ['boolean', 'integer'] },
    flag: { type: ['boolean', 'null'] },
    count: { type: 'integer' },
    secret: { type: 'number', rls: { read: ADMIN } },
    mine: { type: 'string', rls: { read: { created_by_id: '{{user.id}}' } } },
    never: { type: 'string', rls: { read: false } },
    home: { type: 'object', properties: { key: { type: 'string', rls: { read: ADMIN } } } },
    hidden: { type: 'boolean' },
  },
  rls: { read: { $or: [ADMIN, { 'data.hidden': { $ne: true } }] } },
}
const SALES = [
  { city: 'Bonn', amount: 10, paid: true, on: '2026-01-01', place: { zip: 'a' }, secret: 1, tags: ['x'] },
  { city: 'Bonn', amount: 2.5, paid: false, on: '2026-01-31T23:30:00-02:00', place: { zip: 'b' } },
  { city: 'Ahlen', amount: 4, paid: true, on: '2025-12-31T23:59:59.999Z', anything: 7, tags: ['x'] },
  { city: null, amount: -1, on: '2026-02-30', anything: 'seven', place: { zip: 'a' } },
  { amount: null, on: 'now', anything: 7 },
  { city: 'Celle', amount: 1_000, hidden: true, secret: 99, on: '2026-03-01' },
]
type Body = Parameters<ReturnType<SharedApp['as']>['records']['aggregate']>[1]
const path = () => ({ app_id, entity_name: 'Sale' })
const ask = (body: Body, person = viewer) => app.as(person).records.aggregate(path(), body)
const rows = async (body: Body, person = viewer) => (await ask(body, person)).rows

describe('groups', () => {
  test('without one there is one row, of the records that the caller may read', async () => {
    expect(await ask({})).toEqual({ rows: [{ count: 5 }], truncated: false })
    expect(await ask({}, owner)).toEqual({ rows: [{ count: 6 }], truncated: false })
    expect(await rows({ query: { city: 'nowhere' }, sum: 'amount', avg: 'amount', max: 'city' })).toEqual([
      { count: 0, sum_amount: 0, avg_amount: null, max_city: null },
    ])
  })

  test('have a row for each value, those without one last; null and absent are the same', async () => {
    expect(await rows({ groupBy: 'city' })).toEqual([
      { city: 'Ahlen', count: 1 },
      { city: 'Bonn', count: 2 },
      { city: null, count: 2 },
    ])
    expect(await rows({ groupBy: ['anything'], count: false })).toEqual([
      { anything: 7 },
      { anything: 'seven' },
      { anything: null },
    ])
    expect(await rows({ groupBy: ['tags', 'paid'], query: { tags: 'x' } })).toEqual([
      { tags: ['x'], paid: true, count: 2 },
    ])
    expect(await rows({ groupBy: 'place.zip', query: { place: { $exists: true } } })).toEqual([
      { 'place.zip': 'a', count: 2 },
      { 'place.zip': 'b', count: 1 },
    ])
    expect(await rows({ groupBy: ['created_by_id', 'is_sample'] })).toEqual([
      { created_by_id: owner.id, is_sample: false, count: 5 },
    ])
  })

  test('can be of days, weeks, months and years in UTC; what is no time has none', async () => {
    const by = async (unit: 'day' | 'week' | 'month' | 'year') =>
      (await rows({ dateBucket: { field: 'on', unit } })).map((row) => [row.on, row.count])
    expect(await by('day')).toEqual([
      ['2025-12-31', 1],
      ['2026-01-01', 1],
      ['2026-02-01', 1],
      [null, 2],
    ])
    expect(await by('week')).toEqual([
      ['2025-12-29', 2],
      ['2026-01-26', 1],
      [null, 2],
    ])
    expect(await by('month')).toEqual([
      ['2025-12-01', 1],
      ['2026-01-01', 1],
      ['2026-02-01', 1],
      [null, 2],
    ])
    expect((await by('year')).length).toBe(3)
    const [made] = await rows({ min: 'created_date' })
    const [own] = await rows({ dateBucket: { field: 'created_date', unit: 'day' }, groupBy: 'paid' })
    expect(own?.created_date).toBe(String(made?.min_created_date).slice(0, 10))
  })

  test('a text that only looks like a time is none, and breaks nothing', async () => {
    const strange = ['0000-01-01', '2100-02-29', '2000-02-29', '2026-01-01T24:00', '2026-01-01T10', 'epoch']
    const further = ['2026-04-31', '2026-01-01T10:00+15:00', '9999-12-31', 'infinity', '', '2026-1-1']
    const values = [...strange, ...further].map((on) => ({ on, city: 'strange', hidden: true }))
    const made = await app.as(owner).records.bulk_create(path(), values)
    const body: Body = { query: { city: 'strange' }, dateBucket: { field: 'on', unit: 'day' } }
    expect((await rows(body, owner)).map(({ on }) => on)).toEqual(['2000-02-29', '9999-12-31', null])
    for (const { id } of made) await app.as(owner).records.delete({ ...path(), entity_id: id })
  })
})

test('sums, averages, extremes and different values are reported by field', async () => {
  const body: Body = {
    query: { city: { $exists: true } },
    sum: 'amount',
    avg: ['amount'],
    min: ['amount', 'city', 'created_date'],
    max: ['city', 'place.zip'],
    countDistinct: ['city', 'paid', 'place'],
  }
  const [row] = await rows(body)
  expect(row).toEqual({
    count: 3,
    sum_amount: 16.5,
    avg_amount: 5.5,
    min_amount: 2.5,
    min_city: 'Ahlen',
    min_created_date: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    max_city: 'Bonn',
    'max_place.zip': 'b',
    count_distinct_city: 2,
    count_distinct_paid: 2,
    count_distinct_place: 2,
  })
})

test('a field of several types is measured by those that can be', async () => {
  const query = { city: 'Types' }
  const values = [
    { size: 'm', level: 1, flag: true },
    { size: 'l', level: 3, flag: null },
    { size: '2026-01-01', level: 2 },
  ]
  const given = values.map((one) => ({ ...one, ...query, hidden: true }))
  const made = await app.as(owner).records.bulk_create(path(), given as never)
  expect(await rows({ query, max: ['size', 'level'], countDistinct: 'flag' }, owner)).toEqual([
    { count: 3, max_size: 'm', max_level: 3, count_distinct_flag: 1 },
  ])
  const days = await rows({ query, dateBucket: { field: 'size', unit: 'day' } }, owner)
  expect(days.map(({ size, count }) => [size, count])).toEqual([
    ['2026-01-01', 1],
    [null, 2],
  ])
  for (const { id } of made) await app.as(owner).records.delete({ ...path(), entity_id: id })
})

test('rows are chosen by having, sorted by any key, and cut at the limit', async () => {
  expect(await rows({ groupBy: 'city', having: { count: { $gte: 2 } }, sort: '-city' })).toEqual([
    { city: 'Bonn', count: 2 },
    { city: null, count: 2 },
  ])
  const or = { $or: [{ city: { $regex: '^A' } }, { sum_amount: { $lt: 0 } }] }
  expect(await rows({ groupBy: 'city', sum: 'amount', having: or })).toEqual([
    { city: 'Ahlen', count: 1, sum_amount: 4 },
    { city: null, count: 2, sum_amount: -1 },
  ])
  const byOwn: Body = { groupBy: 'created_by_id', having: { created_by_id: viewer.id } }
  expect(await rows(byOwn)).toEqual([])
  expect(await ask({ groupBy: 'city', sort: ['-count', '-city'], limit: 1 })).toEqual({
    rows: [{ city: 'Bonn', count: 2 }],
    truncated: true,
  })
  const all = await rows({ groupBy: 'city' })
  expect(await ask({ groupBy: 'city', limit: all.length })).toEqual({ rows: all, truncated: false })
})

describe('refused', () => {
  test.each<[string[], object]>([
    [['body', 'groupBy'], { groupBy: 'nothing' }],
    [['body', 'groupBy'], { groupBy: ['city', 'paid', 'on', 'amount', 'tags'] }],
    [['body', 'groupBy'], { groupBy: [] }],
    [['body', 'groupBy'], { groupBy: "city') --" }],
    [['body', 'dateBucket', 'unit'], { dateBucket: { field: 'on', unit: 'hour' } }],
    [['body', 'dateBucket', 'field'], { dateBucket: { field: 'amount', unit: 'day' } }],
    [['body', 'sum'], { sum: 'city' }],
    [['body', 'sum'], { sum: 'place.zip' }],
    [['body', 'sum'], { sum: 'place.nowhere' }],
    [['body', 'avg'], { avg: 'anything' }],
    [['body', 'query', 'created_date', '$gt'], { query: { created_date: { $gt: '0000-01-01' } } }],
    [['body', 'query', 'tags', '$size'], { query: { tags: { $size: 2 ** 31 } } }],
    [['body', 'avg'], { avg: 'created_date' }],
    [['body', 'max'], { max: 'paid' }],
    [['body', 'max'], { max: 'flag' }],
    [['body', 'dateBucket', 'field'], { dateBucket: { field: 'level', unit: 'day' } }],
    [['body', 'min'], { min: 'is_sample' }],
    [['body'], { groupBy: 'count' }],
    [['body'], { groupBy: 'on', dateBucket: { field: 'on', unit: 'day' } }],
    [['body'], { count: false }],
    [['body', 'sort'], { sort: 'amount' }],
    [['body', 'having', 'amount'], { having: { amount: 1 } }],
    [['body', 'having', 'id'], { having: { id: 'x' } }],
    [['body', 'limit'], { limit: 1_001 }],
    [['body', 'query', 'nothing'], { query: { nothing: 1 } }],
  ])('at %j for %j', async (loc, body) => {
    await expect(ask(body as Body)).rejects.toMatchObject(invalidAt(...loc))
  })

  test.each(['secret', 'mine', 'never', 'home', 'home.key'])(
    'for the field %s, which may not be read everywhere, wherever it stands',
    async (name) => {
      const uses: object[] = [
        { groupBy: name },
        { dateBucket: { field: name, unit: 'day' } },
        { countDistinct: name },
        { min: name },
        { query: { $or: [{ [name]: 1 }] } },
      ]
      for (const body of uses) await expect(ask(body as Body)).rejects.toMatchObject({ status: 422 })
    },
  )

  test('nothing is revealed about records that may not be read: the answers stay the same without them', async () => {
    const body: Body = { groupBy: 'city', sum: 'amount', max: 'amount', having: { count: { $gte: 0 } } }
    const before = await rows(body)
    const [gone] = await app.as(owner).records.list(path(), { q: '{"city": "Celle"}' })
    await app.as(owner).records.delete({ ...path(), entity_id: gone?.id ?? '' })
    expect(await rows(body)).toEqual(before)
    await app.as(owner).records.create(path(), { city: 'Celle', amount: 1_000, hidden: true })
    expect(await rows(body)).toEqual(before)
  })

  test('the author, in an app that hides authorship', async () => {
    const hiding = (await app.make.app(owner)).id
    await app.sql`update apps set hide_authorship = true where id = ${hiding}`
    await app.as(owner).schemas.set({ app_id: hiding, name: 'Note' }, { properties: {} })
    const notes = { app_id: hiding, entity_name: 'Note' }
    const { records } = app.as(viewer)
    await expect(records.aggregate(notes, { groupBy: 'created_by' })).rejects.toMatchObject({ status: 422 })
    await expect(records.list(notes, { sort: 'created_by' })).rejects.toMatchObject({ status: 422 })
    await expect(records.count(notes, { q: '{"created_by": "x"}' })).rejects.toMatchObject({ status: 422 })
    expect(await records.aggregate(notes, { groupBy: 'created_by_id' })).toMatchObject({ rows: [] })
  })

  test('who may not reach it, and who may not bypass the rules', async () => {
    const stranger = await app.make.person('owner')
    const call = (person: Person, where: object, headers = {}) =>
      app.as(person).records.aggregate({ ...path(), ...where }, {}, { headers })
    await expect(call(stranger, {})).rejects.toMatchObject({ code: 'app_not_found' })
    await expect(call(viewer, { entity_name: 'None' })).rejects.toMatchObject({ code: 'entity_not_found' })
    const bypass = { 'X-Bypass-RLS': 'true' }
    await expect(call(viewer, {}, bypass)).rejects.toMatchObject({ code: 'editor_required' })
    const token = await app.make.token(viewer, { permission: 'read_only' })
    expect(await app.as(token).records.aggregate(path(), {})).toMatchObject({ rows: [{ count: 5 }] })
  })

  test('what takes too long, and the server goes on', { tags: 'slow' }, async () => {
    // Only here: elsewhere no moment of rest of the machine is too long.
    const hurried = await startApp({ database_url: app.databaseUrl }, { longestQueryMs: 1_000 })
    const { records } = hurried.as(viewer)
    const asks = [
      () => records.aggregate(path(), {}),
      () => records.list(path()),
      () => records.page(path()),
      () => records.count(path()),
      () => records.update_many(path(), { query: { city: 'Nowhere' }, data: { $set: { city: 'Bonn' } } }),
      () => records.upsert(path(), { key: 'city', records: [{ city: 'Nowhere' }] }),
      () => records.delete_many(path(), { city: 'Nowhere' }),
    ]
    await app.atrium.db.transaction().execute(async (tx) => {
      await sql`lock table records in access exclusive mode`.execute(tx)
      for (const ask of asks)
        await expect(ask()).rejects.toMatchObject({ status: 400, code: 'query_too_slow' })
      // What is not theirs to make slow goes on.
      await hurried.as(viewer).session.read()
    })
    for (const ask of asks) await ask()
  })
})

describe('an anonymous caller', () => {
  const at = async (app: SharedApp) => {
    const person = await app.make.person('owner')
    const { id } = await app.make.app(person, { public_settings: 'public_without_login' })
    const set = { app_id: id, entity_name: 'Sale' }
    await app
      .as(person)
      .schemas.set({ app_id: id, name: 'Sale' }, { properties: { city: { type: 'string' } } })
    return { person, set }
  }
  const patterns = (count: number) =>
    Array.from({ length: count }, (_, i) => ({ city: { $regex: `^visit${i}.{0,40}c` } }))

  test('may send a smaller filter than a member', async () => {
    const { person, set } = await at(app)
    const body = { query: { $or: patterns(4) }, having: { $or: [{ count: 1 }] } }
    expect(await app.as(person).records.aggregate(set, body)).toMatchObject({ truncated: false })
    await expect(app.anonymous.records.aggregate(set, body)).rejects.toMatchObject(invalidAt('body', 'query'))
  })

  test('has the filter read when the slot for costly queries is theirs', async () => {
    const own = await startApp({}, { longestQueryMs: 2_500 })
    const { set } = await at(own)
    const settled: string[] = []
    const settle = (asked: Promise<unknown>, name: string) =>
      asked.catch(({ code }) => void settled.push(`${name} ${code}`))
    await own.atrium.db.transaction().execute(async (tx) => {
      await sql`lock table records`.execute(tx)
      const slow = settle(own.anonymous.records.aggregate(set, {}), 'slow')
      await expect.poll(async () => (await waiting(own)).length).toBe(1)
      const unread = settle(own.anonymous.records.aggregate(set, { query: { unknown: 1 } }), 'unread')
      await Promise.all([slow, unread])
    })
    expect(settled).toEqual(['slow query_too_slow', 'unread validation_error'])
  })

  const waiting = ({ sql }: SharedApp) =>
    sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
})
