import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { SharedApp } from '../../../test/app.ts'
import { fillTables } from '../../../test/fill-tables.ts'
import { holdClock } from '../../../test/hold-clock.ts'
import type { AppPerson, Person } from '../../../test/make.ts'
import { startApp } from '../../../test/start-app.ts'
import { toNoon } from '../../../test/to-noon.ts'
import { useApp } from '../../../test/use-app.ts'
import { useTeam } from '../../../test/use-team.ts'
import { createLog } from '../../platform/log.ts'
import { purgeVisits } from './purge-visits.ts'
import { createVisits } from './visits.ts'

const app = useApp({ rate_limits: 'off' })
const { owner, viewer, stranger } = useTeam(app)
beforeAll(() => toNoon(app.clock))

const day = (ago: number) => new Date(app.clock.now().getTime() - ago * 86_400_000)
const isoDay = (ago: number) => day(ago).toISOString().slice(0, 10)
const listed = (id: string, query: Parameters<ReturnType<SharedApp['as']>['app_logs']['list']>[1] = {}) =>
  app.as(owner).app_logs.list({ app_id: id }, query)

/** As if they had been there at these times, without waiting for the writer. */
async function visited(
  app_id: string,
  rows: { page: string; who?: Person | AppPerson; ago: number; visits?: number }[],
) {
  for (const [index, { page, who, ago, visits = 1 }] of rows.entries()) {
    await app.sql`insert into app_visits (id, app_id, page, user_id, user_email, visits, created_date)
      values (${`vis_${app_id}_${index}`}, ${app_id}, ${page}, ${who?.id ?? null}, ${who?.email ?? null}, ${visits}, ${day(ago)})`
  }
}

describe('a visit', () => {
  test('is noted for anyone who may reach the app, and what is repeated in one row', {
    tags: 'slow',
  }, async () => {
    const shop = await app.make.app(owner, { public_settings: 'public_without_login' })
    const shopper = await app.make.appUser(shop)
    const visit = (client: ReturnType<SharedApp['as']>, page: string) =>
      client.app_logs.visit({ app_id: shop.id, page })
    for (const client of [app.as(owner), app.as(viewer), app.as(shopper.token), app.anonymous]) {
      expect(await visit(client, 'Home')).toEqual({ logged: true })
    }
    await visit(app.as(shopper.token), 'Home')
    await visit(app.as(shopper.token), 'Cart ü/1')
    // What is noted while others are being written comes in the next batch.
    const total = async () => (await listed(shop.id)).items.reduce((sum, { visits }) => sum + visits, 0)
    await expect.poll(total).toBe(6)
    const { items } = await listed(shop.id)
    const seen = items.map(({ page, user_email, visits }) => [page, user_email, visits])
    expect(seen).toContainEqual(['Cart ü/1', shopper.email, 1])
    expect(seen).toContainEqual(['Home', null, 1])
    expect(seen).toContainEqual(['Home', owner.email, 1])
    expect(items.length).toBeGreaterThan(4)
  })

  test('of an app that is not theirs is refused', async () => {
    const shop = await app.make.app(owner)
    const visit = (client: ReturnType<SharedApp['as']>) =>
      client.app_logs.visit({ app_id: shop.id, page: 'Home' })
    await expect(visit(app.as(stranger))).rejects.toMatchObject({ status: 404, code: 'app_not_found' })
    await expect(visit(app.anonymous)).rejects.toMatchObject({ status: 401 })
  })

  test('costs one statement for many, and no more memory than is set aside', { tags: 'slow' }, async () => {
    const { db } = app.atrium
    const shop = await app.make.app(owner)
    holdClock(app.clock) // each minute has rows of its own
    const visits = createVisits({ db, clock: app.clock, log: createLog('silent') })
    const someone = { app_id: shop.id, user_id: 'usr_1', user_email: 'a@example.com' }
    for (let i = 0; i < 5_000; i++) visits.record({ ...someone, page: `Page ${i % 10}` })
    for (let i = 0; i < 30_000; i++) visits.record({ ...someone, page: 'Home', user_id: `usr_${i}` })
    // Of an app that has gone in the meantime: the others are written all the same.
    visits.record({ ...someone, app_id: 'app_gone', page: 'x' })
    await visits.settle()
    const { pages, users } = await app.as(owner).app_logs.stats({ app_id: shop.id })
    expect(pages.slice(0, 2)).toEqual([
      { page: 'Home', visits: 19_990, users: 19_990 },
      { page: 'Page 0', visits: 500, users: 1 },
    ])
    expect(users).toBe(19_990)
  })
})

