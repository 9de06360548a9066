import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { collectedLog } from '../../../../test/collected-log.ts'
import { toNoon } from '../../../../test/to-noon.ts'
import { useApp } from '../../../../test/use-app.ts'
import { useTeam } from '../../../../test/use-team.ts'
import type { Db } from '../../../platform/database/db.ts'
import { createConversionCounts } from './count-conversions.ts'
import { mappingStore } from './mapping-store.ts'
import { purgeCounts } from './purge-counts.ts'

const app = useApp({ rate_limits: 'off', role: 'api' })
const { owner } = useTeam(app)
let app_id: string

beforeAll(() => toNoon(app.clock))
beforeEach(async () => {
  app_id = (await app.make.app(owner)).id
  for (const name of ['Order', 'Note'])
    await app.as(owner).schemas.set({ app_id, name }, { properties: { text: { type: 'string' } } })
})

const client = () => app.as(owner)
const today = () => app.clock.now().toISOString().slice(0, 10)
async function map(
  event: 'create' | 'update' | 'delete',
  fields: { entity_name?: string; is_enabled?: boolean } = {},
) {
  const mapping = { entity_name: 'Order', event, conversion_type: 'PURCHASE', ...fields } as const
  return (await client().conversions.create_mapping({ app_id }, mapping)).id
}
async function counts() {
  const all = await client().conversions.list_mappings({ app_id })
  return Object.fromEntries(all.map((one) => [one.id, one.recent_conversions]))
}
const becomes = (expected: Record<string, number>) => expect.poll(counts).toEqual(expected)

test('each write of a mapped entity is counted once, whichever way it was written', {
  tags: 'slow',
}, async () => {
  const created = await map('create')
  const updated = await map('update')
  const deleted = await map('delete')
  const off = await map('create', { entity_name: 'Note', is_enabled: false })
  const { records } = client()
  const of = { app_id, entity_name: 'Order' }
  const { id } = await records.create(of, { text: 'a' })
  await records.bulk_create(of, [{ text: 'b' }, { text: 'c' }])
  await records.update({ ...of, entity_id: id }, { text: 'd' })
  await records.update_many(of, { query: {}, data: { $set: { text: 'e' } } })
  await records.delete({ ...of, entity_id: id })
  await records.create({ app_id, entity_name: 'Note' }, { text: 'x' })
  await expect(records.update({ ...of, entity_id: 'none' }, { text: 'z' })).rejects.toMatchObject({
    status: 404,
  })

  await becomes({ [created]: 3, [updated]: 4, [deleted]: 1, [off]: 0 })
  const [first] = (await client().conversions.list_mappings({ app_id })).filter((one) => one.id === created)
  expect(first?.last_conversion_day).toBe(today())
})

test('a write without anybody who listens stays one statement and stores no job', async () => {
  const before = await app.atrium.jobs.counts()
  await client().records.create({ app_id, entity_name: 'Order' }, { text: 'a' })
  expect(await app.atrium.jobs.counts()).toEqual(before)
})

test('what was counted is kept when a mapping is switched, and forgotten when it comes to mean something else', {
  tags: 'slow',
}, async () => {
  const mapping_id = await map('create')
  const at = { app_id, mapping_id }
  await client().records.create({ app_id, entity_name: 'Order' }, { text: 'a' })
  await becomes({ [mapping_id]: 1 })
  const off = await client().conversions.update_mapping(at, { is_enabled: false })
  expect(off).toMatchObject({ is_enabled: false, recent_conversions: 1, last_conversion_day: today() })
  const other = await client().conversions.update_mapping(at, { entity_name: 'Note' })
  expect(other).toMatchObject({ recent_conversions: 0, last_conversion_day: null })
  expect(await counts()).toEqual({ [mapping_id]: 0 })
})

test('thirty days are recent, ninety are kept', async () => {
  const id = await map('create')
  const dayOf = (ago: number) =>
    new Date(app.clock.now().getTime() - ago * 86_400_000).toISOString().slice(0, 10)
  const { db } = app.atrium
  await mappingStore(db).addCounts(
    [0, 29, 30, 90, 91].map((ago) => ({
      app_id,
      entity_name: 'Order',
      event: 'create',
      day: dayOf(ago),
      count: 1,
    })),
  )
  expect(await counts()).toEqual({ [id]: 2 })
  await purgeCounts.run({ db, clock: app.clock }, {}, { attempt: 1, signal: new AbortController().signal })
  const { rows } = await sql`select to_char(day, 'YYYY-MM-DD') as day from conversion_counts
    where mapping_id = ${id} order by day`.execute(db)
  expect(rows).toEqual([90, 30, 29, 0].map((ago) => ({ day: dayOf(ago) })))
  await mappingStore(db).addCounts([
    { app_id, entity_name: 'Order', event: 'create', day: dayOf(0), count: 4 },
  ])
  expect(await counts()).toEqual({ [id]: 6 })
})

test('what was noted can be added at once, as when the server stops', async () => {
  const id = await map('create')
  const { db } = app.atrium
  const tally = createConversionCounts({ db, clock: app.clock, log: collectedLog() })
  tally.record(app_id, 'Order', 'created', 2)
  tally.record(app_id, 'Order', 'created', 3)
  tally.record(app_id, 'Order', 'updated', 1)
  await tally.settle()
  expect(await counts()).toEqual({ [id]: 5 })
  await tally.settle()
  expect(await counts()).toEqual({ [id]: 5 })
})

test('a write after midnight counts for its own day, also while those of the day before still wait', async () => {
  const id = await map('create')
  const { db } = app.atrium
  let now = '2026-11-17T23:59:59.900Z'
  const tally = createConversionCounts({ db, clock: { now: () => new Date(now) }, log: collectedLog() })
  tally.record(app_id, 'Order', 'created', 2)
  now = '2026-11-18T00:00:00.100Z'
  tally.record(app_id, 'Order', 'created', 3)
  await tally.settle()
  const days = await app.sql`
    select to_char(day, 'YYYY-MM-DD') as day, conversions::integer from conversion_counts
     where mapping_id = ${id} order by day`
  expect(days).toEqual([
    { day: '2026-11-17', conversions: 2 },
    { day: '2026-11-18', conversions: 3 },
  ])
})

test('what is noted does not grow without bound, and is added piece by piece', async () => {
  const sent: number[] = []
  const slow = {
    $extendTables: () => slow,
    executeQuery: async ({ parameters }: { parameters: unknown[][] }) => {
      sent.push(parameters[0]?.length ?? 0)
      return { rows: [] }
    },
  } as unknown as Db
  const tally = createConversionCounts({ db: slow, clock: app.clock, log: collectedLog() })
  for (let n = 0; n < 20_010; n++) tally.record(`app_${n}`, 'Order', 'created', 1)
  await tally.settle()
  expect(sent).toEqual(Array.from({ length: 40 }, () => 500))
})

test('a database that fails costs counts, never a write', async () => {
  const log = collectedLog()
  const broken = {
    $extendTables: () => broken,
    executeQuery: () => Promise.reject(new Error('away')),
  } as unknown as Db
  const tally = createConversionCounts({ db: broken, clock: app.clock, log })
  tally.record('app', 'Order', 'created', 1)
  tally.record('app', 'Order', 'created', 0)
  await tally.settle()
  expect(log.lines.map(({ msg }) => msg)).toEqual(['tolerated: conversions could not be counted'])
  await tally.settle()
  expect(log.lines).toHaveLength(1)
})
