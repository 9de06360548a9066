import { describe, expect, test } from 'vitest'
import type { SharedApp } from '../../../../test/app.ts'
import type { Person } from '../../../../test/make.ts'
import { useAdReports } from '../test/ad-reports.ts'
import { adCampaign } from '../test/ad-rows.ts'

const { app, owner, viewer, stranger, shop, at, load } = useAdReports()

type Query = NonNullable<Parameters<ReturnType<SharedApp['as']>['ads']['dashboard']>[1]>
const dashboard = (query: Query = {}, who: Person = owner) =>
  app.as(who).ads.dashboard({ app_id: shop.id }, query)

const NOTHING = { value: 0, previous: 0, change: null }
const FIGURES = ['impressions', 'clicks', 'cost_micros', 'conversions'] as const

describe('a dashboard', () => {
  test('is all zero without an account, and has no currency', async () => {
    expect(await dashboard()).toEqual({
      currency_code: null,
      ...{ start_date: null, end_date: null, previous_start_date: null, previous_end_date: null },
      ...{ cost_micros: NOTHING, impressions: NOTHING, clicks: NOTHING, conversions: NOTHING },
      ...{ ctr: NOTHING, average_cpc_micros: NOTHING, by_day: [], by_campaign: [] },
    })
  })

  test('of an account that is being opened has its currency and days, and nothing in them', async () => {
    await load({ status: 'PENDING', platform_customer_id: null, currency_code: 'EUR' }, [])
    const reported = await dashboard({ date_range: 'LAST_7_DAYS' })
    expect(reported).toMatchObject({ currency_code: 'EUR', start_date: '2026-11-12', cost_micros: NOTHING })
    expect(reported.by_day).toHaveLength(7)
  })

  test('adds up: over days, over campaigns, and with the window before', async () => {
    await load({ timezone: 'America/New_York', tracking_verified_date: 'now-100d' }, [
      adCampaign(shop.id, 'a'),
      adCampaign(shop.id, 'b', {
        campaign_type: 'PERFORMANCE_MAX',
        search_themes: ['garden'],
        daily_budget_micros: 90_000_000,
      }),
      adCampaign(shop.id, 'gone', { status: 'REMOVED', updated_date: 'now-12d' }),
      adCampaign(shop.id, 'never', { status: 'PAUSED', pause_reason: 'tracking_pending' }),
    ])
    const reported = await dashboard({ date_range: 'LAST_14_DAYS' })
    expect(reported).toMatchObject({
      currency_code: 'USD',
      ...{ start_date: '2026-11-04', end_date: '2026-11-17' },
      ...{ previous_start_date: '2026-10-21', previous_end_date: '2026-11-03' },
    })
    expect(reported.by_day.map(({ date }) => date)).toHaveLength(14)
    expect(reported.by_day[0]?.date).toBe('2026-11-04')
    expect(reported.by_day.at(-1)?.date).toBe('2026-11-17')
    for (const name of FIGURES) {
      const { value } = reported[name]
      expect(value).toBeGreaterThan(0)
      expect(sum(reported.by_day.map((day) => day[name]))).toBeCloseTo(value, 6)
      expect(sum(reported.by_campaign.map((campaign) => campaign[name]))).toBeCloseTo(value, 6)
    }
    // The removed one was still seen on the first two days; the one that never ran is not there.
    expect(reported.by_campaign.map(({ campaign_name }) => campaign_name)).toEqual([
      'Campaign b',
      'Campaign a',
      'Campaign gone',
    ])
    expect(reported.by_campaign[0]?.campaign_id).toBe(`cmp_${shop.id}_b`)
    expect(reported.ctr.value).toBeCloseTo(reported.clicks.value / reported.impressions.value, 4)
    expect(reported.average_cpc_micros.value).toBe(
      Math.round(reported.cost_micros.value / reported.clicks.value),
    )

    const before = await dashboard({ start_date: '2026-10-21', end_date: '2026-11-03' })
    for (const name of [...FIGURES, 'ctr', 'average_cpc_micros'] as const) {
      const { value, previous, change } = reported[name]
      expect(previous).toBe(before[name].value)
      expect(change).toBeCloseTo((value - previous) / previous, 3)
    }
  })

  test('has no change where there was nothing before', async () => {
    await load({}, [adCampaign(shop.id, 'young', { created_date: 'now-3d' })])
    const reported = await dashboard({ date_range: 'LAST_7_DAYS' })
    expect(reported.clicks.value).toBeGreaterThan(0)
    expect(reported.clicks).toMatchObject({ previous: 0, change: null })
    // Nobody reported conversions: nothing now, nothing before.
    expect(reported.conversions).toEqual(NOTHING)
  })

  test('is about the days of the account’s zone', { tags: 'slow' }, async () => {
    at('2026-11-02T04:30:00Z') // half an hour before the day of 25 hours ends in New York
    await load({ timezone: 'America/New_York' }, [adCampaign(shop.id, 'a')])
    expect(await dashboard({ date_range: 'TODAY' })).toMatchObject({
      ...{ start_date: '2026-11-01', end_date: '2026-11-01' },
      ...{ previous_start_date: '2026-10-31', previous_end_date: '2026-10-31' },
    })
  })

  test('of a range without a day is all zero, with the currency', { tags: 'slow' }, async () => {
    at('2026-11-01T12:00:00Z')
    await load({ currency_code: 'EUR' }, [adCampaign(shop.id, 'a')])
    expect(await dashboard({ date_range: 'THIS_MONTH' })).toMatchObject({
      ...{ currency_code: 'EUR', start_date: null, previous_end_date: null },
      ...{ clicks: NOTHING, by_day: [], by_campaign: [] },
    })
  })

  test('spans up to a year', async () => {
    const year = { start_date: '2025-11-18', end_date: '2026-11-18' }
    await load({}, [adCampaign(shop.id, 'a')])
    expect((await dashboard(year)).by_day).toHaveLength(366)
    const tooLong = dashboard({ ...year, start_date: '2025-11-17' })
    await expect(tooLong).rejects.toMatchObject({ status: 400, code: 'date_range_too_long' })
  })
})

