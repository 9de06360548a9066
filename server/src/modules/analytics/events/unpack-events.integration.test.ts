/** Events look the same before and after they have rows of their own. */
import type { TrackedEvent } from '@atrium/contract/analytics'
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { randomRuns } from '../../../../test/random-runs.ts'
import { toNoon } from '../../../../test/to-noon.ts'
import { useApp } from '../../../../test/use-app.ts'
import { useTeam } from '../../../../test/use-team.ts'
import { unpackEvents } from './unpack-events.ts'

const app = useApp({ rate_limits: 'off' })
const { owner } = useTeam(app)
let app_id: string
/** When the tests began. */
let noon: number
beforeAll(async () => {
  toNoon(app.clock)
  noon = app.clock.now().getTime()
})
beforeEach(async () => {
  await unpack()
  app_id = (await app.make.app(owner)).id
})

const unpack = () =>
  unpackEvents.run({ db: app.atrium.db, clock: app.clock } as never, {}, { attempt: 1, signal: never })
const never = new AbortController().signal
const track = (...events: TrackedEvent[]) => app.as(owner).events.track({ app_id }, { events })
const query = (asked = {}) => app.as(owner).events.query({ app_id }, asked)
const ago = (seconds: number) => new Date(noon - seconds * 1_000).toISOString()

async function forms() {
  const rows = await app.sql<{ batches: number; rows: number }>`
    select (select count(*)::int from analytics_event_batches where app_id = ${app_id}) as batches,
           (select count(*)::int from analytics_event_rows where app_id = ${app_id}) as rows`
  return rows[0]
}

test('a request is one batch, and later a row for each of its events', async () => {
  await track({ event_name: 'a' }, { event_name: 'b' }, { event_name: 'c' })
  await track({ event_name: 'd' })
  expect(await forms()).toEqual({ batches: 2, rows: 0 })
  await unpack()
  expect(await forms()).toEqual({ batches: 0, rows: 4 })
  await unpack()
  expect(await forms()).toEqual({ batches: 0, rows: 4 })
})

test('whatever an event says, it is read as it was sent in both forms', { tags: 'slow' }, async () => {
  const text = (maxLength: number) =>
    fc.string({ unit: 'grapheme', maxLength }).map((one) => one.replaceAll(/\p{Cc}/gu, ''))
  const Value = fc.jsonValue({ noUnicodeString: false, maxDepth: 3 })
  const Event = fc.record({
    event_name: text(20).map((one) => one || 'x'),
    user_id: fc.option(fc.oneof(fc.constant('u'), text(10))).map((one) => one || null),
    session_id: fc.option(fc.oneof(fc.constant('s'), text(10))).map((one) => one || null),
    page_url: fc.option(text(10).map((one) => one || '/')),
    properties: fc.dictionary(text(8), Value, { maxKeys: 4 }),
  })
  const Events = fc.array(Event, { minLength: 1, maxLength: 5 })
  const Distance = fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 14 * 86_400 }))
  await fc.assert(
    fc.asyncProperty(Events, Distance, fc.boolean(), async (sent, seconds, isBackwards) => {
      app_id = (await app.make.app(owner)).id
      const events = withoutNul(sent.map((event, n) => ({ ...event, timestamp: ago(n * seconds) })))
      const answer = await track(...(isBackwards ? events.toReversed() : events))
      expect(answer).toEqual({ accepted: sent.length, duplicates: 0, rejected: [] })
      const before = await query({ since: ago(60 * 86_400) })
      expect(before.items.map(({ event_id, ...event }) => event)).toEqual(events)
      await unpack()
      expect(await query({ since: ago(60 * 86_400) })).toEqual(before)
    }),
    { numRuns: randomRuns(30) },
  )
})

/** As the API takes and JSON keeps it. */
function withoutNul<T>(value: T): T {
  const text = JSON.stringify(value, (_key, one) => (typeof one === 'string' ? one.toWellFormed() : one))
  return JSON.parse(text.replaceAll('\\u0000', ''))
}

