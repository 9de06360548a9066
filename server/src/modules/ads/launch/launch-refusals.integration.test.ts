import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { useStarted } from '../../../../test/use-started.ts'
import {
  createAdvertisers,
  FRANCE,
  PERFORMANCE_MAX,
  REUNION,
  SMART,
  UNITED_STATES,
} from '../test/advertiser.ts'

const world = useStarted(createAdvertisers)

const NOTHING = { accounts: 0, campaigns: 0, launches: 0, platform: 0 }

describe('a launch is refused from its words (422)', () => {
  test.each([
    ['campaign_name', { campaign_name: '' }],
    ['campaign_name', { campaign_name: ' ' }],
    ['campaign_name', { campaign_name: 'two\nlines' }],
    ['campaign_name', { campaign_name: 'x'.repeat(129) }],
    ['campaign_type', { campaign_type: 'SEARCH' }],
    ['daily_budget_micros', { daily_budget_micros: 1.5 }],
    ['landing_page', { landing_page: 'http://tables.example.com/' }],
    ['landing_page', { landing_page: 'https://[' }],
    ['landing_page', { landing_page: `https://a.example/${'x'.repeat(2048)}` }],
    ['business_name', { business_name: ' ' }],
    ['business_description', { business_description: 'x'.repeat(2001) }],
    ['keyword_themes', { keyword_themes: [] }],
    ['keyword_themes', { keyword_themes: Array.from({ length: 11 }, (_, n) => `theme ${n}`) }],
    ['geo_targets', { geo_targets: Array.from({ length: 101 }, () => UNITED_STATES) }],
    ['logo_url', { logo_url: 'https://[' }],
    ['phone_number', { phone_number: '0621' }],
    ['draft_id', { draft_id: '' }],
    ['draft_id', { draft_id: 'x'.repeat(129) }],
    ['headlines', { headlines: Array.from({ length: 16 }, (_, n) => `Headline ${n}`) }],
  ])('%s: %o', async (field, change) => {
    const shop = await world.advertiser()
    await expect(shop.launch(change as object)).rejects.toMatchObject({
      status: 422,
      detail: [{ loc: ['body', 'campaign', field] }],
    })
    expect(await world.counts(shop.app_id)).toEqual(NOTHING)
  })

  test('when a theme is too long, the campaign is missing or the time zone is none', async () => {
    const { owner, app_id, launch } = await world.advertiser()
    await expect(launch({ keyword_themes: ['x'.repeat(81)] })).rejects.toMatchObject({ status: 422 })
    await expect(launch({}, 'Mars/Olympus')).rejects.toMatchObject({
      status: 422,
      detail: [{ loc: ['body', 'timezone'], type: 'value_error' }],
    })
    const bare = world.app.as(owner).ads.launch({ app_id }, {} as never)
    await expect(bare).rejects.toMatchObject({ status: 422, detail: [{ loc: ['body', 'campaign'] }] })
  })

  test('before anything is said about the app', async () => {
    const { owner } = await world.advertiser()
    const wrong = { campaign: { ...SMART, keyword_themes: [] } }
    const sent = world.app.as(owner).ads.launch({ app_id: 'app_nowhere' }, wrong)
    await expect(sent).rejects.toMatchObject({ status: 422 })
  })
})