describe('a dashboard is refused', () => {
  test.each([
    ['date_range_incomplete', { start_date: '2026-11-01' }],
    ['date_range_incomplete', { end_date: '2026-11-01' }],
    ['date_range_reversed', { start_date: '2026-11-02', end_date: '2026-11-01' }],
    ['date_range_too_long', { start_date: '2024-01-01', end_date: '2026-11-01' }],
  ])('with 400 %s', async (code, query) => {
    await expect(dashboard(query)).rejects.toMatchObject({ status: 400, code })
  })

  test.each([
    ['date_range', { date_range: 'LAST_YEAR' }],
    ['start_date', { start_date: '2026-02-30', end_date: '2026-03-01' }],
    ['start_date', { start_date: '1999-12-31', end_date: '2026-03-01' }],
    ['end_date', { start_date: '2026-03-01', end_date: '9999-12-31' }],
  ])('with 422 for %s', async (field, query) => {
    await expect(dashboard(query as Query)).rejects.toMatchObject({
      status: 422,
      detail: [{ loc: ['query', field] }],
    })
  })

  test('while the platform of the account is not the one in use', async () => {
    await load({ platform: 'google' }, [])
    const answer = await fetch(`${app.baseUrl}/api/apps/${shop.id}/ads-platform/analytics/dashboard`, {
      headers: { Authorization: `Bearer ${owner.token}` },
    })
    expect(answer.status).toBe(503)
    expect(answer.headers.get('Retry-After')).toBe('30')
    expect(await answer.json()).toMatchObject({ code: 'ad_platform_unavailable' })
  })

  test('to those who cannot edit the app, or do not see it', async () => {
    await expect(dashboard({}, viewer)).rejects.toMatchObject({ status: 403, code: 'editor_required' })
    await expect(dashboard({}, stranger)).rejects.toMatchObject({ status: 404, code: 'app_not_found' })
  })
})

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0)
}
