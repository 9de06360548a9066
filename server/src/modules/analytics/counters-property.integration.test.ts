/** Whatever comes in, late, twice or not at all: the counters say what counting the events one by one would say. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { migratedDatabase } from '../../../test/migrated-database.ts'
import { randomRuns } from '../../../test/random-runs.ts'
import { useStarted } from '../../../test/use-started.ts'
import { DAY_MS, dayOf } from './days/event-day-store.ts'
import { maintainEventDays } from './days/maintain-event-days.ts'
import { createEventBuffer } from './events/event-buffer.ts'
import { readEvents } from './events/read-events.ts'
import { unpackEvents } from './events/unpack-events.ts'
import { purgeAnalytics } from './purge-analytics.ts'
import { eventNameStore } from './reports/event-name-store.ts'
import { userCountStore } from './users/user-count-store.ts'

const database = useStarted(migratedDatabase)

const KEPT_MS = 60 * DAY_MS
/** An id is known in the period in which it came and in the next one. */
const periodOf = (now: number) => Math.floor(now / (25 * 3_600_000))

/** Ages around every edge there is, in seconds; negative ones are in the future. */
const Age = fc.oneof(
  fc.constantFrom(
    ...[0, 7, 30, 60].flatMap((days) => [-601, -1, 0, 1, 599, 600].map((off) => days * 86_400 + off)),
  ),
  fc.integer({ min: -10, max: 61 * 86_400 }),
)
const Event = fc.record({
  user: fc.option(fc.integer({ min: 0, max: 6 })),
  age: Age,
  id: fc.option(fc.integer({ min: 0, max: 9 })),
  name: fc.constantFrom('a', 'b'),
})
const Step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      batches: fc.array(fc.array(Event, { maxLength: 6 }), { minLength: 1, maxLength: 4 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      wait: fc.oneof(fc.integer({ min: 1, max: 700 }), fc.integer({ min: 1, max: 25 * 86_400 })),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ keep: true }) },
  { weight: 1, arbitrary: fc.constant({ unpack: true }) },
)

let runs = 0

test('users by bucket, names by day and ids equal a recount after every step', {
  tags: 'slow',
  timeout: 120_000,
}, async () => {
  const { db } = database
  await fc.assert(
    fc.asyncProperty(fc.array(Step, { minLength: 2, maxLength: 12 }), async (steps) => {
      const app_id = `app_${++runs}`
      let now = Date.parse('2026-11-15T12:00:00.000Z') + runs * 1_000
      const clock = { now: () => new Date(now) }
      const buffer = createEventBuffer({ db, clock, onFlush() {} })
      const deps = { db, clock, log: console, longWork: async () => {} } as never
      const context = { attempt: 1, signal: new AbortController().signal }
      const stored: { user: string; time: number; name: string }[] = []
      /** When they came, by period. */
      const ids = new Map<number, number>()

      for (const step of steps) {
        if ('wait' in step) now += step.wait * 1_000
        else if ('unpack' in step) await unpackEvents.run(deps, {}, context)
        else if ('keep' in step) {
          await purgeAnalytics.run(deps, {}, context)
          await maintainEventDays.run(deps, {}, context)
        } else {
          const expected = step.batches.map((batch) => {
            let duplicates = 0
            for (const { user, age, id, name } of batch) {
              if (age * 1_000 >= KEPT_MS) continue
              if (id !== null && periodOf(now) - (ids.get(id) ?? -2) <= 1) {
                duplicates++
                continue
              }
              if (id !== null) ids.set(id, periodOf(now))
              stored.push({
                user: user === null ? '' : `u${user}`,
                time: Math.min(now, now - age * 1_000),
                name,
              })
            }
            return duplicates
          })
          const duplicates = await Promise.all(
            step.batches.map((batch) => {
              const events = batch.map(({ user, age, id, name }) => ({
                event_name: name,
                timestamp: new Date(now - age * 1_000).toISOString(),
                user_id: user === null ? null : `u${user}`,
                event_id: id === null ? null : String(id),
              }))
              const read = readEvents(events, { app_id, user_id: '', mayName: true }, now, false)
              return buffer.add(read.batch, [])
            }),
          )
          expect(duplicates).toEqual(expected)
        }
        await compare(app_id, stored, now)
      }
    }),
    { numRuns: randomRuns(20) },
  )
})

async function compare(
  appId: string,
  stored: readonly { user: string; time: number; name: string }[],
  now: number,
) {
  const last = new Map<string, number>()
  for (const { user, time } of stored) if (user !== '') last.set(user, Math.max(time, last.get(user) ?? 0))
  const recount = (from: number, to: number) =>
    [...last.values()].filter((time) => time > now - from * DAY_MS && time <= now - to * DAY_MS).length
  const users = userCountStore(database.db)
  const ago = (days: number) => new Date(now - days * DAY_MS)
  expect([
    await users.activeSince(appId, ago(7)),
    await users.activeBetween(appId, ago(30), ago(7)),
    await users.activeBetween(appId, ago(60), ago(30)),
  ]).toEqual([recount(7, 0), recount(30, 7), recount(60, 30)])

  const first = dayOf(now) - 59
  const names = new Map<string, number>()
  for (const { time, name } of stored) if (dayOf(time) >= first) names.set(name, (names.get(name) ?? 0) + 1)
  const listed = await eventNameStore(database.db).list(appId, new Date(first * DAY_MS), 10)
  expect(new Map(listed.map(({ event_name, count }) => [event_name, count]))).toEqual(names)

  const { rows } = await database.pool.query(
    `select (select count(*)::int from analytics_events where app_id = $1 and occurred_at > $2) as events,
            (select coalesce(json_object_agg(bucket, users), '{}') from activity_bucket where app_id = $1 and users <> 0) as kept,
            (select coalesce(json_object_agg(bucket, users), '{}')
               from (select bucket, count(*) as users from user_last_event where app_id = $1 group by 1) b) as counted`,
    [appId, ago(60)],
  )
  expect(rows[0].events).toBe(stored.filter(({ time }) => time > now - KEPT_MS).length)
  expect(rows[0].kept).toEqual(rows[0].counted)
}
