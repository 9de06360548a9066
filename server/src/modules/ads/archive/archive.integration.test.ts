import { beforeEach, describe, expect, test } from 'vitest'
import type { SharedApp } from '../../../../test/app.ts'
import { bring, take } from '../../../../test/bring.ts'
import { useApp } from '../../../../test/use-app.ts'
import { useTeam } from '../../../../test/use-team.ts'
import { adAccount, adCampaign } from '../test/ad-rows.ts'

const NOON = '2026-11-18T12:00:00Z'
let moment = NOON
const clock = { now: () => new Date(moment), move() {} }
beforeEach(() => {
  moment = NOON
})
const app = useApp({ rate_limits: 'off' }, { clock })
const other = useApp({ rate_limits: 'off' }, { clock })
const { owner } = useTeam(app, beforeEach)
let shop: string
beforeEach(async () => {
  shop = (await app.make.app(owner)).id
})

type Rows = Record<string, unknown>
const load = (rows: Rows, into = app) => bring({ atrium: into.atrium, clock }, rows)
const save = async (from = app): Promise<Record<string, Rows[]>> =>
  JSON.parse(await take(from, [owner.workspace_id]))
/** The owner's rows are of no further use there, but their token is. */
async function moved(): Promise<{ client: ReturnType<SharedApp['as']>; whole: Rows }> {
  const whole = await save()
  const secret = `pat_moved_${shop}_${whole.apps?.length}`
  const credential = { kind: 'personal_token', secret, user_id: owner.id, workspace_id: owner.workspace_id }
  await load({ ...whole, credentials: [credential] }, other)
  return { client: other.as(secret), whole }
}

const ads = () => app.as(owner).ads
const campaigns = () => app.as(owner).campaigns

const EXAMPLE = {
  campaign_name: 'Desks',
  campaign_type: 'SMART' as const,
  daily_budget_micros: 15_000_000,
  landing_page: 'https://tables.example.com/',
  business_name: 'Northern Tables',
  keyword_themes: ['oak table'],
  geo_targets: ['geoTargetConstants/2840'],
}