test('visits of other minutes, apps, pages and people have rows of their own', async () => {
  const [shop, other] = [await app.make.app(owner), await app.make.app(owner)]
  holdClock(app.clock)
  const visits = createVisits({ db: app.atrium.db, clock: app.clock, log: createLog('silent') })
  const one = { app_id: shop.id, page: 'Home', user_id: 'usr_1', user_email: 'a@example.com' }
  const more = [{ app_id: other.id }, { page: 'Cart' }, { user_id: 'usr_2', user_email: 'b@example.com' }]
  for (const each of [{}, {}, ...more]) visits.record({ ...one, ...each })
  app.clock.move(60)
  visits.record(one)
  await visits.settle()
  const rows = async (id: string) =>
    (await listed(id)).items.map(({ page, user_id, visits }) => `${page} ${user_id} ${visits}`).sort()
  expect(await rows(shop.id)).toEqual(['Cart usr_1 1', 'Home usr_1 1', 'Home usr_1 2', 'Home usr_2 1'])
  expect(await rows(other.id)).toEqual(['Home usr_1 1'])
})

describe('the list', () => {
  test('begins with the moment that is asked for, and ends before it', async () => {
    const shop = await app.make.app(owner)
    await visited(shop.id, [
      { page: 'First', ago: 2 },
      { page: 'Second', ago: 1 },
    ])
    const [first, second] = (await listed(shop.id)).items.toReversed().map(({ created_date }) => created_date)
    const pages = async (query: object) => (await listed(shop.id, query)).items.map(({ page }) => page)
    expect(await pages({ since: second })).toEqual(['Second'])
    expect(await pages({ since: first, until: second })).toEqual(['First'])
  })

  test('is paged and filtered, newest first', async () => {
    const shop = await app.make.app(owner)
    await visited(shop.id, [
      { page: 'Home', who: owner, ago: 5 },
      { page: 'Cart', who: viewer, ago: 3 },
      { page: 'Home', ago: 1, visits: 4 },
    ])
    const first = await listed(shop.id, { limit: 2 })
    expect(first.items.map(({ page, visits }) => [page, visits])).toEqual([
      ['Home', 4],
      ['Cart', 1],
    ])
    const rest = await listed(shop.id, { limit: 2, cursor: first.next_cursor ?? '' })
    expect(rest).toMatchObject({ items: [{ page: 'Home', user_id: owner.id }], has_more: false })
    expect((await listed(shop.id, { page: 'Cart' })).items).toMatchObject([{ user_email: viewer.email }])
    expect((await listed(shop.id, { user_id: owner.id })).items).toHaveLength(1)
    const between = { since: day(4).toISOString(), until: day(2).toISOString() }
    expect((await listed(shop.id, between)).items).toMatchObject([{ page: 'Cart' }])
    for (const until of ['0000-01-01T00:00:00Z', '9999-12-31T23:59:59-01:00', '2016-12-31T23:59:60Z'])
      await expect(listed(shop.id, { until })).rejects.toMatchObject({
        status: 422,
        body: { detail: [{ loc: ['query', 'until'] }] },
      })
    for (const until of ['9999-12-31T23:59:59Z', '9999-12-31 10:00:00+05', '9999-12-31\u202810:00:00z'])
      expect((await listed(shop.id, { until })).items).toHaveLength(3)
  })

  test('and the figures are for those who can edit the app', async () => {
    const shop = await app.make.app(owner)
    for (const [who, code] of [
      [viewer, 'editor_required'],
      [stranger, 'app_not_found'],
    ] as const) {
      await expect(app.as(who).app_logs.list({ app_id: shop.id })).rejects.toMatchObject({ code })
      await expect(app.as(who).app_logs.stats({ app_id: shop.id })).rejects.toMatchObject({ code })
    }
  })
})

