import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { holdClock } from '../../../../test/hold-clock.ts'
import { refusal } from '../../../../test/refusal.ts'
import { toNoon } from '../../../../test/to-noon.ts'
import { useApp } from '../../../../test/use-app.ts'
import { useTeam } from '../../../../test/use-team.ts'
import { type AdScene, adScene, USA } from '../test/ad-scene.ts'

const app = useApp({ rate_limits: 'off', role: 'api' })
const { owner } = useTeam(app)
let scene: AdScene
let bare: { app_id: string }

beforeAll(async () => {
  toNoon(app.clock)
  bare = { app_id: (await app.make.app(owner)).id }
})
beforeEach(async () => {
  scene = await adScene(app, owner)
})

const DAY = 86_400
const NOTHING = { impressions: 0, clicks: 0, cost_micros: 0, conversions: 0 }
const here = () => ({ app_id: scene.app_id })
const place = ({ id }: { id: string }) => ({ app_id: scene.app_id, campaign_id: id })
const trail = async (action: string) => {
  const { items } = await app.as(owner).audit.list({ app_id: scene.app_id, action })
  return items.map(({ actor_id, detail }) => ({ actor_id, detail }))
}

describe('who may look at or change all campaigns', () => {
  test('those who can edit the app', async () => {
    const viewer = app.as(await app.make.person('viewer', { id: owner.workspace_id }))
    const stranger = app.as(await app.make.person('owner'))
    for (const name of ['pause_all', 'sync', 'metrics', 'budget_bounds'] as const) {
      await expect(viewer.campaigns[name](here())).rejects.toEqual(refusal(403, 'editor_required'))
      await expect(stranger.campaigns[name](here())).rejects.toEqual(refusal(404, 'app_not_found'))
    }
  })
})

describe('pausing all', () => {
  test('stops what runs, and what would start by itself', { tags: 'slow' }, async () => {
    const [running, waiting, paused, removed] = [
      await scene.create(),
      await scene.create(),
      await scene.create(),
      await scene.create(),
    ]
    await scene.client.campaigns.pause(place(paused))
    await scene.client.campaigns.delete(place(removed))
    await scene.platform.setCampaignStatus(scene.customer_id, waiting.platform_campaign_id, 'PAUSED')
    await app.sql`update ad_campaigns set status = 'PAUSED', pause_reason = 'tracking_pending'
      where id = ${waiting.id}`
    expect(await scene.client.campaigns.pause_all(here())).toEqual({
      paused: 2,
      already_paused: 1,
      failed: [],
    })
    const { items } = await scene.client.campaigns.list(here())
    expect(items.map(({ id, status, pause_reason }) => [id, status, pause_reason])).toEqual([
      [removed.id, 'REMOVED', null],
      [paused.id, 'PAUSED', 'user'],
      [waiting.id, 'PAUSED', 'user'],
      [running.id, 'PAUSED', 'user'],
    ])
    expect(await scene.onPlatform(running)).toMatchObject({ status: 'PAUSED' })
    expect(await trail('campaigns.pause')).toHaveLength(3)
    expect(await scene.client.campaigns.pause_all(here())).toEqual({
      paused: 0,
      already_paused: 3,
      failed: [],
    })
  })

  test('also what runs on the platform without our knowing', async () => {
    const campaign = await scene.create()
    await scene.client.campaigns.pause(place(campaign))
    await scene.platform.setCampaignStatus(scene.customer_id, campaign.platform_campaign_id, 'ENABLED')
    expect(await scene.client.campaigns.pause_all(here())).toMatchObject({ paused: 1, already_paused: 0 })
    expect(await scene.onPlatform(campaign)).toMatchObject({ status: 'PAUSED' })
  })

  test('one that fails does not stop the others, and is reported', async () => {
    const lost = await scene.create({ campaign_name: 'A [pause-timeout-lost]' })
    const silent = await scene.create({ campaign_name: 'B [pause-unavailable]' })
    const others = [await scene.create(), await scene.create(), await scene.create()]
    const { paused, failed } = await scene.client.campaigns.pause_all(here())
    expect(paused).toBe(3)
    expect(failed.toSorted((a, b) => (a.code < b.code ? -1 : 1))).toEqual([
      { campaign_id: silent.id, code: 'ad_platform_unavailable', message: expect.any(String) },
      { campaign_id: lost.id, code: 'outcome_unknown', message: expect.any(String) },
    ])
    for (const other of others) expect(await scene.onPlatform(other)).toMatchObject({ status: 'PAUSED' })
  })

  test('is refused without an account, or without its platform', async () => {
    await expect(scene.client.campaigns.pause_all(bare)).rejects.toEqual(refusal(409, 'no_ads_account'))
    await scene.set('ad_accounts', scene.account_id, 'platform', 'google')
    await expect(scene.client.campaigns.pause_all(here())).rejects.toEqual(
      refusal(503, 'ad_platform_unavailable'),
    )
  })
})