test('batches of before 0026, with whole times and parted properties, are read as they were meant', async () => {
  const columns = {
    times: [ago(10), ago(20), ago(30)].map((time) => Date.parse(time)),
    names: ['a', 'b', 'c'],
    users: ['u', 'u', ''],
    sessions: ['', '', ''],
    pages: ['/', '', '/x'],
    event_ids: ['', 'e', ''],
    properties: ['{"n": [1]}', '{}', '{"n": "\\u001f"}'],
  }
  const values = Object.values(columns).map((column) => column.join('\x1f'))
  await app.sql`insert into analytics_event_batches (app_id, ${sql.raw(Object.keys(columns).join(', '))})
    values (${app_id}, ${sql.join(values)})`
  const before = await query()
  expect(before.items).toEqual([
    { event_name: 'a', user_id: 'u', page_url: '/', event_id: null, properties: { n: [1] }, ...at(10) },
    { event_name: 'b', user_id: 'u', page_url: null, event_id: 'e', properties: {}, ...at(20) },
    { event_name: 'c', user_id: null, page_url: '/x', event_id: null, properties: { n: '\x1f' }, ...at(30) },
  ])
  await unpack()
  expect(await query()).toEqual(before)
})

const at = (seconds: number) => ({ timestamp: ago(seconds), session_id: null })

test('a page goes on where it was, though the events have got their rows in the meantime', async () => {
  // Of the same moment, so that only their numbers tell them apart.
  const timestamp = ago(5)
  const names = Array.from({ length: 7 }, (_, n) => `e${n}`)
  await track(...names.slice(0, 3).map((event_name) => ({ event_name, timestamp })))
  await track(...names.slice(3).map((event_name) => ({ event_name, timestamp })))
  const first = await query({ limit: 3 })
  await unpack()
  await track({ event_name: 'later' })
  const second = await query({ limit: 3, cursor: first.next_cursor ?? '' })
  const third = await query({ limit: 3, cursor: second.next_cursor ?? '' })
  const read = [first, second, third].flatMap(({ items }) => items.map(({ event_name }) => event_name))
  expect(read).toEqual(names.toReversed())
  expect(third.has_more).toBe(false)
})

test('both forms together are filtered, counted and sorted as one', async () => {
  await track({ event_name: 'view', timestamp: ago(30) }, { event_name: 'buy', timestamp: ago(10) })
  await unpack()
  await track({ event_name: 'view', timestamp: ago(20) }, { event_name: 'view', timestamp: ago(40) })
  const { items } = await query({ event_name: 'view' })
  expect(items.map(({ timestamp }) => timestamp)).toEqual([20, 30, 40].map(ago))
  const { rows } = await app.as(owner).events.aggregate({ app_id }, { group_by: 'event_name' })
  expect(rows.map(({ group, count }) => [group, count])).toEqual([
    ['view', 3],
    ['buy', 1],
  ])
})

test('nodes at it together give every event one row, also on days that nobody made', {
  tags: 'slow',
}, async () => {
  for (let turn = 0; turn < 250; turn += 50) {
    await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        track({ event_name: `${turn + n}`, timestamp: ago((turn + n) * 20_000) }, { event_name: 'now' }),
      ),
    )
  }
  await Promise.all([unpack(), unpack(), unpack()])
  // What one had at hand, the others passed over.
  await unpack()
  expect(await forms()).toEqual({ batches: 0, rows: 500 })
})

test('what is 60 days old by then gets no row, and keeps nothing from going on', async () => {
  await track({ event_name: 'old', timestamp: ago(59 * 86_400) }, { event_name: 'new' })
  app.clock.move(3 * 86_400)
  await unpack()
  expect(await forms()).toEqual({ batches: 0, rows: 1 })
  expect((await query()).items.map(({ event_name }) => event_name)).toEqual(['new'])
})

test('ends when it is asked to', async () => {
  await track({ event_name: 'x' })
  const signal = AbortSignal.abort()
  await unpackEvents.run({ db: app.atrium.db, clock: app.clock } as never, {}, { attempt: 1, signal })
  expect(await forms()).toEqual({ batches: 1, rows: 0 })
})
