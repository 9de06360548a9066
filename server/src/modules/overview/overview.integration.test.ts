import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { bring } from '../../../test/bring.ts'
import { fillTables } from '../../../test/fill-tables.ts'
import { refusal } from '../../../test/refusal.ts'
import { startApp } from '../../../test/start-app.ts'
import { lastDays } from '../../platform/time/day-range.ts'
import { useAdReports } from '../ads/test/ad-reports.ts'
import { adAccount, adCampaign } from '../ads/test/ad-rows.ts'
import { figureOf } from './day-figures.ts'

/** At noon of 18 November 2026. */
const { app, owner, viewer, stranger, shop, load } = useAdReports()
const NOON = Date.parse('2026-11-18T12:00:00Z')
const ago = (days: number) => new Date(NOON - days * 86_400_000)

const ofApp = (who = owner, days = 7) => app.as(who).apps.overview({ app_id: shop.id }, { days })
const ofWorkspace = (who = owner, days = 7) =>
  app.as(who).workspaces.overview({ workspaceId: owner.workspace_id, days })

/** One of each on these days, counted back from today. */
async function happened(app_id: string, ...days: number[]) {
  await app.sql`insert into functions values (${app_id}, 'greet', 'dep_1', now(), now()) on conflict do nothing`
  await app.sql`insert into workflows (id, app_id, name, status, trigger, version, created_date, updated_date)
    values (${`wfl_${app_id}`}, ${app_id}, 'Nightly', 'active', '{"type":"manual"}', 1, now(), now()) on conflict do nothing`
  await app.sql`insert into webhooks (id, app_id, source, target_url, events, created_date, updated_date)
    values (${`whk_${app_id}`}, ${app_id}, 'app', 'https://hooks.example.com', '{entity.created}', now(), now())
    on conflict do nothing`
  for (const days_ago of days) {
    const at = ago(days_ago)
    const id = `${app_id}_${days_ago}`
    await app.sql`insert into app_visits (id, app_id, page, user_id, visits, created_date) values
      (${`vis_${id}`}, ${app_id}, 'Home', 'usr_same', 3, ${at}), (${`vis_${id}_b`}, ${app_id}, 'Home', null, 1, ${at})`
    await app.sql`insert into function_invocations values
      (${`fin_${id}`}, ${app_id}, 'greet', 'dep_1', 'req', 'http', 'GET', 500, 1, null, ${at}),
      (${`fin_${id}_b`}, ${app_id}, 'greet', 'dep_1', 'req', 'http', 'GET', 200, 1, null, ${at})`
    await app.sql`insert into workflow_runs
      (id, app_id, workflow_id, version, status, trigger_type, is_test_run, created_date, completed_at) values
      (${`run_${id}`}, ${app_id}, ${`wfl_${app_id}`}, 1, 'failed', 'manual', false, ${at}, ${at}),
      (${`run_${id}_b`}, ${app_id}, ${`wfl_${app_id}`}, 1, 'failed', 'manual', true, ${at}, ${at})`
    await app.sql`insert into webhook_events (id, app_id, type, body, created_date)
      select ${`evt_${id}`} || n, ${app_id}, 'entity.created', '{}', ${at} from generate_series(1, 4) n`
    await app.sql`insert into deliveries (id, event_id, event_type, webhook_id, status, epoch, created_date)
      select ${`dlv_${id}`} || n, ${`evt_${id}`} || n, 'entity.created', ${`whk_${app_id}`},
             case n when 1 then 'failed' else 'succeeded' end, 1, ${at} from generate_series(1, 4) n`
    await app.sql`insert into webhook_queue (seq, webhook_id, delivery_id, event_id, lane, epoch, next_at, created_date)
      select seq, webhook_id, id, event_id, 0, 1, now(), created_date from deliveries where id = ${`dlv_${id}4`}`
    await app.sql`insert into app_users (app_id, user_id, email, created_date, updated_date)
      values (${app_id}, ${`usr_${id}`}, ${`${id}@example.com`}, ${at}, ${at})`
    await app.sql`insert into credit_uses (id, workspace_id, user_id, app_id, kind, amount, created_date)
      values (${`use_${id}`}, ${owner.workspace_id}, ${viewer.id}, ${app_id}, 'generation', 0.1, ${at})`
  }
}

const EVERY_DAY = (count: number) => [0, 0, 0, 0, count, 0, count]