describe('a sync', () => {
  test('takes over what is different, and tells how much', async () => {
    const [one, two] = [await scene.create(), await scene.create()]
    await scene.create()
    app.clock.move(11 * 60)
    expect(await scene.client.campaigns.sync(here())).toMatchObject({ checked: 3, added: 0, missing: 0 })
    expect(await scene.client.campaigns.sync(here())).toEqual({
      checked: 3,
      added: 0,
      updated: 0,
      missing: 0,
    })
    await scene.platform.setCampaignStatus(scene.customer_id, one.platform_campaign_id, 'PAUSED')
    await scene.platform.removeCampaign(scene.customer_id, two.platform_campaign_id)
    const answer = { checked: 3, added: 0, updated: 2, missing: 0 }
    expect(await scene.client.campaigns.sync(here())).toEqual(answer)
    expect(await scene.row(one.id)).toMatchObject({ status: 'PAUSED', pause_reason: 'user' })
    expect(await scene.row(two.id)).toMatchObject({ status: 'REMOVED' })
    expect((await trail('campaigns.sync'))[0]).toEqual({ actor_id: owner.id, detail: answer })
  })

  test('adopts what the platform has under a reference of ours', async () => {
    const kept = await scene.create()
    const campaign = await scene.create({ business_description: 'Tables of oak' })
    await app.sql`delete from ad_campaigns where id = ${campaign.id}`
    expect(await scene.client.campaigns.sync(here())).toMatchObject({ checked: 2, added: 1 })
    const { items } = await scene.client.campaigns.list(here())
    const adopted = items.find(({ id }) => id !== kept.id)
    expect(adopted).toMatchObject({
      id: expect.any(String),
      platform_campaign_id: campaign.platform_campaign_id,
      campaign_name: campaign.campaign_name,
      business_description: 'Tables of oak',
      status: 'ENABLED',
    })
    expect(adopted?.id).not.toBe(campaign.id)
    expect(await trail('campaigns.adopt')).toMatchObject([{ actor_id: null }])
    expect(await scene.client.campaigns.sync(here())).toMatchObject({ added: 0 })
  })

  test('starts none of them by itself', async () => {
    scene = await adScene(app, owner, { is_tracked: false })
    const campaign = await scene.create()
    await app.sql`delete from ad_campaigns where id = ${campaign.id}`
    await scene.client.campaigns.sync(here())
    const { items } = await scene.client.campaigns.list(here())
    expect(items).toMatchObject([{ status: 'PAUSED', pause_reason: 'user' }])
  })

  test.each(['started', 'account_sent', 'campaign_sent', 'enable_sent', 'outcome_unknown'])(
    'leaves a campaign to its launch, which is %s',
    async (state) => {
      const campaign = await scene.create()
      await app.sql`update ad_launches set state = ${state} where campaign_id = ${campaign.id}`
      await app.sql`delete from ad_campaigns where id = ${campaign.id}`
      expect(await scene.client.campaigns.sync(here())).toMatchObject({ checked: 1, added: 0 })
    },
  )

  test('leaves what the platform does not know', async () => {
    const campaign = await scene.create()
    await scene.set('ad_campaigns', campaign.id, 'platform_campaign_id', '99999999999')
    expect(await scene.client.campaigns.sync(here())).toMatchObject({ checked: 1, added: 1, missing: 1 })
    expect(await scene.row(campaign.id)).toMatchObject({ status: 'ENABLED' })
  })

  test('finds the launches whose answer was lost', async () => {
    await expect(scene.create({ campaign_name: '[timeout-applied]' })).rejects.toEqual(
      refusal(409, 'outcome_unknown'),
    )
    expect(await scene.client.campaigns.sync(here())).toMatchObject({ checked: 1, added: 0 })
    const { items } = await scene.client.campaigns.list(here(), { include_metrics: false })
    expect(items).toMatchObject([{ campaign_name: '[timeout-applied]' }])
  })

  test('is refused without an account, and while the platform is silent', async () => {
    await expect(scene.client.campaigns.sync(bare)).rejects.toEqual(refusal(409, 'no_ads_account'))
    await scene.create({ campaign_name: '[reads-fail]' })
    await expect(scene.client.campaigns.sync(here())).rejects.toEqual(refusal(503, 'ad_platform_unavailable'))
  })

  test('an account that is being opened is none yet', async () => {
    await app.sql`update ad_accounts set status = 'PENDING', platform_customer_id = null
      where id = ${scene.account_id}`
    await expect(scene.client.campaigns.sync(here())).rejects.toEqual(refusal(409, 'no_ads_account'))
    expect(await scene.client.campaigns.metrics(here())).toMatchObject({ rows: [], totals: NOTHING })
  })
})