describe('the figures', () => {
  test('count visits and people by day and by page', async () => {
    const shop = await app.make.app(owner)
    await visited(shop.id, [
      { page: 'Home', who: owner, ago: 0, visits: 3 },
      { page: 'Home', who: viewer, ago: 0 },
      { page: 'Cart', who: viewer, ago: 0 },
      { page: 'Home', ago: 2, visits: 2 },
      { page: 'Home', who: owner, ago: 40 },
    ])
    expect(await app.as(owner).app_logs.stats({ app_id: shop.id }, { days: 3 })).toEqual({
      visits: 7,
      users: 2,
      days: [
        { date: isoDay(2), visits: 2, users: 0 },
        { date: isoDay(0), visits: 5, users: 2 },
      ],
      pages: [
        { page: 'Home', visits: 6, users: 2 },
        { page: 'Cart', visits: 1, users: 1 },
      ],
    })
    expect((await app.as(owner).app_logs.stats({ app_id: shop.id }, { days: 90 })).visits).toBe(8)
    const today = await app.as(owner).app_logs.stats({ app_id: shop.id }, { days: 1 })
    expect(today.days).toHaveLength(1)
    await expect(app.as(owner).app_logs.stats({ app_id: shop.id }, { days: 91 })).rejects.toMatchObject({
      status: 422,
    })
  })

  test.each([1, 2, 7, 30])('of %i days are those of today and of the days before it', async (days) => {
    const shop = await app.make.app(owner)
    const agos = [...new Set([0, 1, days - 1, days])]
    await visited(
      shop.id,
      agos.map((ago) => ({ page: 'Home', ago })),
    )
    const figures = await app.as(owner).app_logs.stats({ app_id: shop.id }, { days })
    const within = agos.filter((ago) => ago < days).toReversed()
    expect(figures.days.map(({ date }) => date)).toEqual(within.map(isoDay))
    expect(figures.visits).toBe(within.length)
  })

  test('name the 100 pages with the most visits, those of as many by their names', async () => {
    const shop = await app.make.app(owner)
    const name = (n: number) => `Page ${String(n).padStart(3, '0')}`
    await visited(
      shop.id,
      Array.from({ length: 102 }, (_, n) => ({ page: name(n), ago: 0, visits: n === 101 ? 2 : 1 })),
    )
    const figures = await app.as(owner).app_logs.stats({ app_id: shop.id })
    const first = Array.from({ length: 99 }, (_, n) => name(n))
    expect(figures.pages.map(({ page }) => page)).toEqual([name(101), ...first])
    expect(figures.visits).toBe(103)
  })

  test('of nothing are 0', async () => {
    const shop = await app.make.app(owner)
    expect(await app.as(owner).app_logs.stats({ app_id: shop.id })).toEqual({
      visits: 0,
      users: 0,
      days: [],
      pages: [],
    })
  })

  test('that would take too long are refused', { tags: 'slow' }, async () => {
    const hurried = await startApp({ database_url: app.databaseUrl }, { longestQueryMs: 1 })
    const shop = await app.make.app(owner)
    await fillTables(app.databaseUrl, (db) =>
      sql`insert into app_visits (id, app_id, page, user_id, visits, created_date)
      select 'vis_' || n, ${shop.id}, 'Page ' || n % 50, 'usr_' || n % 1000, 1, ${day(0)}::timestamptz - n * interval '1 second'
        from generate_series(1, 100000) n`.execute(db),
    )
    const asking = hurried.as(owner).app_logs.stats({ app_id: shop.id })
    await expect(asking).rejects.toMatchObject({ status: 400, code: 'query_too_slow' })
  })
})

test('after 90 days visits are forgotten, however many they are', async () => {
  const shop = await app.make.app(owner)
  await app.sql`insert into app_visits (id, app_id, page, visits, created_date)
    select ${`vis_${shop.id}_old`} || n, ${shop.id}, 'Old', 1, ${day(91)} from generate_series(1, 5001) n`
  await visited(shop.id, [
    { page: 'Old', ago: 91 },
    { page: 'New', ago: 89 },
  ])
  const { db } = app.atrium
  const context = { attempt: 1, signal: new AbortController().signal }
  await purgeVisits.run({ db, clock: app.clock } as never, {}, context)
  expect((await listed(shop.id)).items).toMatchObject([{ page: 'New' }])
})