describe('a launch is refused before anything is created (400)', () => {
  test.each([
    ['logo_required', { ...PERFORMANCE_MAX, logo_url: null }],
    ['logo_required', { ...PERFORMANCE_MAX, logo_url: '' }],
    ['budget_out_of_range', { daily_budget_micros: 990_000 }],
    ['budget_out_of_range', { daily_budget_micros: 1_000_010_000 }],
    ['budget_out_of_range', { daily_budget_micros: 15_000_001 }],
    ['budget_out_of_range', { ...PERFORMANCE_MAX, daily_budget_micros: 4_990_000 }],
    ['budget_out_of_range', { ...PERFORMANCE_MAX, daily_budget_micros: 10_000_010_000 }],
    ['business_name_too_long', { business_name: 'x'.repeat(26) }],
    ['business_name_too_long', { business_name: 'x'.repeat(1_001) }],
    ['business_name_too_long', { business_name: '🪑'.repeat(26) }],
    ['business_name_too_long', { business_name: 'ש'.repeat(26) }],
    ['eu_political_declaration_required', { geo_targets: [] }],
    ['eu_political_declaration_required', { geo_targets: [UNITED_STATES, FRANCE] }],
    ['eu_political_declaration_required', { geo_targets: [REUNION] }],
    ['eu_political_declaration_required', { geo_targets: ['geoTargetConstants/999999999'] }],
    ['eu_political_declaration_required', { geo_targets: [FRANCE], contains_eu_political_advertising: null }],
  ])('%s: %o', async (code, change) => {
    const shop = await world.advertiser({ billing_hold: true, payment_method: 'none' })
    await expect(shop.launch(change as object)).rejects.toMatchObject({ status: 400, code })
    expect(await world.counts(shop.app_id)).toEqual(NOTHING)
  })

  test('with what the budget may be', async () => {
    const shop = await world.advertiser({ billing_country: 'JP' })
    await expect(shop.launch({ daily_budget_micros: 149_000_000 })).rejects.toMatchObject({
      code: 'budget_out_of_range',
      body: {
        min_micros: 150_000_000,
        max_micros: 150_000_000_000,
        unit_micros: 1_000_000,
        currency_code: 'JPY',
      },
    })
    await expect(shop.launch({ daily_budget_micros: 150_500_000 })).rejects.toMatchObject({ status: 400 })
    await expect(shop.launch({ daily_budget_micros: 150_000_000 })).resolves.toBeDefined()
  })

  test('for the first reason in the order of the specification', async () => {
    const shop = await world.advertiser()
    const wrong = {
      ...PERFORMANCE_MAX,
      logo_url: null,
      daily_budget_micros: 1,
      business_name: 'x'.repeat(26),
      geo_targets: [],
    }
    const code = (change: object) => shop.launch({ ...wrong, ...change }).catch((error) => error.code)
    expect(await code({})).toBe('logo_required')
    expect(await code({ logo_url: PERFORMANCE_MAX.logo_url })).toBe('budget_out_of_range')
    const fit = { logo_url: PERFORMANCE_MAX.logo_url, daily_budget_micros: 5_000_000 }
    expect(await code(fit)).toBe('business_name_too_long')
    expect(await code({ ...fit, business_name: 'x' })).toBe('eu_political_declaration_required')
  })

  test.each([
    [{ daily_budget_micros: 1_000_000 }],
    [{ daily_budget_micros: 1_000_000_000 }],
    [{ ...PERFORMANCE_MAX, daily_budget_micros: 5_000_000 }],
    [{ ...PERFORMANCE_MAX, daily_budget_micros: 10_000_000_000 }],
    [{ business_name: ` ${'🪑'.repeat(25)} ` }],
    [{ logo_url: '' }],
    [{ geo_targets: [], contains_eu_political_advertising: false }],
    [{ geo_targets: [FRANCE], contains_eu_political_advertising: 'CONTAINS_EU_POLITICAL_ADVERTISING' }],
  ])('but not at the edge: %o', async (change) => {
    const shop = await world.advertiser()
    await expect(shop.launch(change as object)).resolves.toMatchObject({ campaign: { status: 'PAUSED' } })
  })
})

describe('a launch is refused by state (409) before the card is looked at', () => {
  test('when its draft was launched', async () => {
    const shop = await world.advertiser()
    await shop.launch()
    await shop.set({ payment_method: 'unreachable', billing_hold: true })
    await expect(shop.launch()).rejects.toMatchObject({ status: 409, code: 'already_launched' })
  })

  test('while its draft is on its way', async () => {
    const shop = await world.advertiser({ payment_method: 'unreachable' })
    await world.app
      .sql`insert into ad_launches (id, app_id, draft_key, reference, state, input, created_date, updated_date)
      values (${`lch_${shop.app_id}`}, ${shop.app_id}, 'draft:one', 'reference', 'campaign_sent', '{}', now(), now())`
    await expect(shop.launch({ draft_id: 'one' })).rejects.toMatchObject({
      status: 409,
      code: 'launch_in_progress',
    })
  })

  test('while the workspace is on hold', async () => {
    const shop = await world.advertiser({ billing_hold: true, payment_method: 'unreachable' })
    await expect(shop.launch()).rejects.toMatchObject({ status: 409, code: 'billing_hold' })
    expect(await world.counts(shop.app_id)).toEqual(NOTHING)
    await shop.set({ billing_hold: false, payment_method: 'ok' })
    await expect(shop.launch()).resolves.toBeDefined()
  })

  test('while the account is on hold, or stopped by the platform', async () => {
    const shop = await world.advertiser()
    const { account } = await shop.launch()
    const { db } = world.app.atrium
    const next = () => shop.launch({ campaign_name: 'Next' })
    await sql`update ad_accounts set billing_hold = true where id = ${account.id}`.execute(db)
    await expect(next()).rejects.toMatchObject({ status: 409, code: 'billing_hold' })
    await sql`update ad_accounts set billing_hold = false where id = ${account.id}`.execute(db)
    await sql`update ad_sandbox_accounts set status = 'SUSPENDED', stopped_at = now()
               where customer_id = ${account.platform_customer_id}`.execute(db)
    await expect(next()).rejects.toMatchObject({ status: 409, code: 'account_suspended' })
    const read = await world.app.as(shop.owner).ads.read_account({ app_id: shop.app_id })
    expect(read.account?.status).toBe('SUSPENDED')
    expect(await world.counts(shop.app_id)).toMatchObject({ campaigns: 1, launches: 1 })
  })

  test('when the app has 500 campaigns', async () => {
    const shop = await world.advertiser()
    const { campaign } = await shop.launch()
    const copies = (count: number) => sql`
      insert into ad_campaigns (id, app_id, account_id, platform_campaign_id, reference, campaign_type, campaign_name,
        status, settings, review_status, serving_status, primary_status, learning_ends_at, created_date, updated_date)
      select ${campaign.id} || n, app_id, account_id, platform_campaign_id || '-' || n, reference || n, campaign_type,
        campaign_name, status, settings, review_status, serving_status, primary_status, learning_ends_at, created_date,
        updated_date
        from ad_campaigns, generate_series(1, ${count}::int) n where id = ${campaign.id}`
    await copies(499).execute(world.app.atrium.db)
    await expect(shop.launch({ campaign_name: 'Next' })).rejects.toMatchObject({
      status: 409,
      code: 'campaign_limit_reached',
    })
    await world.app.sql`update ad_campaigns set status = 'REMOVED' where id = ${`${campaign.id}499`}`
    await expect(shop.launch({ campaign_name: 'Next' })).resolves.toBeDefined()
  })
})

