import { HEARTBEAT_EVENT } from '@atrium/contract/analytics'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { collectedLog } from '../../../../test/collected-log.ts'
import { toNoon } from '../../../../test/to-noon.ts'
import { useApp } from '../../../../test/use-app.ts'
import { useTeam } from '../../../../test/use-team.ts'
import { createLongWork } from '../../../platform/database/long-work.ts'
import { openDatabase } from '../../../platform/database/open.ts'
import { deleteAppData } from '../delete-app-data.ts'
import { unpackEvents } from '../events/unpack-events.ts'
import { purgeAnalytics } from '../purge-analytics.ts'
import { dayOf, listDays, partitionOf } from './event-day-store.ts'
import { maintainEventDays } from './maintain-event-days.ts'

const log = collectedLog()
const app = useApp({ rate_limits: 'off' })
const { owner } = useTeam(app)
let database: ReturnType<typeof openDatabase>
beforeAll(async () => {
  toNoon(app.clock)
  database = openDatabase({ connection: app.databaseUrl, maxConnections: 3, log })
})
afterAll(() => database.close())

const context = { attempt: 1, signal: new AbortController().signal }
const deps = () => {
  const { db, pool } = database
  return { db, clock: app.clock, log, longWork: createLongWork(pool, log) } as never
}
const today = () => dayOf(app.clock.now().getTime())
const ago = (days: number) => new Date(app.clock.now().getTime() - days * 86_400_000).toISOString()

async function tracked(...days: number[]): Promise<string> {
  const { id: app_id } = await app.make.app(owner)
  const events = days.map((day, n) => ({
    event_name: `${day}`,
    timestamp: ago(day),
    user_id: `u${n}`,
    event_id: `${day}`,
  }))
  await app.as(owner).events.track({ app_id }, { events })
  await unpackEvents.run(deps(), {}, context)
  return app_id
}
const names = async (app_id: string) =>
  (await app.as(owner).events.query({ app_id }, { since: '2000-01-01T00:00:00Z' })).items.map(
    ({ event_name }) => event_name,
  )

describe('the days of events', () => {
  test('are made ahead, and when an event needs one', async () => {
    await tracked(20)
    await maintainEventDays.run(deps(), {}, context)
    const days = await listDays(app.atrium.db)
    expect(days).toEqual(
      expect.arrayContaining([today() - 20, ...[0, 1, 2, 3].map((ahead) => today() + ahead)]),
    )
    expect(days).not.toContain(today() + 4)
  })

  test('are dropped 60 days later, without waiting for those who read them', async () => {
    const app_id = await tracked(1, 59)
    const old = today() - 59
    app.clock.move(86_400 * 1)
    await maintainEventDays.run(deps(), {}, context)
    expect(await listDays(app.atrium.db)).toContain(old) // its last moments are not 60 days ago
    app.clock.move(86_400)
    await app.atrium.db.transaction().execute(async (tx) => {
      await sql`select count(*) from analytics_events`.execute(tx)
      await maintainEventDays.run(deps(), {}, context)
      expect(await listDays(app.atrium.db)).toContain(old)
      expect(log.lines).toContainEqual(expect.objectContaining({ day: old }))
    })
    await maintainEventDays.run(deps(), {}, context)
    expect(await listDays(app.atrium.db)).not.toContain(old)
    expect(await names(app_id)).toEqual(['1'])
    // One that was dropped is made again for a node whose clock is behind.
    await app.as(owner).events.track({ app_id }, { events: [{ event_name: 'late', timestamp: ago(59.9) }] })
    expect(await names(app_id)).toEqual(['1', 'late'])
    await unpackEvents.run(deps(), {}, context)
    expect(await names(app_id)).toEqual(['1', 'late'])
  })

  test('get their further indexes when they are over, also after a build that broke off', async () => {
    await tracked(0, 30)
    const [over, current] = [partitionOf(today() - 30), partitionOf(today())]
    const indexes = async (table: string) => {
      const rows = await app.sql<{ name: string }>`
        select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
         where i.indrelid = ${table}::regclass and i.indisvalid and not i.indisprimary order by 1`
      return rows.map(({ name }) => name)
    }
    await app.sql`create index ${sql.ref(`${over}_by_user`)} on ${sql.table(over)} (app_id)`
    await app.sql`update pg_index set indisvalid = false where indexrelid = ${`${over}_by_user`}::regclass`
    await maintainEventDays.run(deps(), {}, context)
    expect(await indexes(over)).toEqual([`${over}_by_name`, `${over}_by_user`])
    expect(await indexes(current)).toEqual([])
    const rows = await app.sql<{ definition: string }>`
      select pg_get_indexdef(${`${over}_by_user`}::regclass) as definition`
    expect(rows[0]?.definition).toContain('(app_id, user_id, occurred_at, seq)')
  })
})

