import { describe, expect, test } from 'vitest'
import { useStarted } from '../../../../test/use-started.ts'
import { budgetBounds } from '../../../ports/ad-platform/budget-bounds.ts'
import { createAdvertisers } from '../test/advertiser.ts'
import { currencyFor } from './currency.ts'

const world = useStarted(createAdvertisers)

const publish = (app_id: string, address: string) =>
  world.app.sql`update apps set published_url = ${address} where id = ${app_id}`

describe('the advertising account of an app', () => {
  test('is null until the first launch', async () => {
    const shop = await world.advertiser()
    const read = () => world.app.as(shop.owner).ads.read_account({ app_id: shop.app_id })
    expect(await read()).toEqual({ account: null })
    const { account } = await shop.launch()
    expect(await read()).toEqual({ account })
  })

  test('is reported as on hold while it is', async () => {
    const shop = await world.advertiser()
    await shop.launch()
    await world.app.sql`update ad_accounts set billing_hold = true where app_id = ${shop.app_id}`
    const { account } = await world.app.as(shop.owner).ads.read_account({ app_id: shop.app_id })
    expect(account?.status).toBe('BILLING_HOLD')
  })

  test('has terms that are accepted once', async () => {
    const shop = await world.advertiser()
    const { account } = await shop.launch()
    const { ads, audit } = world.app.as(shop.owner)
    const accept = () => ads.accept_terms({ app_id: shop.app_id, account_id: account.id })
    const first = await accept()
    expect(first.account.terms_accepted_date).not.toBeNull()
    world.app.clock.move(60)
    expect(await accept()).toEqual(first)
    const colleague = await world.app.make.person('admin', { id: shop.owner.workspace_id })
    const byColleague = { app_id: shop.app_id, account_id: account.id }
    expect(await world.app.as(colleague).ads.accept_terms(byColleague)).toEqual(first)
    const { items } = await audit.list({ action: 'ads.accept_terms' })
    expect(items).toMatchObject([{ target_id: account.id, actor_email: shop.owner.email }])
  })

  test('has no terms to accept when it is unknown or of another app', async () => {
    const [shop, other] = [await world.advertiser(), await world.advertiser()]
    const { account } = await other.launch()
    const { ads } = world.app.as(shop.owner)
    const refused = { status: 404, code: 'ads_account_not_found' }
    for (const account_id of [account.id, 'ada_nowhere'])
      await expect(ads.accept_terms({ app_id: shop.app_id, account_id })).rejects.toMatchObject(refused)
  })

  test('is for editors only', async () => {
    const { owner, app_id } = await world.advertiser()
    const viewer = world.app.as(await world.app.make.person('viewer', { id: owner.workspace_id })).ads
    const stranger = world.app.as(await world.app.make.person('owner')).ads
    const calls = (ads: typeof viewer) => [
      () => ads.read_account({ app_id }),
      () => ads.accept_terms({ app_id, account_id: 'ada_nowhere' }),
      () => ads.billing_status({ app_id }),
      () => ads.launch_readiness({ app_id }),
    ]
    for (const call of calls(viewer))
      await expect(call()).rejects.toMatchObject({ status: 403, code: 'editor_required' })
    for (const call of calls(stranger))
      await expect(call()).rejects.toMatchObject({ status: 404, code: 'app_not_found' })
  })
})

describe('the billing of advertising', () => {
  const NO_CARD = { has_payment_method: false, card: null }
  test.each([
    ['ok', { has_payment_method: true, payment_provider_unavailable: false, card: { last4: '4242' } }],
    ['none', { ...NO_CARD, payment_provider_unavailable: false }],
    ['unreachable', { ...NO_CARD, payment_provider_unavailable: true }],
  ])('with a card that is %s', async (payment_method, expected) => {
    const { owner, app_id } = await world.advertiser({ payment_method })
    expect(await world.app.as(owner).ads.billing_status({ app_id })).toMatchObject(expected)
  })
})