describe('a launch is refused without a card', () => {
  test('with 402 when there is none', async () => {
    const shop = await world.advertiser({ payment_method: 'none' })
    await expect(shop.launch()).rejects.toMatchObject({ status: 402, code: 'payment_method_required' })
    expect(await world.counts(shop.app_id)).toEqual(NOTHING)
  })

  test('with 503 when nobody can say, and then succeeds', async () => {
    const shop = await world.advertiser({ payment_method: 'unreachable' })
    await expect(shop.launch()).rejects.toMatchObject({
      status: 503,
      code: 'payment_provider_unavailable',
    })
    expect(await world.counts(shop.app_id)).toEqual(NOTHING)
    await shop.set({ payment_method: 'ok' })
    await expect(shop.launch()).resolves.toBeDefined()
  })
})

describe('a launch is refused by the platform', () => {
  test.each([
    ['an uncrawlable page', { landing_page: 'https://shop.uncrawlable.test/' }, 'landing_page'],
    [
      'an unfetchable logo',
      { ...PERFORMANCE_MAX, logo_url: 'https://unfetchable.test/logo.png' },
      'logo_url',
    ],
    [
      'an unknown place',
      { geo_targets: ['geoTargetConstants/999999999'], contains_eu_political_advertising: false },
      'geo_targets',
    ],
  ])('because of %s, and the account stays', async (_, change, field) => {
    const shop = await world.advertiser()
    const refused = { status: 400, code: 'rejected_by_platform' }
    await expect(shop.launch(change)).rejects.toMatchObject({
      ...refused,
      body: { account_created: true, reasons: [{ field, code: expect.stringContaining('Error.') }] },
    })
    expect(await world.counts(shop.app_id)).toEqual({ accounts: 1, campaigns: 0, launches: 1, platform: 0 })
    await expect(shop.launch(change)).rejects.toMatchObject({ ...refused, body: { account_created: false } })
    const { account } = await world.app.as(shop.owner).ads.read_account({ app_id: shop.app_id })
    await expect(shop.launch({}, 'Asia/Tokyo')).resolves.toMatchObject({
      account: { id: account?.id, timezone: 'UTC' },
    })
  })

  test('with 503 when it cannot be reached: nothing was sent, and the draft is free', async () => {
    const shop = await world.advertiser()
    const sent = fetch(`${world.app.baseUrl}/api/apps/${shop.app_id}/ads-platform/launch`, {
      method: 'POST',
      headers: { authorization: `Bearer ${shop.owner.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ campaign: { ...SMART, campaign_name: 'A [unavailable]' } }),
    })
    const answer = await sent
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '30'])
    await expect(shop.launch({ campaign_name: 'A [unavailable]' })).rejects.toMatchObject({
      status: 503,
      code: 'ad_platform_unavailable',
    })
    expect(await world.counts(shop.app_id)).toMatchObject({ accounts: 1, campaigns: 0, platform: 0 })
  })
})

describe('a launch is refused', () => {
  test('to those who cannot edit the app, or do not see it', async () => {
    const { owner, app_id } = await world.advertiser()
    const viewer = await world.app.make.person('viewer', { id: owner.workspace_id })
    const stranger = await world.app.make.person('owner')
    const launch = (who: typeof owner) => world.app.as(who).ads.launch({ app_id }, { campaign: SMART })
    await expect(launch(viewer)).rejects.toMatchObject({ status: 403, code: 'editor_required' })
    await expect(launch(stranger)).rejects.toMatchObject({ status: 404, code: 'app_not_found' })
  })

  test('when it names an asset that the app does not have', async () => {
    const shop = await world.advertiser()
    const refused = { status: 404, code: 'asset_not_found' }
    await expect(shop.launch({ asset_ids: ['ass_nowhere'] })).rejects.toMatchObject(refused)
  })
})
