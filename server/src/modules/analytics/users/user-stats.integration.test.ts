import { operations } from '@atrium/sdk'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { collectedLog } from '../../../../test/collected-log.ts'
import { startApp } from '../../../../test/start-app.ts'
import { useApp } from '../../../../test/use-app.ts'
import { useTeam } from '../../../../test/use-team.ts'
import { recordUserCounts } from './record-user-counts.ts'
import { userCountStore } from './user-count-store.ts'

const log = collectedLog()
const app = useApp({ rate_limits: 'off' }, { log })
const { owner } = useTeam(app)
let app_id: string
beforeEach(async () => {
  app_id = (await app.make.app(owner)).id
})

const DAY = 86_400
const users = () => app.as(owner).stats.users({ app_id })

/** Events of users, so many seconds ago. */
async function seen(secondsAgo: Record<string, number>): Promise<void> {
  const now = app.clock.now().getTime()
  const events = Object.entries(secondsAgo).map(([user_id, seconds]) => ({
    event_name: 'x',
    user_id,
    timestamp: new Date(now - seconds * 1000).toISOString(),
  }))
  await app.as(owner).events.track({ app_id }, { events })
}

describe('stats.users refuses', () => {
  test('apps that are missing or foreign, as 404', async () => {
    const stranger = await app.make.person('owner')
    for (const [who, id] of [
      [stranger, app_id],
      [owner, 'app_none'],
    ] as const) {
      await expect(app.as(who).stats.users({ app_id: id })).rejects.toMatchObject({ code: 'app_not_found' })
      await expect(app.as(who).stats.history({ app_id: id })).rejects.toMatchObject({ code: 'app_not_found' })
    }
  })

  test('workspace keys; takes read-only tokens, personal keys and viewers', async () => {
    const { secret } = await app.make.credential({ kind: 'workspace_key', workspace_id: owner.workspace_id })
    await expect(app.as(secret).stats.users({ app_id })).rejects.toMatchObject({
      code: 'workspace_key_not_allowed',
    })
    const readOnly = await app.make.token(owner, { permission: 'read_only' })
    const key = await app.make.credential({ kind: 'api_key', user_id: owner.id })
    const viewer = await app.make.person('viewer', { id: owner.workspace_id })
    for (const token of [readOnly, key.secret, viewer.token]) {
      expect(await app.as(token).stats.users({ app_id })).toMatchObject({ active_users: 0 })
    }
  })
})

test('it is limited to 120 a minute', async () => {
  const limited = await startApp({ database_url: app.databaseUrl })
  const { headers } = await limited.as(owner).request(operations.stats.users, { params: { app_id } })
  expect(headers.get('ratelimit-policy')).toBe('"stats.users";q=120;w=60')
})

describe('each user', () => {
  test('stands in the bucket of the most recent event, to the second', async () => {
    await seen({
      now: 0,
      'just active': 7 * DAY - 30,
      'just not': 7 * DAY + 1,
      'away a while': 30 * DAY - 30,
      'away long': 30 * DAY + 1,
      'nearly gone': 60 * DAY - 60,
    })
    expect(await users()).toEqual({ active_users: 2, live_users: 0, inactive_7d: 2, inactive_30d: 2 })
    app.clock.move(40)
    expect(await users()).toEqual({ active_users: 1, live_users: 0, inactive_7d: 2, inactive_30d: 3 })
    app.clock.move(30)
    expect(await users()).toEqual({ active_users: 1, live_users: 0, inactive_7d: 2, inactive_30d: 2 })
  })

  test('is counted once, and a late event moves nobody back', async () => {
    await seen({ ada: 40 * DAY })
    expect(await users()).toMatchObject({ active_users: 0, inactive_30d: 1 })
    await seen({ ada: 10 * DAY })
    expect(await users()).toMatchObject({ active_users: 0, inactive_7d: 1, inactive_30d: 0 })
    await seen({ ada: 1 })
    await seen({ ada: 20 * DAY })
    expect(await users()).toMatchObject({ active_users: 1, inactive_7d: 0, inactive_30d: 0 })
  })

  test('of one app is none of another', async () => {
    await seen({ ada: 0 })
    app_id = (await app.make.app(owner)).id
    expect(await users()).toMatchObject({ active_users: 0 })
  })
})