describe('imported', () => {
  test.each(['SMART', 'PERFORMANCE_MAX'])(
    'a %s campaign that tells no more than it must can be changed',
    { tags: 'slow' },
    async (type) => {
      const { id, platform_campaign_id, created_date } = adCampaign(shop, type)
      const bare = {
        ...{ id, app_id: shop, platform_campaign_id, created_date, campaign_type: type, status: 'ENABLED' },
        ...{ campaign_name: 'Northern Tables in oak', daily_budget_micros: 50_000_000 },
        landing_page: 'https://tables.example.com/',
      }
      await load({ ads_accounts: [adAccount(shop)], ads_campaigns: [bare] })
      const path = { app_id: shop, campaign_id: id }
      const { keyword_themes } = await campaigns().read(path)
      expect(keyword_themes).toEqual(type === 'SMART' ? ['Northern Tables in oak'] : [])
      for (const change of [
        { field: 'name', value: 'Tables' },
        { field: 'budget', value: 60_000_000 },
        { field: 'keyword_themes', value: ['oak table'] },
        { field: 'search_themes', value: ['dining'] },
        { field: 'geo_targets', value: ['geoTargetConstants/2840'] },
        { field: 'landing_page', value: 'https://tables.example.com/sale' },
        { field: 'ad_copy', value: { headlines: ['Oak tables'] } },
      ] as const)
        await campaigns().update(path, change as never)
      expect(await campaigns().read(path)).toMatchObject({
        campaign_name: 'Tables',
        daily_budget_micros: 60_000_000,
      })
      await expect(
        campaigns().update(path, { field: 'landing_page', value: 'https://uncrawlable.test/' }),
      ).rejects.toMatchObject({
        code: 'rejected_by_platform',
      })
    },
  )

  test('an account and its campaigns work at once, with the past that they tell of', {
    tags: 'slow',
  }, async () => {
    const counts = await load({
      ads_accounts: [adAccount(shop, { tracking_verified_date: 'now-60d' })],
      ads_campaigns: [
        adCampaign(shop, 'running'),
        adCampaign(shop, 'paused', { status: 'PAUSED', updated_date: 'now-20d' }),
        adCampaign(shop, 'waiting', {
          ...{ status: 'PAUSED', pause_reason: 'tracking_pending', updated_date: 'now-5d' },
        }),
        adCampaign(shop, 'gone', { status: 'REMOVED', updated_date: 'now-40d' }),
        adCampaign(shop, 'new', { created_date: 'now-2d' }),
      ],
    })
    expect(counts).toEqual({ ads_accounts: 1, ads_campaigns: 5 })
    const { account } = await ads().read_account({ app_id: shop })
    expect(account).toMatchObject({ id: `acc_${shop}`, status: 'ACTIVE', timezone: 'UTC' })

    const { items } = await campaigns().list({ app_id: shop })
    const reported = Object.fromEntries(items.map((one) => [one.campaign_name, one]))
    expect(reported['Campaign running']).toMatchObject({ status: 'ENABLED', review_status: 'REVIEWED' })
    expect(reported['Campaign running']?.serving_status).toBe('SERVING')
    expect(reported['Campaign paused']).toMatchObject({ status: 'PAUSED', pause_reason: 'user' })
    expect(reported['Campaign waiting']).toMatchObject({ status: 'PAUSED', pause_reason: 'tracking_pending' })
    expect(reported['Campaign gone']).toMatchObject({ status: 'REMOVED', primary_status: 'REMOVED' })
    expect(reported['Campaign new']).toMatchObject({ status: 'ENABLED', primary_status: 'LEARNING' })
    // What is stored is what the platform says, also before anybody asked it.
    const stored = await app.sql<Rows>`
      select campaign_name, primary_status, learning_ends_at from ad_campaigns where app_id = ${shop}`
    for (const row of stored) {
      expect(reported[String(row.campaign_name)]).toMatchObject({ primary_status: row.primary_status })
    }

    const spent = async (first: string, last: string) => {
      const { by_campaign } = await ads().dashboard({ app_id: shop }, { start_date: first, end_date: last })
      return by_campaign.map(({ campaign_name }) => campaign_name).sort()
    }
    expect(await spent('2026-09-01', '2026-09-30')).toEqual([
      'Campaign gone',
      'Campaign paused',
      'Campaign running',
    ])
    expect(await spent('2026-10-15', '2026-10-25')).toEqual(['Campaign paused', 'Campaign running'])
    expect(await spent('2026-11-17', '2026-11-17')).toEqual(['Campaign new', 'Campaign running'])
    const { conversions } = await ads().dashboard({ app_id: shop })
    expect(conversions.value).toBeGreaterThan(0)
  })

  test('a campaign can be paused, changed, resumed and deleted', async () => {
    await load({ ads_accounts: [adAccount(shop)], ads_campaigns: [adCampaign(shop, 'a')] })
    const campaign_id = `cmp_${shop}_a`
    const path = { app_id: shop, campaign_id }
    expect(await campaigns().pause(path)).toEqual({ status: 'paused' })
    expect(await campaigns().read(path)).toMatchObject({ status: 'PAUSED', pause_reason: 'user' })
    expect(await campaigns().resume(path)).toEqual({ status: 'resumed' })
    await campaigns().update(path, { field: 'budget', value: 60_000_000 })
    expect(await campaigns().read(path)).toMatchObject({ daily_budget_micros: 60_000_000 })
    expect(await campaigns().delete(path)).toEqual({ status: 'deleted' })
  })

  test('what the row tells of its standing is kept until the platform is asked', {
    tags: 'slow',
  }, async () => {
    const standing = { review_status: 'REVIEW_IN_PROGRESS', primary_status: 'PENDING' }
    await load({ ads_accounts: [adAccount(shop)], ads_campaigns: [adCampaign(shop, 'a', standing)] })
    expect((await save()).ads_campaigns).toMatchObject([standing])
    const read = await campaigns().read({ app_id: shop, campaign_id: `cmp_${shop}_a` })
    expect(read).toMatchObject({ review_status: 'REVIEWED' })
  })

  test('a history says when it ran and with which budget', async () => {
    const history = [
      { date: '2026-10-01T00:00:00Z', status: 'PAUSED', daily_budget_micros: 5_000_000 },
      { date: '2026-10-05T00:00:00Z', status: 'ENABLED', daily_budget_micros: 5_000_000 },
      { date: '2026-10-10T00:00:00Z', status: 'PAUSED', campaign_name: 'Before' },
      { date: '2026-10-20T00:00:00Z', status: 'ENABLED' },
    ]
    const campaign = adCampaign(shop, 'a', { created_date: '2026-10-01T00:00:00Z', history })
    await load({ ads_accounts: [adAccount(shop)], ads_campaigns: [campaign] })
    const { by_day } = await ads().dashboard(
      { app_id: shop },
      { start_date: '2026-10-01', end_date: '2026-10-31' },
    )
    const seen = by_day.filter(({ impressions }) => impressions > 0).map(({ date }) => date.slice(8))
    const days = (from: number, to: number) =>
      Array.from({ length: to - from + 1 }, (_, n) => String(from + n).padStart(2, '0'))
    expect(seen).toEqual([...days(5, 9), ...days(20, 31)])
    const costs = by_day.map(({ cost_micros }) => cost_micros)
    expect(Math.max(...costs.slice(0, 12))).toBeLessThanOrEqual(10_000_000)
    expect(Math.max(...costs.slice(20))).toBeGreaterThan(10_000_000)
  })

  test('a hold is a hold, however it is reported, and stays one', async () => {
    await load({ ads_accounts: [adAccount(shop, { status: 'BILLING_HOLD' })] })
    const held = { account: { status: 'BILLING_HOLD' } }
    expect(await ads().read_account({ app_id: shop })).toMatchObject(held)
    expect(await ads().read_account({ app_id: shop })).toMatchObject(held)
    expect((await save()).ads_accounts).toMatchObject([{ status: 'ACTIVE', billing_hold: true }])
  })

  test('a suspended account is suspended on the platform too, and spends nothing from then on', async () => {
    const account = adAccount(shop, { status: 'SUSPENDED', updated_date: 'now-10d' })
    await load({ ads_accounts: [account], ads_campaigns: [adCampaign(shop, 'a')] })
    expect(await ads().read_account({ app_id: shop })).toMatchObject({ account: { status: 'SUSPENDED' } })
    const { by_day } = await ads().dashboard({ app_id: shop }, { date_range: 'LAST_14_DAYS' })
    expect(by_day).toHaveLength(14)
    expect(by_day.slice(0, 3).every(({ clicks }) => clicks > 0)).toBe(true)
    expect(by_day.slice(6).every(({ impressions }) => impressions === 0)).toBe(true)
  })

  test('goals are there with their tags, and mappings name them', async () => {
    const goals = [{ category: 'PURCHASE', name: 'Shop – Purchase', created_date: 'now-90d' }]
    const mapping = { app_id: shop, entity_name: 'Order', event: 'create', conversion_type: 'PURCHASE' }
    const conversion_mappings = [
      { id: `map_${shop}_1`, ...mapping },
      { id: `map_${shop}_2`, ...mapping, event: 'delete', is_enabled: false },
    ]
    await load({ ads_accounts: [adAccount(shop, { goals })], conversion_mappings })
    const actions = await app.as(owner).conversions.list_actions({ app_id: shop })
    expect(JSON.stringify(actions)).toMatch(/"conversion_id":"AW-\d{10}"/)
    const mappings = JSON.stringify(await app.as(owner).conversions.list_mappings({ app_id: shop }))
    expect(mappings).toContain(`"id":"map_${shop}_1"`)
    expect(mappings).toContain(`"id":"map_${shop}_2"`)
    expect((await save()).ads_accounts).toMatchObject([
      { goals: [{ category: 'PURCHASE', name: 'Shop – Purchase' }] },
    ])
  })

  test('a draft that became a campaign makes no second one', async () => {
    const draft_key = 'draft:spring'
    await load({
      ads_accounts: [adAccount(shop)],
      ads_campaigns: [adCampaign(shop, 'a', { draft_key })],
    })
    const campaign = { ...EXAMPLE, campaign_name: 'Again', draft_id: 'spring' }
    await expect(ads().launch({ app_id: shop }, { campaign })).rejects.toMatchObject({
      ...{ status: 409, code: 'already_launched', body: { campaign_id: `cmp_${shop}_a` } },
    })
  })

  test('an account of another platform is kept as it is, and nothing is made of it here', async () => {
    const account = adAccount(shop, { platform: 'google' })
    await load({ ads_accounts: [account], ads_campaigns: [adCampaign(shop, 'a')] })
    const rows = await app.sql`
      select from ad_sandbox_accounts where customer_id = ${account.platform_customer_id}`
    expect(rows).toHaveLength(0)
    expect((await save()).ads_campaigns).toMatchObject([{ primary_status: 'UNKNOWN', status: 'ENABLED' }])
  })

  test('twice is once', { tags: 'slow' }, async () => {
    const rows = {
      ads_accounts: [adAccount(shop, { goals: [{ category: 'CONTACT', name: 'Contact' }] })],
      ads_campaigns: [adCampaign(shop, 'a', { draft_key: 'draft:a' })],
      conversion_mappings: [
        {
          ...{ id: `map_${shop}`, app_id: shop, entity_name: 'Order', event: 'create' },
          conversion_type: 'PURCHASE',
        },
      ],
    }
    await load(rows)
    const before = await save()
    expect(await load(rows)).toEqual({ ads_accounts: 0, ads_campaigns: 0, conversion_mappings: 0 })
    expect(await save()).toEqual(before)
  })
})