test('what is kept next to the events ends with them', async () => {
  const app_id = await tracked(0, 58)
  await app
    .as(owner)
    .events.track({ app_id }, { events: [{ event_name: '__user_heartbeat_event__', user_id: 'u' }] })
  await app.sql`insert into user_counts values (${app_id}, ${ago(59)}, 1, 1, 1, 1)`
  await app.sql`insert into event_usage values (${app_id}, ${ago(59)}, ${owner.workspace_id}, 1, 1)`
  const counts = async () => {
    const rows = await app.sql<Record<string, number>>`
      select (select count(*)::int from user_last_event where app_id = ${app_id}) as users,
             (select count(*)::int from activity_bucket where app_id = ${app_id}) as buckets,
             (select count(*)::int from event_name_days where app_id = ${app_id}) as names,
             (select count(*)::int from heartbeats where app_id = ${app_id}) as heartbeats,
             (select count(*)::int from user_counts where app_id = ${app_id}) as noted,
             (select count(*)::int from event_usage where app_id = ${app_id} and day < ${ago(58)}) as days,
             (select count(*)::int from analytics_event_ids where kept_until > ${app.clock.now()}) as ids,
             (select count(*)::int from analytics_event_ids) as all_ids`
    return rows[0]
  }
  await purgeAnalytics.run(deps(), {}, context)
  expect(await counts()).toMatchObject({ users: 2, buckets: 2, names: 2, heartbeats: 1, noted: 1, days: 1 })
  expect((await counts())?.ids).toBeGreaterThanOrEqual(2)
  app.clock.move(86_400 * 3)
  await purgeAnalytics.run(deps(), {}, context)
  expect(await counts()).toEqual({
    users: 1,
    buckets: 1,
    names: 1,
    heartbeats: 0,
    noted: 0,
    days: 0,
    ids: 0,
    all_ids: 0,
  })
})

test('a deleted app is forgotten, others stay', async () => {
  const other = await tracked(0, 3)
  const app_id = await tracked(0, 3)
  // Some that have rows of their own, and one that has none yet.
  await app.as(owner).events.track({ app_id }, { events: [{ event_name: 'x' }] })
  for (const id of [app_id, other]) {
    await app
      .as(owner)
      .events.track({ app_id: id }, { events: [{ event_name: HEARTBEAT_EVENT, user_id: 'u' }] })
    await app.sql`insert into user_counts values (${id}, now(), 1, 1, 1, 1)`
  }
  await app.as(owner).apps.delete({ app_id })
  expect(app.atrium.events.announced.map(({ event }) => event)).toContain('app.deleted')
  await deleteAppData.job.run(deps(), { app_id, workspace_id: owner.workspace_id } as never, context)
  for (const table of [
    'analytics_events',
    'analytics_event_rows',
    'user_last_event',
    'activity_bucket',
    'event_name_days',
    'heartbeats',
    'user_counts',
  ]) {
    const rows = await app.sql<{ app_id: string }>`
      select distinct app_id from ${sql.table(table)} where app_id in (${app_id}, ${other})`
    expect(rows).toEqual([{ app_id: other }])
  }
})

test('an id is known for all of the period after its own, also behind a purge, and no longer', async () => {
  const PERIOD_MS = 25 * 3_600_000
  const { id: app_id } = await app.make.app(owner)
  const again = async () => {
    await purgeAnalytics.run(deps(), {}, context)
    const events = [{ event_name: 'x', event_id: 'same' }]
    return (await app.as(owner).events.track({ app_id }, { events })).duplicates
  }
  const moveTo = (ms: number) => app.clock.move((ms - app.clock.now().getTime()) / 1_000)
  const end = Math.ceil(app.clock.now().getTime() / PERIOD_MS) * PERIOD_MS
  moveTo(end - 60_000)
  expect(await again()).toBe(0)
  moveTo(end + 1_000)
  expect(await again()).toBe(1)
  moveTo(end + 2 * PERIOD_MS + 1_000)
  expect(await again()).toBe(0)
})
