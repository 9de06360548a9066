import type { TrackedEvent } from '@atrium/contract/analytics'
import type { AggregateEventsBody } from '@atrium/contract/analytics-queries'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { fillTables } from '../../../../test/fill-tables.ts'
import { startApp } from '../../../../test/start-app.ts'
import { useApp } from '../../../../test/use-app.ts'
import { useTeam } from '../../../../test/use-team.ts'

const app = useApp({ rate_limits: 'off' })
const { owner } = useTeam(app)
let app_id: string
beforeEach(async () => {
  app_id = (await app.make.app(owner)).id
})

const client = () => app.as(owner)
/** So many hours ago, to the millisecond. */
const ago = (hours: number) => new Date(app.clock.now().getTime() - hours * 3_600_000).toISOString()
const DAY = 24
const track = (...events: TrackedEvent[]) => client().events.track({ app_id }, { events })

describe('reading events refuses', () => {
  test('apps that are missing or foreign, as 404; viewers and read-only tokens are taken', async () => {
    const stranger = await app.make.person('owner')
    const viewer = await app.make.person('viewer', { id: owner.workspace_id })
    const readOnly = await app.make.token(owner, { permission: 'read_only' })
    for (const call of [
      (token: string) => app.as(token).events.names({ app_id }),
      (token: string) => app.as(token).events.query({ app_id }),
      (token: string) => app.as(token).events.aggregate({ app_id }, {}),
    ]) {
      await expect(call(stranger.token)).rejects.toMatchObject({ status: 404, code: 'app_not_found' })
      for (const token of [viewer.token, readOnly]) await call(token)
    }
  })

  test('what takes too long', { tags: 'slow' }, async () => {
    await track({ event_name: 'x' })
    const hurried = await startApp({ database_url: app.databaseUrl }, { longestQueryMs: 500 })
    const { events } = hurried.as(owner)
    await app.atrium.db.transaction().execute(async (tx) => {
      await sql`lock table analytics_events, event_name_days in access exclusive mode`.execute(tx)
      const tooSlow = { status: 400, code: 'query_too_slow' }
      await expect(events.names({ app_id })).rejects.toMatchObject(tooSlow)
      await expect(events.query({ app_id })).rejects.toMatchObject(tooSlow)
      await expect(events.aggregate({ app_id }, {})).rejects.toMatchObject(tooSlow)
    })
  })

  test.each([
    ['[1]', 'dict_type'],
    ['{', 'json_invalid'],
    ['{"a": "\\ud800"}', 'string_unicode'],
    ['{"\\u0000": 1}', 'string_unicode'],
    ['{"a": {}}', 'value_error'],
    [JSON.stringify(Object.fromEntries(Array.from({ length: 11 }, (_, n) => [n, n]))), 'too_long'],
  ])('the properties %s', async (properties, type) => {
    await expect(client().events.query({ app_id }, { properties })).rejects.toMatchObject({
      status: 422,
      detail: [{ loc: expect.arrayContaining(['query', 'properties']), type }],
    })
  })

  test.each(['0000-01-01T00:00:00Z', '2016-12-31T23:59:60Z'])('the moment %s', async (since) => {
    const refusal = { status: 422, detail: [{ loc: ['query', 'since'] }] }
    await expect(client().events.query({ app_id }, { since })).rejects.toMatchObject(refusal)
  })

  test('no spelling of a moment that the contract allows', async () => {
    for (const until of ['2026-01-01 10:00:00+05', '2026-01-01\u202810:00:00z'])
      await client().events.query({ app_id }, { until })
  })

  test.each([
    [{ time_zone: 'Mars/Olympus' }, 'time_zone'],
    [{ time_zone: '+02:00' }, 'time_zone'],
    [{ group_by: 'properties.' }, 'group_by'],
    [{ group_by: 'seq' }, 'group_by'],
    [{ properties: { a: [] } }, 'properties'],
  ] as const)('an aggregate of %j', async (body, field) => {
    await expect(client().events.aggregate({ app_id }, body as never)).rejects.toMatchObject({
      status: 422,
      detail: [{ loc: expect.arrayContaining(['body', field]) }],
    })
  })

  test('a cursor of another question', async () => {
    await track({ event_name: 'a' }, { event_name: 'b' })
    const { next_cursor } = await client().events.query({ app_id }, { limit: 1 })
    const cursor = next_cursor ?? ''
    await expect(client().events.query({ app_id }, { cursor, event_name: 'a' })).rejects.toMatchObject({
      status: 422,
      detail: [{ loc: ['query', 'cursor'] }],
    })
  })
})