describe('the overview of an app', () => {
  beforeEach(() => happened(shop.id, 0, 2, 8))

  test('counts by day, with the days before', async () => {
    await load({ tracking_verified_date: 'now-40d' }, [adCampaign(shop.id, 'a', { created_date: 'now-20d' })])
    const { dates, figures } = await ofApp()
    expect([dates[0], dates.at(-1), dates.length]).toEqual(['2026-11-12', '2026-11-18', 7])
    const { ad_spend, ...counted } = figures
    expect(counted).toEqual({
      visits: { value: 8, previous: 4, by_day: EVERY_DAY(4) },
      active_users: { value: 1, previous: 1, by_day: EVERY_DAY(1) },
      new_users: { value: 2, previous: 1, by_day: EVERY_DAY(1) },
      // Those of more than 7 days ago are not kept.
      failed_calls: { value: 2, previous: null, by_day: EVERY_DAY(1) },
      failed_runs: { value: 2, previous: 1, by_day: EVERY_DAY(1) },
      deliveries_succeeded: { value: 4, previous: 2, by_day: EVERY_DAY(2) },
      deliveries_failed: { value: 2, previous: 1, by_day: EVERY_DAY(1) },
      credits_used: { value: 0.2, previous: 0.1, by_day: EVERY_DAY(0.1) },
    })
    expect(ad_spend?.currency_code).toBe('USD')
    expect(ad_spend?.value).toBeGreaterThan(0)
    const spent = await app
      .as(owner)
      .ads.dashboard({ app_id: shop.id }, { start_date: '2026-11-12', end_date: '2026-11-18' })
    expect(ad_spend).toMatchObject({
      value: spent.cost_micros.value,
      previous: spent.cost_micros.previous,
      by_day: spent.by_day.map(({ cost_micros }) => cost_micros),
    })
  })

  test('leaves out what a viewer may not see, and is nothing to strangers', async () => {
    const { figures } = await ofApp(viewer)
    expect(Object.keys(figures)).toEqual(['failed_calls', 'failed_runs'])
    const editor = await app.make.person('editor', { id: owner.workspace_id })
    expect((await ofApp(editor)).figures).not.toHaveProperty('credits_used')
    const guest = await app.make.person('guest', { id: owner.workspace_id })
    for (const who of [stranger, guest])
      await expect(ofApp(who)).rejects.toEqual(refusal(404, 'app_not_found'))
  })

  test('has 14 days unless others are asked for, at most 30', async () => {
    const at = { app_id: shop.id }
    expect((await app.as(owner).apps.overview(at)).dates).toHaveLength(14)
    expect((await app.as(owner).apps.overview(at, { days: 30 })).dates).toHaveLength(30)
    await expect(app.as(owner).apps.overview(at, { days: 31 })).rejects.toMatchObject({ status: 422 })
  })
})

