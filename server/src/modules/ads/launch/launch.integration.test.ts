import { describe, expect, test } from 'vitest'
import { useStarted } from '../../../../test/use-started.ts'
import { createAdvertisers, PERFORMANCE_MAX, UNITED_STATES } from '../test/advertiser.ts'

const world = useStarted(createAdvertisers)

describe('a launch', () => {
  test('opens the account and makes a campaign that waits for tracking', async () => {
    const shop = await world.advertiser()
    const { account, campaign } = await shop.launch({}, 'Europe/Paris')
    expect(account).toMatchObject({
      status: 'ACTIVE',
      account_name: 'Tables',
      currency_code: 'USD',
      timezone: 'Europe/Paris',
      platform_customer_id: expect.stringMatching(/^\d{10}$/),
      terms_accepted_date: null,
    })
    expect(campaign).toMatchObject({
      id: expect.stringMatching(/^cmp_/),
      platform_campaign_id: expect.stringMatching(/^\d{11}$/),
      campaign_name: 'Tables in the north',
      campaign_type: 'SMART',
      status: 'PAUSED',
      pause_reason: 'tracking_pending',
      unsettled: null,
      daily_budget_micros: 15_000_000,
      landing_page: 'https://tables.example.com/',
      geo_targets: [UNITED_STATES],
      phone_number: '',
      primary_status: 'PAUSED',
      primary_status_reasons: ['CAMPAIGN_PAUSED'],
      serving_status: 'NONE',
    })
    expect(await shop.campaigns()).toMatchObject([{ id: campaign.id, status: 'PAUSED' }])
    expect(await world.counts(shop.app_id)).toEqual({ accounts: 1, campaigns: 1, launches: 1, platform: 1 })
  })

  test('starts the campaign when tracking is verified already', async () => {
    const shop = await world.advertiser()
    await shop.launch()
    await shop.track(world.app.clock.now())
    const { campaign } = await shop.launch({ campaign_name: 'Second' })
    expect(campaign).toMatchObject({ status: 'ENABLED', pause_reason: null, unsettled: null })
    expect(await shop.campaigns()).toMatchObject([{ status: 'ENABLED' }, { status: 'PAUSED' }])
  })

  test('uses the account that there is, with its first currency and time zone', async () => {
    const shop = await world.advertiser({ billing_country: 'IL' })
    const first = await shop.launch({}, 'Asia/Jerusalem')
    expect(first.account).toMatchObject({ currency_code: 'ILS', timezone: 'Asia/Jerusalem' })
    await shop.set({ billing_country: 'JP' })
    const second = await shop.launch({ campaign_name: 'Second' }, 'Asia/Tokyo')
    expect(second.account).toEqual(first.account)
  })

  test('takes a performance campaign with its texts', async () => {
    const shop = await world.advertiser()
    const texts = { headlines: ['Oak tables', 'Oak tables'], descriptions: ['Made to measure.'] }
    const { campaign } = await shop.launch({
      ...PERFORMANCE_MAX,
      ...texts,
      phone_number: '+14155550123',
      contains_eu_political_advertising: 'DOES_NOT_CONTAIN_EU_POLITICAL_ADVERTISING',
    })
    expect(campaign).toMatchObject({
      campaign_type: 'PERFORMANCE_MAX',
      logo_url: PERFORMANCE_MAX.logo_url,
      headlines: ['Oak tables'],
      descriptions: ['Made to measure.'],
      phone_number: '+14155550123',
      contains_eu_political_advertising: false,
    })
  })

  test('of the same draft makes no second campaign', async () => {
    const shop = await world.advertiser()
    const { campaign } = await shop.launch()
    const again = { status: 409, code: 'already_launched', body: { campaign_id: campaign.id } }
    await expect(shop.launch()).rejects.toMatchObject(again)
    await expect(shop.launch({ geo_targets: [UNITED_STATES] })).rejects.toMatchObject(again)
    const other = await shop.launch({ daily_budget_micros: 16_000_000 })
    expect(other.campaign.id).not.toBe(campaign.id)
    expect(await world.counts(shop.app_id)).toMatchObject({ campaigns: 2, platform: 2 })
  })

  test('of a draft with an id makes one campaign, whatever it holds, also after that is removed', async () => {
    const shop = await world.advertiser()
    const client = world.app.as(shop.owner)
    const { campaign } = await shop.launch({ draft_id: 'one' })
    const again = { status: 409, code: 'already_launched', body: { campaign_id: campaign.id } }
    await expect(shop.launch({ draft_id: 'one', campaign_name: 'Other' })).rejects.toMatchObject(again)
    await client.campaigns.delete({ app_id: shop.app_id, campaign_id: campaign.id })
    await expect(shop.launch({ draft_id: 'one' })).rejects.toMatchObject(again)
    await expect(shop.launch({ draft_id: 'two' })).resolves.toBeDefined()
  })

  test('may repeat a draft without an id once its campaign is removed', async () => {
    const shop = await world.advertiser()
    const client = world.app.as(shop.owner)
    const first = (await shop.launch()).campaign
    await client.campaigns.delete({ app_id: shop.app_id, campaign_id: first.id })
    const second = (await shop.launch()).campaign
    expect(second.id).not.toBe(first.id)
    expect(second.platform_campaign_id).not.toBe(first.platform_campaign_id)
    await expect(shop.launch()).rejects.toMatchObject({ code: 'already_launched' })
    expect(await shop.campaigns()).toMatchObject([
      { id: second.id, status: 'PAUSED' },
      { id: first.id, status: 'REMOVED' },
    ])
  })

  test('that is sent many times at once makes exactly one campaign', async () => {
    const shop = await world.advertiser()
    const all = await Promise.allSettled(Array.from({ length: 8 }, () => shop.launch()))
    const made = all.filter(({ status }) => status === 'fulfilled')
    const codes = all.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []))
    expect(made).toHaveLength(1)
    expect(codes.every((code) => ['launch_in_progress', 'already_launched'].includes(code))).toBe(true)
    expect(await world.counts(shop.app_id)).toMatchObject({ accounts: 1, campaigns: 1, platform: 1 })
  })

  test('of several drafts at once opens one account for all', async () => {
    const shop = await world.advertiser()
    const names = ['One', 'Two', 'Three', 'Four', 'Five']
    const all = await Promise.all(names.map((campaign_name) => shop.launch({ campaign_name })))
    expect(new Set(all.map(({ account }) => account.id)).size).toBe(1)
    expect(await world.counts(shop.app_id)).toMatchObject({ accounts: 1, campaigns: 5, platform: 5 })
  })

  test('is in the audit trail once, with the account that it opened', async () => {
    const shop = await world.advertiser()
    const { account, campaign } = await shop.launch()
    await expect(shop.launch()).rejects.toMatchObject({ code: 'already_launched' })
    const { items } = await world.app.as(shop.owner).audit.list({ action: 'ads.launch' })
    const facts = items.filter(({ app_id }) => app_id === shop.app_id)
    expect(facts).toMatchObject([{ target_id: campaign.id, actor_email: shop.owner.email }])
    const opened = await world.app.as(shop.owner).audit.list({ action: 'ads.open_account' })
    expect(opened.items).toMatchObject([{ target_id: account.id }])
  })

  test('goes on when the caller hangs up', async () => {
    const shop = await world.advertiser()
    const control = new AbortController()
    const body = JSON.stringify({ campaign: { ...PERFORMANCE_MAX } })
    const sent = fetch(`${world.app.baseUrl}/api/apps/${shop.app_id}/ads-platform/launch`, {
      method: 'POST',
      headers: { authorization: `Bearer ${shop.owner.token}`, 'content-type': 'application/json' },
      body,
      signal: control.signal,
    })
    const begun = async () => (await world.counts(shop.app_id)).launches > 0
    await expect.poll(begun, { interval: 1 }).toBe(true)
    control.abort()
    await sent.catch(() => {})
    await expect.poll(() => shop.campaigns()).toMatchObject([{ status: 'PAUSED' }])
    const states = () => world.app.sql`select state from ad_launches where app_id = ${shop.app_id}`
    await expect.poll(states).toEqual([{ state: 'done' }])
  })
})