describe('moved to another installation', () => {
  test('everything is the same again, also what was launched and changed here', {
    tags: 'slow',
  }, async () => {
    moment = '2026-11-01T09:00:00Z'
    await app.sql`update workspaces set billing_country = 'NL' where id = ${owner.workspace_id}`
    const launch = (campaign_name: string, fields = {}) =>
      ads().launch(
        { app_id: shop },
        {
          timezone: 'Europe/Amsterdam',
          campaign: {
            ...{ campaign_name, campaign_type: 'SMART', daily_budget_micros: 15_000_000 },
            ...{ landing_page: 'https://tables.example.com/', business_name: 'Northern Tables' },
            ...{ keyword_themes: ['oak table'], geo_targets: ['geoTargetConstants/2840'] },
            ...{ headlines: ['Tables of oak'], phone_number: '+31201234567', ...fields },
          },
        },
      )
    const first = await launch('Tables')
    const second = await launch('Desks', { draft_id: 'desks' })
    const at = (campaign_id: string) => ({ app_id: shop, campaign_id })
    for (const { campaign } of [first, second]) await campaigns().resume(at(campaign.id))
    await app.sql`
      update ad_accounts set tracking_verified_date = ${clock.now()} where app_id = ${shop}`
    moment = '2026-11-05T15:00:00Z'
    await campaigns().update(at(first.campaign.id), { field: 'budget', value: 40_000_000 })
    await campaigns().update(at(first.campaign.id), { field: 'name', value: 'Tables, more of them' })
    moment = '2026-11-09T15:00:00Z'
    await campaigns().pause(at(first.campaign.id))
    moment = '2026-11-12T15:00:00Z'
    await campaigns().resume(at(first.campaign.id))
    await campaigns().delete(at(second.campaign.id))
    moment = NOON
    await campaigns().sync({ app_id: shop })

    const { client, whole } = await moved()
    expect(JSON.parse(await take(other, [owner.workspace_id]))).toEqual(whole)
    const path = { app_id: shop }
    const range = { start_date: '2026-11-01', end_date: '2026-11-18' }
    expect(await client.ads.dashboard(path, range)).toEqual(await ads().dashboard(path, range))
    expect(await client.ads.search_terms(path, range)).toEqual(await ads().search_terms(path, range))
    expect(await client.ads.read_account(path)).toEqual(await ads().read_account(path))
    expect(await client.campaigns.list(path)).toEqual(await campaigns().list(path))
    // And later, too: figures come from the same history.
    moment = '2026-11-25T12:00:00Z'
    expect(await client.ads.dashboard(path)).toEqual(await ads().dashboard(path))
    const again = client.ads.launch(path, {
      campaign: { ...EXAMPLE, draft_id: 'desks' },
    })
    await expect(again).rejects.toMatchObject({ status: 409, code: 'already_launched' })
  })

  test('also hundreds of campaigns', { tags: 'slow' }, async () => {
    const many = Array.from({ length: 230 }, (_, n) => adCampaign(shop, `n${n}`))
    await load({ ads_accounts: [adAccount(shop)], ads_campaigns: many })
    const { whole } = await moved()
    expect((whole.ads_campaigns as Rows[]).length).toBe(230)
    expect(JSON.parse(await take(other, [owner.workspace_id]))).toEqual(whole)
  })
})