describe('events.names', () => {
  test('counts by name, most frequent first, in whole days', async () => {
    const times = [ago(0), ago(1), ago(40 * DAY)]
    await track(
      ...times.map((timestamp) => ({ event_name: 'view', timestamp })),
      { event_name: 'buy', timestamp: ago(40 * DAY) },
      { event_name: 'Buy', timestamp: ago(0) },
    )
    const names = async (query: object) =>
      (await client().events.names({ app_id }, query)).items.map(({ event_name, count }) => [
        event_name,
        count,
      ])
    expect(await names({ days: 60 })).toEqual([
      ['view', 3],
      ['Buy', 1],
      ['buy', 1],
    ])
    expect(await names({})).toEqual([
      ['view', 2],
      ['Buy', 1],
    ])
    const [first] = (await client().events.names({ app_id }, { days: 60 })).items
    expect(first?.last_seen).toBe(times[0])
    expect(await client().events.names({ app_id }, { days: 60, limit: 2 })).toMatchObject({
      items: [{ event_name: 'view' }, { event_name: 'Buy' }],
      has_more: true,
    })
    expect((await client().events.names({ app_id }, { days: 60, limit: 3 })).has_more).toBe(false)
  })
})

test('events.names says when one was seen last, also when an older one comes later', async () => {
  const [newest, older] = [ago(0), ago(0.001)]
  await track({ event_name: 'view', timestamp: newest })
  await track({ event_name: 'view', timestamp: older })
  expect((await client().events.names({ app_id })).items).toMatchObject([{ count: 2, last_seen: newest }])
})

describe('events.query', () => {
  const found = async (query: object) =>
    (await client().events.query({ app_id }, query)).items.map(({ event_id }) => event_id)

  test('filters by name, user, session, time and properties, newest first', async () => {
    await track(
      {
        event_id: '1',
        event_name: 'a',
        timestamp: ago(1),
        user_id: 'u1',
        session_id: 's1',
        properties: { n: 1 },
      },
      {
        event_id: '2',
        event_name: 'b',
        timestamp: ago(2),
        user_id: 'u2',
        session_id: 's1',
        properties: { n: '1' },
      },
      {
        event_id: '3',
        event_name: 'a',
        timestamp: ago(3),
        user_id: null,
        session_id: 's2',
        properties: { n: null },
      },
      {
        event_id: '4',
        event_name: 'a',
        timestamp: ago(31 * DAY),
        user_id: 'u1',
        properties: { n: 1, m: true },
      },
    )
    expect(await found({})).toEqual(['1', '2', '3'])
    expect(await found({ event_name: 'a' })).toEqual(['1', '3'])
    expect(await found({ user_id: 'u1' })).toEqual(['1'])
    expect(await found({ user_id: 'u1', since: ago(59 * DAY) })).toEqual(['1', '4'])
    expect(await found({ session_id: 's1' })).toEqual(['1', '2'])
    expect(await found({ until: ago(1.5) })).toEqual(['2', '3'])
    expect(await found({ since: ago(2.5), until: ago(1.5) })).toEqual(['2'])
    expect(await found({ properties: '{"n": 1}' })).toEqual(['1'])
    expect(await found({ properties: '{"n": "1"}' })).toEqual(['2'])
    expect(await found({ properties: '{"n": null}' })).toEqual(['3'])
    expect(await found({ properties: '{"m": true, "n": 1}', since: ago(59 * DAY) })).toEqual(['4'])
    expect(await found({ properties: '{}' })).toEqual(['1', '2', '3'])
  })

  test('goes on page by page, also among events of the same moment', async () => {
    const timestamp = ago(5)
    await track(...Array.from({ length: 7 }, (_, n) => ({ event_name: 'x', event_id: String(n), timestamp })))
    const seen: (string | null)[] = []
    let cursor: string | undefined
    do {
      const page = await client().events.query({ app_id }, { limit: 3, ...(cursor && { cursor }) })
      seen.push(...page.items.map(({ event_id }) => event_id))
      cursor = page.next_cursor ?? undefined
      expect(page.has_more).toBe(cursor !== undefined)
    } while (cursor)
    expect(seen.toSorted()).toEqual(['0', '1', '2', '3', '4', '5', '6'])
  })
})