describe('the readiness of a launch', () => {
  test('tells everything that a launch takes, and creates nothing', async () => {
    const { owner, app_id } = await world.advertiser({ billing_country: 'FR' })
    await publish(app_id, 'https://tables.example.com/')
    expect(await world.app.as(owner).ads.launch_readiness({ app_id })).toEqual({
      ready: true,
      errors: [],
      has_payment_method: true,
      payment_provider_unavailable: false,
      billing_hold: false,
      account_exists: false,
      currency_code: 'EUR',
      timezone: null,
      landing_page: 'https://tables.example.com/',
      landing_page_ready: true,
      creatable_campaign_types: ['SMART', 'PERFORMANCE_MAX'],
      budget: {
        SMART: { min_micros: 1_000_000, max_micros: 1_000_000_000, unit_micros: 10_000 },
        PERFORMANCE_MAX: { min_micros: 5_000_000, max_micros: 10_000_000_000, unit_micros: 10_000 },
      },
      business_name_max_length: 25,
      unsettled_launches: [],
    })
    const nothing = { accounts: 0, campaigns: 0, launches: 0, platform: 0 }
    expect(await world.counts(app_id)).toEqual(nothing)
  })

  test.each([
    ['payment_provider_unavailable', { payment_method: 'unreachable' }],
    ['payment_method_required', { payment_method: 'none' }],
    ['billing_hold', { billing_hold: true }],
  ])('names %s', async (error, workspace) => {
    const { owner, app_id } = await world.advertiser(workspace)
    await publish(app_id, 'https://tables.example.com/')
    const readiness = await world.app.as(owner).ads.launch_readiness({ app_id })
    expect(readiness).toMatchObject({ ready: false, errors: [error] })
    expect(readiness.payment_provider_unavailable).toBe(error === 'payment_provider_unavailable')
    expect(readiness.billing_hold).toBe(error === 'billing_hold')
  })

  test('needs an app that is published over https', async () => {
    const { owner, app_id } = await world.advertiser()
    const unready = {
      ready: false,
      errors: ['app_not_published'],
      landing_page: null,
      landing_page_ready: false,
    }
    const read = () => world.app.as(owner).ads.launch_readiness({ app_id })
    expect(await read()).toMatchObject(unready)
    await publish(app_id, 'http://tables.example.com/')
    expect(await read()).toMatchObject(unready)
  })

  test('tells of the account, also that the platform has stopped it, and of launches nobody knows of', async () => {
    const shop = await world.advertiser({ billing_country: 'JP' })
    await publish(shop.app_id, 'https://tables.example.com/')
    const { account } = await shop.launch({ daily_budget_micros: 1_500_000_000 }, 'Asia/Tokyo')
    const lost = shop.launch({ campaign_name: '[timeout-lost]', daily_budget_micros: 1_500_000_000 })
    await expect(lost).rejects.toMatchObject({ code: 'outcome_unknown' })
    await world.app.sql`update ad_sandbox_accounts set status = 'SUSPENDED', stopped_at = now()
               where customer_id = ${account.platform_customer_id}`
    expect(await world.app.as(shop.owner).ads.launch_readiness({ app_id: shop.app_id })).toMatchObject({
      errors: ['account_suspended'],
      account_exists: true,
      currency_code: 'JPY',
      timezone: 'Asia/Tokyo',
      unsettled_launches: [{ campaign_name: '[timeout-lost]' }],
    })
  })
})

describe('the currency of an account', () => {
  test.each([
    ['US', 'USD'],
    ['DE', 'EUR'],
    ['IL', 'ILS'],
    ['BG', 'EUR'],
    ['IS', 'USD'],
    ['ZZ', 'USD'],
    [null, 'USD'],
  ])('of who pays from %s is %s', (country, currency) => {
    expect(currencyFor(country, { budgetBounds })).toBe(currency)
  })

  test('is US dollars where the platform takes no other', () => {
    const onlyDollars = (code: string) => (code === 'USD' ? budgetBounds('USD', 'SMART') : null)
    expect(currencyFor('JP', { budgetBounds: onlyDollars })).toBe('USD')
  })
})