describe('figures by day', () => {
  test('have a row for each campaign and day, newest first, and their sums', async () => {
    holdClock(app.clock) // those of today grow
    const [one, two] = [await scene.create(), await scene.create()]
    app.clock.move(10 * DAY)
    const all = await scene.client.campaigns.metrics(here(), { date_range: 'LAST_7_DAYS' })
    const today = app.clock.now().toISOString().slice(0, 10)
    expect(all).toMatchObject({ end_date: today, truncated: false })
    expect(new Set(all.rows.map(({ campaign_id }) => campaign_id))).toEqual(new Set([one.id, two.id]))
    expect(all.rows.map(({ date }) => date)).toEqual(
      all.rows
        .map(({ date }) => date)
        .sort()
        .reverse(),
    )
    expect(all.rows.every(({ date }) => date >= String(all.start_date) && date <= today)).toBe(true)
    const sum = (field: 'impressions' | 'clicks' | 'cost_micros') =>
      all.rows.reduce((total, row) => total + row[field], 0)
    expect(all.totals).toMatchObject({
      impressions: sum('impressions'),
      clicks: sum('clicks'),
      cost_micros: sum('cost_micros'),
    })
    const alone = await scene.client.campaigns.metrics(here(), {
      date_range: 'LAST_7_DAYS',
      campaign_id: one.id,
    })
    expect(alone.rows).toEqual(all.rows.filter(({ campaign_id }) => campaign_id === one.id))
  })

  test('are of explicit days, if they are sent', async () => {
    await scene.create()
    const start = app.clock.now().toISOString().slice(0, 10)
    app.clock.move(5 * DAY)
    const { rows, ...rest } = await scene.client.campaigns.metrics(here(), {
      date_range: 'TODAY',
      start_date: start,
      end_date: start,
    })
    expect(rest).toMatchObject({ start_date: start, end_date: start })
    expect(rows.map(({ date }) => date)).toEqual([start])
  })

  test('are notified of campaigns that only the platform has', async () => {
    const { platform_campaign_id, id } = await scene.create()
    app.clock.move(3 * DAY)
    await app.sql`delete from ad_campaigns where id = ${id}`
    const { rows } = await scene.client.campaigns.metrics(here())
    expect(rows[0]).toMatchObject({ campaign_id: null, platform_campaign_id })
  })

  test('are none without an account, nor on a day that there is not', async () => {
    expect(await scene.client.campaigns.metrics(bare)).toMatchObject({
      rows: [],
      totals: NOTHING,
      truncated: false,
    })
  })

  const days = (start_date?: string, end_date?: string) => ({
    ...(start_date && { start_date }),
    ...(end_date && { end_date }),
  })
  test.each([
    ['date_range_incomplete', days('2026-01-01')],
    ['date_range_incomplete', days(undefined, '2026-01-01')],
    ['date_range_reversed', days('2026-01-02', '2026-01-01')],
    ['date_range_too_long', days('2026-01-01', '2026-04-03')],
  ])('400 %s: %o', async (code, query) => {
    await expect(scene.client.campaigns.metrics(here(), query)).rejects.toEqual(refusal(400, code))
  })

  test('92 days of all campaigns, 366 of one', async () => {
    const campaign_id = (await scene.create()).id
    const { metrics } = scene.client.campaigns
    expect(await metrics(here(), days('2026-01-01', '2026-04-02'))).toMatchObject({ rows: [] })
    expect(await metrics(here(), { campaign_id, ...days('2025-01-01', '2026-01-01') })).toMatchObject({
      rows: [],
    })
    await expect(metrics(here(), { campaign_id, ...days('2025-01-01', '2026-01-02') })).rejects.toEqual(
      refusal(400, 'date_range_too_long'),
    )
  })

  test('of an unknown or foreign campaign are refused', async () => {
    const other = await adScene(app, owner)
    const { id } = await other.create()
    for (const campaign_id of ['cmp_nope', id])
      await expect(scene.client.campaigns.metrics(here(), { campaign_id })).rejects.toEqual(
        refusal(404, 'campaign_not_found'),
      )
  })

  test('that cannot be read are refused', async () => {
    await scene.create({ campaign_name: '[metrics-fail]' })
    await expect(scene.client.campaigns.metrics(here())).rejects.toMatchObject({
      status: 503,
      code: 'ad_platform_unavailable',
      retry_after: 30,
    })
    await scene.set('ad_accounts', scene.account_id, 'platform', 'google')
    await expect(scene.client.campaigns.metrics(here())).rejects.toEqual(
      refusal(503, 'ad_platform_unavailable'),
    )
  })
})