describe('events.aggregate', () => {
  const aggregate = async (body: AggregateEventsBody) =>
    (await client().events.aggregate({ app_id }, body)).rows

  test('counts events and users in one row', async () => {
    await track(
      { event_name: 'a', user_id: 'u1' },
      { event_name: 'a', user_id: 'u1' },
      { event_name: 'b', user_id: null },
    )
    expect(await aggregate({})).toEqual([
      {
        bucket: null,
        group: null,
        is_other: false,
        count: 3,
        unique_users: 1,
        values: 0,
        sum: null,
        avg: null,
        min: null,
        max: null,
        percentiles: [],
      },
    ])
    expect(await aggregate({ event_name: ['b', 'c'] })).toMatchObject([{ count: 1, unique_users: 0 }])
    expect(await aggregate({ user_id: 'u1', event_name: 'a' })).toMatchObject([{ count: 2 }])
    expect(await aggregate({ event_name: 'none' })).toEqual([])
  })

  test('sums up the numbers of a property, and passes over what is none', async () => {
    const values = [1, 2, 3, 10, '4', null, true, [5], 1e300]
    await track(...values.map((price) => ({ event_name: 'buy', properties: { price } })), {
      event_name: 'buy',
    })
    expect(await aggregate({ property: 'price', percentiles: [0, 50, 100] })).toMatchObject([
      {
        count: 10,
        values: 4,
        sum: 16,
        avg: 4,
        min: 1,
        max: 10,
        percentiles: [
          { percentile: 0, value: 1 },
          { percentile: 50, value: 2.5 },
          { percentile: 100, value: 10 },
        ],
      },
    ])
    expect(await aggregate({ property: 'none' })).toMatchObject([
      {
        values: 0,
        sum: 0,
        avg: null,
        min: null,
        percentiles: [{ percentile: 50, value: null }, { percentile: 95 }],
      },
    ])
  })

  test('groups by a field: the most frequent values, then what is left', async () => {
    const plans = ['pro', 'pro', 'pro', 'free', 'free', 7, 7, null, undefined, 'rare']
    await track(
      ...plans.map((plan, n) => ({ event_name: 'x', user_id: `u${n}`, properties: { plan, price: n } })),
    )
    const rows = await aggregate({ group_by: 'properties.plan', top: 3, property: 'price' })
    expect(
      rows.map(({ group, is_other, count, unique_users, sum }) => [
        group,
        is_other,
        count,
        unique_users,
        sum,
      ]),
    ).toEqual([
      ['pro', false, 3, 3, 3],
      [null, false, 2, 2, 15],
      ['7', false, 2, 2, 11],
      [null, true, 3, 3, 16],
    ])
    const names = await aggregate({ group_by: 'event_name' })
    expect(names).toMatchObject([{ group: 'x', is_other: false, count: 10 }])
    expect(await aggregate({ group_by: 'user_id', top: 50 })).toHaveLength(10)
    expect(await aggregate({ group_by: 'session_id' })).toMatchObject([
      { group: null, is_other: false, count: 10 },
    ])
    expect(await aggregate({ group_by: 'page_url' })).toMatchObject([{ group: null, is_other: false }])
  })

  test('parts time as a zone does, over the change of clocks too', async () => {
    // Berlin leaves summer time on 25 October 2026 at 01:00 UTC.
    app.clock.move((Date.parse('2026-11-10T12:00:00Z') - app.clock.now().getTime()) / 1000)
    const times = [
      '2026-10-24T21:59:59Z',
      '2026-10-24T22:00:00Z',
      '2026-10-25T22:59:59Z',
      '2026-10-25T23:00:00Z',
    ]
    await track(...times.map((timestamp) => ({ event_name: 'x', timestamp })))
    const buckets = async (bucket: 'hour' | 'day' | 'week' | 'month', time_zone?: string) =>
      (await aggregate({ bucket, ...(time_zone && { time_zone }) })).map((row) => [row.bucket, row.count])
    expect(await buckets('day', 'Europe/Berlin')).toEqual([
      ['2026-10-23T22:00:00.000Z', 1],
      ['2026-10-24T22:00:00.000Z', 2],
      ['2026-10-25T23:00:00.000Z', 1],
    ])
    expect(await buckets('day')).toEqual([
      ['2026-10-24T00:00:00.000Z', 2],
      ['2026-10-25T00:00:00.000Z', 2],
    ])
    expect(await buckets('week', 'Europe/Berlin')).toEqual([
      ['2026-10-18T22:00:00.000Z', 3],
      ['2026-10-25T23:00:00.000Z', 1],
    ])
    expect(await buckets('month', 'Europe/Berlin')).toEqual([['2026-09-30T22:00:00.000Z', 4]])
    expect(await buckets('hour')).toHaveLength(4)
  })

  test('says when there are more rows than it answers', async () => {
    await app.sql`select add_analytics_day(d::date) from generate_series(${ago(29 * DAY)}::timestamptz, ${ago(0)}, '1 day') d`
    await fillTables(app.databaseUrl, (db) =>
      sql`insert into analytics_event_rows (app_id, occurred_at, seq, event_name, properties)
      select ${app_id}, ${ago(0)}::timestamptz - (n / 50) * interval '5 hours', n, 'x' || n % 50, '{}'
        from generate_series(0, 5999) n`.execute(db),
    )
    const { rows, truncated } = await client().events.aggregate(
      { app_id },
      { bucket: 'hour', group_by: 'event_name', top: 50 },
    )
    expect([rows.length, truncated]).toEqual([5_000, true])
  })
})
