/** How far the history of records reaches: for whom, how long, and how much of it. */
import { beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '../../../../test/make.ts'
import { refusal } from '../../../../test/refusal.ts'
import { useSharedApp } from '../../../../test/use-shared-app.ts'
import { useTeam } from '../../../../test/use-team.ts'
import { recordChangeStore } from './change-store.ts'
import { purgeRecordChanges } from './purge-record-changes.ts'

const app = useSharedApp()
const { owner, viewer } = useTeam(app)
let app_id: string
let signedIn: string
beforeAll(async () => {
  app_id = (await app.make.app(owner)).id
  signedIn = await app.make.session(owner)
})

type Values = Record<string, unknown>
const make = async (who: Person, name: string, schema: Values, values: Values) => {
  await app.as(owner).schemas.set({ app_id, name }, schema)
  const at = { app_id, entity_name: name }
  return { ...at, entity_id: (await app.as(who).records.create(at, values)).id }
}
const historyOf = (who: Person, one: Awaited<ReturnType<typeof make>>, query: object = {}) =>
  app.as(who).records.history(one, query)
const update = (one: Awaited<ReturnType<typeof make>>, values: Values) =>
  app.as(signedIn).records.update(one, values)

describe('by rules', () => {
  const MINE = { created_by: '{{user.email}}' }

  test.each<[string, object]>([
    ['who made it', MINE],
    ['several things that never change', { $and: [MINE, { id: { $exists: true } }] }],
  ])('of %s those see it whom the rule lets', async (_, read) => {
    const one = await make(
      viewer,
      `Mine${Object.keys(read)[0]?.slice(-3)}`,
      { rls: { read }, properties: { a: {} } },
      { a: 1 },
    )
    await update(one, { a: 2 })
    const { items } = await historyOf(viewer, one)
    expect(items.map(({ kind }) => kind)).toEqual(['updated', 'created'])
  })

  test.each<[string, object]>([
    ['when it changed', { updated_date: { $gt: '2000-01-01T00:00:00Z' } }],
    ['a field in one of several ways', { $or: [MINE, { 'data.a': 2 }] }],
    ['the opposite of a field', { $nor: [{ 'data.a': 5 }] }],
  ])('of %s nobody does who could not pass by them', async (name, read) => {
    const one = await make(viewer, `Was${name.length}`, { rls: { read }, properties: { a: {} } }, { a: 1 })
    await update(one, { a: 2 })
    await expect(historyOf(viewer, one)).rejects.toEqual(refusal(403, 'editor_required'))
  })

  test('of a part within a part, what is open around it is shown without it', async () => {
    const door = { rls: { read: { user_condition: { role: 'admin' } } } }
    const inner = { type: 'object', properties: { color: {}, door } }
    const home = { type: 'object', properties: { inner } }
    const value = (color: string, secret: number) => ({ home: { inner: { color, door: secret } } })
    const one = await make(owner, 'Inner', { properties: { home } }, value('red', 1))
    await update(one, value('red', 2))
    await update(one, value('blue', 3))
    const { items } = await historyOf(viewer, one)
    expect(items.flatMap(({ changes }) => changes)).toEqual([
      { field: 'home', from: { inner: { color: 'red' } }, to: { inner: { color: 'blue' } }, left_out: [] },
    ])
  })
})

/** As if the record had been changed at these times, on the hour. */
const changes = async (
  { app_id, entity_name, entity_id }: Awaited<ReturnType<typeof make>>,
  rows: { id: string; at: Date; value?: string }[],
) =>
  recordChangeStore(app.atrium.db).insert(
    rows.map(({ id, at, value = 'x' }) => ({
      ...{ id, app_id, entity_name, record_id: entity_id, kind: 'updated', changed_date: at },
      ...{ changed_by: owner.email, changed_by_id: owner.id },
      changes: [{ field: 'a', from: null, to: value, left_out: [] }],
    })),
  )
const ago = (days: number) => new Date(app.clock.now().getTime() - days * 86_400_000)
const DAYS = 30
const SCHEMA = { properties: { a: {} } }

test('changes of the same moment come once each, and a last page that is full has no more', async () => {
  const one = await make(owner, 'Ties', SCHEMA, { a: 'x' })
  const at = ago(1)
  await changes(
    one,
    ['rch_b', 'rch_d', 'rch_a', 'rch_c'].map((id) => ({ id, at })),
  )
  // Records of other sets may have the same id, as those of archives.
  await changes({ ...one, entity_name: 'Others' }, [{ id: 'rch_other_set', at }])
  await changes({ ...one, app_id: (await app.make.app(owner)).id }, [{ id: 'rch_other_app', at }])
  const seen: string[][] = []
  let cursor: string | null = null
  do {
    const page = await historyOf(owner, one, { limit: 2, ...(cursor && { cursor }) })
    seen.push(page.items.map(({ id, kind }) => (kind === 'created' ? kind : id)))
    cursor = page.next_cursor
  } while (cursor !== null)
  expect(seen).toEqual([['rch_d', 'rch_c'], ['rch_b', 'rch_a'], ['created']])
  const all = await historyOf(owner, one, { limit: 5 })
  expect([all.items.length, all.has_more]).toEqual([5, false])
})

test('what is older than its days is not shown, be it still there', async () => {
  const one = await make(owner, 'Aged', SCHEMA, { a: 'x' })
  await changes(one, [
    { id: 'rch_old', at: ago(DAYS) },
    { id: 'rch_new', at: ago(DAYS - 1) },
  ])
  const { items } = await historyOf(owner, one)
  expect(items.map(({ id, kind }) => (kind === 'created' ? kind : id))).toEqual(['rch_new', 'created'])
})

test('all that is too old goes, however much it is, and the rest stays', async () => {
  const one = await make(owner, 'Mass', SCHEMA, { a: 'x' })
  const old = Array.from({ length: 5_001 }, (_, n) => ({ id: `rch_mass_${n}`, at: ago(DAYS + 1) }))
  await changes(one, [...old, { id: 'rch_mass_new', at: ago(DAYS - 1) }])
  const deps = { db: app.atrium.db, clock: app.clock, recordHistoryDays: DAYS }
  await purgeRecordChanges.run(deps as never, {}, { signal: new AbortController().signal } as never)
  const left = await app.sql`select id from record_changes where record_id = ${one.entity_id}`
  expect(left).toEqual([{ id: 'rch_mass_new' }])
})

test('an app with too much loses its oldest, down to the bound, and other apps nothing', async () => {
  const newApp = async () => (await app.make.app(owner)).id
  const one = { app_id: await newApp(), entity_name: 'Bound', entity_id: 'rec_1' }
  const other = { ...one, app_id: await newApp() }
  const value = 'x'.repeat(1_000)
  const rows = (prefix: string) =>
    [4, 3, 2, 1].map((days) => ({ id: `${prefix}_${days}`, at: ago(days + 10), value }))
  await changes(one, rows('rch_bound'))
  await changes(
    other,
    rows('rch_other').map((row) => ({ ...row, at: ago(60) })),
  )
  const [size] = await app.sql<{
    bytes: number
  }>`select bytes::int from record_changes where id = 'rch_bound_1'`
  const store = recordChangeStore(app.atrium.db)
  const bytes = size?.bytes ?? 0
  expect(bytes).toBeGreaterThan(1_000)
  expect(await store.appsAbove(4 * bytes)).not.toContain(other.app_id)
  expect(await store.appsAbove(4 * bytes - 1)).toContain(other.app_id)
  await store.deleteAbove(one.app_id, 2 * bytes)
  const left = await app.sql<{ id: string }>`select id from record_changes
    where app_id = any(${[one.app_id, other.app_id]}) order by id`
  expect(left.map(({ id }) => id)).toEqual([
    'rch_bound_1',
    'rch_bound_2',
    ...['rch_other_1', 'rch_other_2', 'rch_other_3', 'rch_other_4'],
  ])
})