describe('the overview of a workspace', () => {
  test('adds up the apps that the caller can open', async () => {
    const other = await app.make.app(owner)
    await happened(other.id, 1)
    const elsewhere = await app.make.app(stranger)
    await happened(elsewhere.id, 1)
    const all = await ofWorkspace()
    const guest = await app.make.person('guest', { id: owner.workspace_id })
    expect(await ofWorkspace(guest)).toMatchObject({ apps_counted: 0, figures: {} })
    await app.make.collaborator(other, guest, 'editor')
    const given = await ofWorkspace(guest)
    expect(given.apps_counted).toBe(1)
    expect(given.figures.visits).toEqual({ value: 4, previous: 0, by_day: [0, 0, 0, 0, 0, 4, 0] })
    expect(given.figures).not.toHaveProperty('credits_used')
    expect(all.apps_counted).toBeGreaterThan(1)
    expect(all.is_partial).toBe(false)
    expect(all.figures.failed_runs?.value).toBeGreaterThanOrEqual(1)
    const limited = await app.make.token(owner, { app_ids: [other.id] })
    const own = await app.as(limited).workspaces.overview({ workspaceId: owner.workspace_id, days: 7 })
    expect(own).toMatchObject({ apps_counted: 1, figures: { credits_used: { value: 0.1 } } })
  })

  test('counts a person once who uses several of its apps', async () => {
    const manager = await app.make.person('owner')
    const apps = [await app.make.app(manager), await app.make.app(manager)]
    for (const [index, { id }] of apps.entries())
      for (const days of [0, 3, 9])
        await app.sql`insert into app_visits (id, app_id, page, user_id, visits, created_date)
          values (${`vis_${id}_${days}`}, ${id}, 'Home', 'usr_both', ${index + 1}, ${ago(days)})`
    const { workspace_id: workspaceId } = manager
    const { visits, active_users } = (await app.as(manager).workspaces.overview({ workspaceId, days: 7 }))
      .figures
    expect(visits).toEqual({ value: 6, previous: 3, by_day: [0, 0, 0, 3, 0, 0, 3] })
    expect(active_users).toEqual({ value: 1, previous: 1, by_day: [0, 0, 0, 1, 0, 0, 1] })
  })

  test('says what all ads cost, or that it is not known while one account cannot be read', async () => {
    const advertiser = await app.make.person('owner')
    const apps = [await app.make.app(advertiser), await app.make.app(advertiser)]
    const created_date = '2026-10-20T12:00:00Z'
    await bring(app, {
      ads_accounts: apps.map(({ id }) => adAccount(id, { created_date })),
      ads_campaigns: apps.map(({ id }) => adCampaign(id, 'a', { created_date })),
    })
    const client = app.as(advertiser)
    const workspaceId = advertiser.workspace_id
    const spend = async () => (await client.workspaces.overview({ workspaceId, days: 7 })).figures.ad_spend
    const ofEach = apps.map(
      async ({ id }) => (await client.apps.overview({ app_id: id }, { days: 7 })).figures,
    )
    const [one, other] = (await Promise.all(ofEach)).map(({ ad_spend }) => ad_spend?.value ?? 0)
    expect(Math.min(one ?? 0, other ?? 0)).toBeGreaterThan(0)
    expect(await spend()).toMatchObject({ value: (one ?? 0) + (other ?? 0), currency_code: 'USD' })
    for (const { id } of apps) {
      // It was opened where this server does not advertise any more.
      await app.sql`update ad_accounts set platform = 'google' where app_id = ${id}`
      expect(await spend()).toMatchObject({ value: null, previous: null, by_day: Array(7).fill(null) })
      await app.sql`update ad_accounts set platform = 'sandbox' where app_id = ${id}`
    }
  })

  test('is for those who belong to it', async () => {
    await expect(ofWorkspace(stranger)).rejects.toEqual(refusal(404, 'workspace_not_found'))
  })
})

test('what cannot be counted in time is null, and the other figures are there', {
  tags: 'slow',
}, async () => {
  const hurried = await startApp({ database_url: app.databaseUrl }, { longestQueryMs: 5 })
  await fillTables(app.databaseUrl, (db) =>
    sql`insert into app_visits (id, app_id, page, user_id, visits, created_date)
      select 'vis_many_' || n, ${shop.id}, 'Page', 'usr_' || n % 1000, 1, now() - n * interval '1 second'
        from generate_series(1, 200000) n`.execute(db),
  )
  const { figures } = await hurried.as(owner).apps.overview({ app_id: shop.id }, { days: 7 })
  expect(figures.visits).toEqual({ value: null, previous: null, by_day: Array(7).fill(null) })
  expect(figures.ad_spend).toMatchObject({ value: 0, currency_code: null })
})

test('says where no money was spent, and nowhere else', { tags: 'slow' }, async () => {
  const google_ads = {
    ...{ baseUrl: 'http://127.0.0.1:1', tokenUrl: 'http://127.0.0.1:1/token', managerId: '1234567890' },
    ...{ clientId: 'client', clientSecret: 'hush', refreshToken: 'refresh' },
    ...{ developerToken: null, utcZone: 'Africa/Abidjan' },
  }
  const connected = await startApp({ database_url: app.databaseUrl, google_ads })
  for (const [server, isSandbox] of [
    [app, true],
    [connected, false],
  ] as const) {
    const { figures } = await server.as(owner).apps.overview({ app_id: shop.id }, { days: 7 })
    expect(figures.ad_spend?.is_sandbox).toBe(isSandbox)
  }
})

describe('figures of days', () => {
  const now = new Date('2026-11-18T12:00:00Z')
  const counts = [
    { date: '2026-11-18', count: 2 },
    { date: '2026-11-16', count: 1 },
    { date: '2026-11-15', count: 4 },
  ]

  test.each([
    ['all is kept', 90, { value: 3, previous: 4, by_day: [1, 0, 2] }],
    ['the days before are not', 4, { value: 3, previous: null, by_day: [1, 0, 2] }],
    ['nor the first of the days', 2, { value: 2, previous: null, by_day: [null, 0, 2] }],
  ])('%s', (_, kept, expected) => {
    expect(figureOf(counts, lastDays(now, 3), now, kept)).toEqual(expected)
  })
})
