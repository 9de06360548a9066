import { beforeEach, describe, expect, test } from 'vitest'
import { GROUND, groundApp, NOW, useArchive } from '../../../test/use-archive.ts'
import { eventArchive } from './events/event-archive.ts'
import { unpackEvents } from './events/unpack-events.ts'
import { userArchive } from './users/user-archive.ts'
import { userCountStore } from './users/user-count-store.ts'

const { database, bring, take } = useArchive([...eventArchive, ...userArchive])
beforeEach(() =>
  database.pool.query(`truncate analytics_event_rows, analytics_event_batches, analytics_event_ids, user_last_event,
    activity_bucket, event_name_days, heartbeats, user_counts cascade`),
)

const ground = { ...GROUND, apps: [groundApp('app_1'), groundApp('app_2', 'ws_2')] }

const save = async (workspace_ids: string[] | null) => JSON.parse(await take(workspace_ids))

const count = async (table: string) =>
  (await database.pool.query(`select count(*)::int as n from ${table}`)).rows[0].n

const EVENTS = [
  {
    app_id: 'app_1',
    event_name: 'buy',
    user_id: 'u1',
    timestamp: '2026-11-14T10:00:00.123Z',
    properties: { total: 5, list: [1] },
    session_id: 's1',
    page_url: '/x',
    event_id: 'e1',
  },
  { app_id: 'app_1', event_name: 'view', timestamp: '2026-11-14T11:00:00.000Z', properties: {} },
  { app_id: 'app_1', event_name: 'view', timestamp: '2026-11-14T11:00:00.000Z', properties: {} },
  {
    app_id: 'app_2',
    event_name: 'view',
    user_id: 'u1',
    timestamp: '2026-10-01T00:00:00.000Z',
    properties: {},
  },
]

test('events come back the same, workspace by workspace, and change nothing a second time', async () => {
  expect((await bring({ ...ground, analytics_events: EVENTS })).analytics_events).toBe(4)
  expect((await save(['ws_1'])).analytics_events).toEqual(EVENTS.slice(0, 3))
  const whole = await save(null)
  expect(whole.analytics_events).toEqual(EVENTS)
  expect((await bring(whole)).analytics_events).toBe(0)
  expect((await bring({ analytics_events: EVENTS })).analytics_events).toBe(0)
  // Also when nothing but the events themselves is left of them.
  await database.pool.query('truncate analytics_event_ids')
  expect(
    (await bring({ analytics_events: [...EVENTS, EVENTS[1], { ...EVENTS[0], event_id: 'e9' }] }))
      .analytics_events,
  ).toBe(2)
  expect(await count('analytics_events')).toBe(6)
})

const unpack = () =>
  unpackEvents.run(
    { db: database.db, clock: { now: () => NOW } } as never,
    {},
    { attempt: 1, signal: new AbortController().signal },
  )

test('events that have rows of their own come back the same, and are known word by word', async () => {
  await bring({ ...ground, analytics_events: EVENTS })
  await unpack()
  expect([await count('analytics_event_batches'), await count('analytics_event_rows')]).toEqual([0, 4])
  expect((await save(['ws_1'])).analytics_events).toEqual(EVENTS.slice(0, 3))
  expect((await save(['ws_2'])).analytics_events).toEqual(EVENTS.slice(3))
  expect((await save(null)).analytics_events).toEqual(EVENTS)
  await database.pool.query('truncate analytics_event_ids')
  const [buy, view] = EVENTS
  const others = [
    { ...buy, event_id: 'e2' },
    { ...view, app_id: 'app_2' },
    ...['user_id', 'session_id', 'page_url'].map((field) => ({ ...view, [field]: 'other' })),
    { ...view, event_name: 'other' },
    { ...view, properties: { other: null } },
    { ...view, timestamp: '2026-11-14T11:00:00.001Z' },
  ]
  // Of the two views that are alike a third one is new.
  const archive = { analytics_events: [...EVENTS, view, ...others] }
  expect((await bring(archive)).analytics_events).toBe(1 + others.length)
  await unpack()
  await database.pool.query('truncate analytics_event_ids')
  expect((await bring(archive)).analytics_events).toBe(0)
})

test('a save goes through more events of one moment than it reads at once, in either form', {
  tags: 'slow',
}, async () => {
  const event = { app_id: 'app_1', event_name: 'view', timestamp: '2026-11-14T11:00:00.000Z' }
  const some = (from: number, count = 1_100) =>
    Array.from({ length: count }, (_, n) => ({ ...event, event_id: `e${from + n}` }))
  await bring({ ...ground, analytics_events: some(0) })
  await unpack()
  // One read ends in the middle of what came together.
  for (const [from, count] of [[2_000, 300] as const, [2_300, 1_100] as const])
    await bring({ analytics_events: some(from, count) })
  const saved: { event_id: string }[] = (await save(['ws_1'])).analytics_events
  const ids = [...some(0), ...some(2_000, 1_400)].map(({ event_id }) => event_id)
  expect(saved.map(({ event_id }) => event_id).toSorted()).toEqual(ids.toSorted())
})