describe('the bounds of budgets', () => {
  test('are those of the account', async () => {
    scene = await adScene(app, owner, { currency_code: 'JPY' })
    expect(await scene.client.campaigns.budget_bounds(here())).toEqual({
      currency_code: 'JPY',
      budget: {
        SMART: { min_micros: 150_000_000, max_micros: 150_000_000_000, unit_micros: 1_000_000 },
        PERFORMANCE_MAX: { min_micros: 750_000_000, max_micros: 1_500_000_000_000, unit_micros: 1_000_000 },
      },
    })
  })

  test('without one, those of the currency that it would be opened in', async () => {
    expect(await scene.client.campaigns.budget_bounds(bare)).toMatchObject({ currency_code: 'USD' })
    const israeli = await app.make.person('owner')
    await app.sql`update workspaces set billing_country = 'IL' where id = ${israeli.workspace_id}`
    const { id: app_id } = await app.make.app(israeli)
    expect(await app.as(israeli).campaigns.budget_bounds({ app_id })).toMatchObject({
      currency_code: 'ILS',
      budget: {
        PERFORMANCE_MAX: { min_micros: 20_000_000, max_micros: 40_000_000_000, unit_micros: 10_000 },
      },
    })
  })

  test('hold: the lowest and the highest are taken', async () => {
    const { budget } = await scene.client.campaigns.budget_bounds(here())
    for (const micros of [budget.SMART.min_micros, budget.SMART.max_micros])
      expect(await scene.create({ daily_budget_micros: micros, geo_targets: [USA] })).toMatchObject({
        daily_budget_micros: micros,
      })
  })
})