describe('a count that cannot be read', () => {
  let repair = async () => {}
  afterEach(() => repair())
  const answer = async () => {
    const { body, headers, status } = await app
      .as(owner)
      .request(operations.stats.users, { params: { app_id } })
    return { status, body, degraded: headers.get('x-stats-degraded') }
  }

  test('is 0 with 200, named by a header, a log line and a metric; the others are right', async () => {
    await seen({ now: 0, before: 10 * DAY, 'long before': 40 * DAY })
    const { db } = app.atrium
    await sql`alter table heartbeats rename to heartbeats_away`.execute(db)
    repair = async () => {
      await sql`alter table heartbeats_away rename to heartbeats`.execute(db)
    }
    expect(await answer()).toEqual({
      status: 200,
      body: { active_users: 1, live_users: 0, inactive_7d: 1, inactive_30d: 1 },
      degraded: 'live_users',
    })
    expect(log.lines).toContainEqual(
      expect.objectContaining({
        level: 'warn',
        count: 'live_users',
        app_id,
        msg: expect.stringContaining('tolerated'),
      }),
    )
    const metrics = await (await fetch(`${app.baseUrl}/metrics`)).text()
    expect(metrics).toMatch(/atrium_stats_degraded_total\{count="live_users"\} 1/)
  })

  test.each([
    ['active_users', 1],
    ['inactive_7d', 10],
    ['inactive_30d', 40],
  ])('may be %s alone', async (name, days) => {
    await seen({ now: 0, before: 10 * DAY, 'long before': 40 * DAY })
    const bucket = Math.floor(app.clock.now().getTime() / 1000 / 600) - days * 144
    // More than an integer holds.
    await app.sql`insert into activity_bucket (app_id, bucket, users) values (${app_id}, ${bucket}, 3000000000)
      on conflict (app_id, bucket) do update set users = excluded.users`
    repair = async () => {
      await app.sql`delete from activity_bucket where users = 3000000000`
    }
    const all = { active_users: 1, live_users: 0, inactive_7d: 1, inactive_30d: 1 }
    expect(await answer()).toEqual({ status: 200, body: { ...all, [name]: 0 }, degraded: name })
  })

  test('and pages of other sites can read which', async () => {
    const address = `${app.baseUrl}/api/apps/app_none/analytics/stats/users`
    const { headers } = await fetch(address, { headers: { origin: 'https://shop.example.com' } })
    expect(headers.get('access-control-expose-headers')).toContain('X-Stats-Degraded')
  })

  test('leaves no header when there is none', async () => {
    repair = async () => {}
    expect((await answer()).degraded).toBeNull()
  })
})

describe('stats.history', () => {
  const note = () =>
    recordUserCounts.run(
      { db: app.atrium.db, clock: app.clock } as never,
      {},
      {
        attempt: 1,
        signal: new AbortController().signal,
      },
    )
  const history = (query: object) => app.as(owner).stats.history({ app_id }, query)

  test('has the counts of every full hour, once, and by day the last with the most live users', async () => {
    const empty = app_id
    app_id = (await app.make.app(owner)).id
    // To the first minute of a day, so that the hours that follow are in it.
    app.clock.move(DAY + 60 - (Math.floor(app.clock.now().getTime() / 1000) % DAY))
    await seen({ ada: 0, bob: 8 * DAY, eve: 31 * DAY })
    await app
      .as(owner)
      .events.track(
        { app_id },
        { events: [{ event_name: '__user_heartbeat_event__', user_id: 'ada', timestamp: hour(0) }] },
      )
    await note()
    await note()
    app.clock.move(3_600)
    await seen({ bob: 0 })
    await note()
    const first = { active_users: 1, inactive_7d: 1, inactive_30d: 1 }
    const second = { active_users: 2, inactive_7d: 0, inactive_30d: 1 }
    expect((await history({ unit: 'hour', days: 1 })).items).toEqual([
      { taken_at: hour(1), ...first, live_users: 1 },
      { taken_at: hour(0), ...second, live_users: 0 },
    ])
    expect((await history({})).items).toEqual([{ taken_at: hour(0), ...second, live_users: 1 }])
    expect((await app.as(owner).stats.history({ app_id: empty })).items).toEqual([])
  })

  test('has the days that are asked for, 30 unless others are, of this app alone', async () => {
    const other = (await app.make.app(owner)).id
    const noted = (id: string, hours: number, active: number) =>
      app.sql`insert into user_counts (app_id, taken_at, active_users, live_users, inactive_7d, inactive_30d)
        values (${id}, ${hour(hours)}, ${active}, 0, 0, 0)`
    for (const [active, hours] of [0, 22, 25, 29 * 24, 31 * 24].entries()) await noted(app_id, hours, active)
    await noted(other, 0, 100)
    const active = async (query: object) => (await history(query)).items.map((one) => one.active_users)
    expect(await active({ unit: 'hour', days: 1 })).toEqual([1, 0])
    expect(await active({ unit: 'hour' })).toEqual([3, 2, 1, 0])
    expect((await active({})).slice(0, 1)).toEqual([3])
    expect(await active({ unit: 'hour', days: 60 })).toEqual([4, 3, 2, 1, 0])
  })

  test('goes through the apps that have users in the order of their ids, some at a time', async () => {
    const used: string[] = []
    for (const user of ['ada', 'bob', 'eve']) {
      app_id = (await app.make.app(owner)).id
      await seen({ [user]: 0, [`${user} before`]: 8 * DAY })
      used.push(app_id)
    }
    const { appsBehind } = userCountStore(app.atrium.db)
    const all = await appsBehind('', 1_000)
    expect(all).toEqual([...new Set(all)].toSorted())
    expect(all).toEqual(expect.arrayContaining(used))
    expect(await appsBehind('', 2)).toEqual(all.slice(0, 2))
    expect(await appsBehind(all[0] ?? '', 2)).toEqual(all.slice(1, 3))
    expect(await appsBehind(all.at(-1) ?? '', 2)).toEqual([])
  })

  /** The full hour, so many hours ago. */
  function hour(ago: number): string {
    return new Date((Math.floor(app.clock.now().getTime() / 3_600_000) - ago) * 3_600_000).toISOString()
  }
})