test('an import keeps the counts as tracking does', async () => {
  const at = (user_id: string, timestamp: string) => ({
    app_id: 'app_1',
    event_name: 'x',
    user_id,
    timestamp,
  })
  await bring({
    ...ground,
    analytics_events: [
      at('a', 'now-1h'),
      at('a', 'now-9d'),
      at('b', 'now-8d'),
      at('c', 'now-40d'),
      at('d', 'now+1h'),
    ],
  })
  const store = userCountStore(database.db)
  const ago = (days: number) => new Date(NOW.getTime() - days * 86_400_000)
  expect(await store.activeSince('app_1', ago(7))).toBe(2)
  expect(await store.activeBetween('app_1', ago(30), ago(7))).toBe(1)
  expect(await store.activeBetween('app_1', ago(60), ago(30))).toBe(1)
  const { rows } = await database.pool.query(
    `select sum(events)::int as n, max(last_at) as last from event_name_days`,
  )
  expect(rows).toEqual([{ n: 5, last: NOW }])
})

test('a file with relative times that comes again, today or tomorrow, adds nothing; alike events all count', async () => {
  const one = { app_id: 'app_1', event_name: 'view', user_id: 'u1', timestamp: 'now-3d' }
  const archive = { ...ground, analytics_events: [one, one, { ...one, timestamp: 'now-2d' }] }
  expect((await bring(archive)).analytics_events).toBe(3)
  expect((await bring(archive)).analytics_events).toBe(0)
  expect((await bring(archive, { now: new Date(NOW.getTime() + 86_400_000) })).analytics_events).toBe(0)
  expect(await count('analytics_events')).toBe(3)
})

test('events older than 60 days are passed over', async () => {
  const old = { app_id: 'app_1', event_name: 'x', timestamp: 'now-61d' }
  expect((await bring({ ...ground, analytics_events: [old] })).analytics_events).toBe(0)
})

describe('an archive is refused', () => {
  test.each([
    [
      { analytics_events: [{ app_id: 'app_9', event_name: 'x', timestamp: 'now' }] },
      'analytics_events[0].app_id: There is no app',
    ],
    [
      { analytics_events: [{ app_id: 'app_1', event_name: 'a\u001fb', timestamp: 'now' }] },
      'analytics_events[0].event_name',
    ],
    [
      { analytics_events: [{ app_id: 'app_1', event_name: 'x', timestamp: 'soon' }] },
      'analytics_events[0].timestamp',
    ],
    [
      { analytics_events: [EVENTS[0], { ...EVENTS[1], event_id: 'e1' }] },
      'analytics_events[1]: This row was in the archive before, as analytics_events[0]',
    ],
    [{ heartbeats: [{ app_id: 'app_9', user_id: 'u', seen_at: 'now' }] }, 'heartbeats[0].app_id'],
    [{ user_counts: [{ app_id: 'app_1', taken_at: 'now' }] }, 'user_counts[0].active_users'],
  ])('with %j', async (part, message) => {
    await bring(ground)
    await expect(bring(part)).rejects.toThrow(message)
  })
})

test('nobody is brought in as seen later than now, and counts belong to their hour', async () => {
  const counts = { active_users: 3, live_users: 1, inactive_7d: 2, inactive_30d: 0 }
  await bring({
    ...ground,
    heartbeats: [{ app_id: 'app_1', user_id: 'u1', seen_at: 'now+1d' }],
    user_counts: [
      { app_id: 'app_1', taken_at: '2026-11-15T11:20:00Z', ...counts },
      { app_id: 'app_1', taken_at: '2026-11-15T11:59:59Z', ...counts },
      { app_id: 'app_2', taken_at: '2026-11-15T11:40:00Z', ...counts },
    ],
  })
  const { heartbeats, user_counts } = await save(null)
  expect(heartbeats).toMatchObject([{ seen_at: NOW.toISOString() }])
  const taken_at = '2026-11-15T11:00:00.000Z'
  expect(user_counts).toEqual(['app_1', 'app_2'].map((app_id) => ({ app_id, taken_at, ...counts })))
  expect((await save(['ws_2'])).user_counts).toHaveLength(1)
})

test('heartbeats and noted counts go the same way', async () => {
  const heartbeats = [
    { app_id: 'app_1', user_id: 'u1', seen_at: '2026-11-15T11:59:30.000Z' },
    { app_id: 'app_2', user_id: 'u1', seen_at: '2026-11-15T11:00:00.000Z' },
  ]
  const counts = { active_users: 3, live_users: 1, inactive_7d: 2, inactive_30d: 0 }
  const user_counts = [{ app_id: 'app_1', taken_at: '2026-11-15T11:00:00.000Z', ...counts }]
  expect(await bring({ ...ground, heartbeats, user_counts })).toMatchObject({ heartbeats: 2, user_counts: 1 })
  const whole = await save(null)
  expect([whole.heartbeats, whole.user_counts]).toEqual([heartbeats, user_counts])
  expect((await save(['ws_2'])).heartbeats).toEqual([heartbeats[1]])
  expect(await bring(whole)).toMatchObject({ heartbeats: 0, user_counts: 0 })
  expect(await userCountStore(database.db).live('app_1', new Date(NOW.getTime() - 120_000))).toBe(1)
})
