import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { useMade } from '../../../test/use-started.ts'
import { CAMPAIGN, reasonsOf, value } from './conformance.ts'
import type { NewAsset } from './port.ts'
import { openGoogleAccount } from './test/google-ads-campaign.ts'
import { failure, MANAGER, oneError } from './test/google-ads-server.ts'

const opened = useMade(openGoogleAccount, beforeEach)
afterEach(() => opened.close())

const account = () => {
  const found = opened.server.accounts.get(opened.customer)
  if (!found) throw new Error('the account is gone')
  return found
}
const lastQuery = () => String(opened.sent('googleAds:search').at(-1)?.query)
const create = async () =>
  value(
    await opened.platform.createCampaign(opened.customer, {
      ...{ ...CAMPAIGN, campaign_type: 'PERFORMANCE_MAX', geo_targets: ['geoTargetConstants/2840'] },
    }),
  )

describe('figures', () => {
  const NOVEMBER = { from: '2026-11-01', to: '2026-11-30' }

  test('are those of each campaign and day', async () => {
    const row = (id: string, date: string, impressions: string) => ({
      campaign: { id },
      segments: { date },
      metrics: { impressions, clicks: '12', costMicros: '9007199254', conversions: 1.5 },
    })
    account().figures.push(
      ...[row('7', '2026-11-02', '300'), row('7', '2026-11-01', '200'), row('8', '2026-11-01', '100')],
      ...[row('7', '2026-11-03', '0'), row('7', '2026-10-31', '100')],
    )
    const all = value(await opened.platform.performance(opened.customer, { ...NOVEMBER, campaign_ids: null }))
    expect(all.map(({ campaign_id, date }) => `${campaign_id} ${date}`)).toEqual([
      ...['7 2026-11-01', '7 2026-11-02', '8 2026-11-01'],
    ])
    expect(all[0]).toEqual({
      ...{ campaign_id: '7', date: '2026-11-01', impressions: 200, clicks: 12 },
      ...{ cost_micros: 9_007_199_254, conversions: 1.5 },
    })
    const one = value(
      await opened.platform.performance(opened.customer, { ...NOVEMBER, campaign_ids: ['8', 'x'] }),
    )
    expect(one).toHaveLength(1)
    expect(lastQuery()).toContain('campaign.id IN (8)')
  })

  test('are asked for by dates that Google still has', async () => {
    const ask = (from: string, to: string) =>
      opened.platform.performance(opened.customer, { from, to, campaign_ids: null })
    await ask('2020-01-01', '2099-12-31')
    expect(lastQuery()).toContain("segments.date BETWEEN '2023-10-20' AND '2026-11-19'")
    await ask('2026-11-03', '2026-11-04')
    expect(lastQuery()).toContain("segments.date BETWEEN '2026-11-03' AND '2026-11-04'")
    const before = opened.server.calls.length
    expect(value(await ask('2026-12-01', '2026-12-31'))).toEqual([])
    expect(value(await ask('2019-01-01', '2019-12-31'))).toEqual([])
    expect(opened.server.calls).toHaveLength(before)
  })
})

describe('search terms', () => {
  const RANGE = { from: '2026-11-01', to: '2026-11-18', limit: 2 }
  const term = (view: string, searchTerm: string, impressions: string, type = 'PERFORMANCE_MAX') => ({
    campaign: { id: '7', advertisingChannelType: type },
    [view]: { searchTerm },
    segments: { date: '2026-11-05' },
    metrics: { impressions, clicks: '3', costMicros: '20000', conversions: 0.5 },
  })

  test('of performance campaigns come from their own view, with conversions', async () => {
    account().terms.push(
      term('campaignSearchTermView', 'rye', '5'),
      term('campaignSearchTermView', 'bread', '90'),
      term('campaignSearchTermView', 'cake', '10'),
      term('campaignSearchTermView', 'elsewhere', '1000', 'SEARCH'),
    )
    const terms = value(await opened.platform.searchTerms(opened.customer, 'PERFORMANCE_MAX', RANGE))
    expect(terms.map(({ search_term }) => search_term)).toEqual(['bread', 'cake'])
    expect(terms[0]).toEqual({
      ...{ campaign_id: '7', search_term: 'bread', impressions: 90, clicks: 3 },
      ...{ cost_micros: 20_000, conversions: 0.5 },
    })
    expect(lastQuery()).toMatch(
      /FROM campaign_search_term_view .* ORDER BY metrics\.impressions DESC LIMIT 2$/,
    )
  })

  test('of smart campaigns come without conversions', async () => {
    account().terms.push(term('smartCampaignSearchTermView', 'bread', '90', 'SMART'))
    const [row] = value(await opened.platform.searchTerms(opened.customer, 'SMART', RANGE))
    expect(row).toMatchObject({ search_term: 'bread', impressions: 90, conversions: 0 })
    expect(lastQuery()).not.toContain('conversions')
  })

  test('are asked for without conversions when that question is not taken', async () => {
    account().terms.push(term('campaignSearchTermView', 'bread', '90'))
    const [status, body] = failure(400, 'INVALID_ARGUMENT', [
      oneError('queryError', 'PROHIBITED_METRIC_IN_SELECT_OR_WHERE_CLAUSE'),
    ])
    opened.server.faults.push({ on: 'googleAds:search', how: { status, body } })
    const terms = value(await opened.platform.searchTerms(opened.customer, 'PERFORMANCE_MAX', RANGE))
    expect(terms).toMatchObject([{ search_term: 'bread', conversions: 0 }])
    expect(lastQuery()).not.toContain('metrics.conversions')
    opened.server.faults.push({ on: 'googleAds:search', how: { status, body } })
    expect(await opened.platform.searchTerms(opened.customer, 'SMART', RANGE)).toMatchObject({
      outcome: 'unavailable',
    })
    opened.server.faults.push({ on: 'googleAds:search', how: { status: 429 } })
    expect(await opened.platform.searchTerms(opened.customer, 'PERFORMANCE_MAX', RANGE)).toMatchObject({
      outcome: 'unavailable',
    })
  })
})

describe('goals', () => {
  const GOALS = [
    { name: 'Shop – Purchase', category: 'PURCHASE' },
    { name: 'Shop – Sign-up', category: 'SIGNUP' },
    { name: 'Shop – Purchase again', category: 'PURCHASE' },
  ] as const

  test('are made in one request, each category once', async () => {
    const goals = value(await opened.platform.ensureGoals(opened.customer, GOALS))
    expect(goals).toMatchObject([
      { name: 'Shop – Purchase', category: 'PURCHASE', counting: 'MANY_PER_CLICK', tag: null },
      { name: 'Shop – Sign-up', category: 'SIGNUP', counting: 'ONE_PER_CLICK', tag: null },
    ])
    expect(opened.sent('conversionActions:mutate')).toEqual([
      {
        operations: [
          ['Shop – Purchase', 'PURCHASE', 'MANY_PER_CLICK'],
          ['Shop – Sign-up', 'SIGNUP', 'ONE_PER_CLICK'],
        ].map(([name, category, countingType]) => ({
          create: {
            ...{ name, type: 'WEBPAGE', category, status: 'ENABLED', countingType },
            clickThroughLookbackWindowDays: '30',
            valueSettings: { defaultValue: 1, alwaysUseDefaultValue: false },
          },
        })),
        partialFailure: false,
      },
    ])
    await opened.platform.ensureGoals(opened.customer, GOALS)
    expect(opened.sent('conversionActions:mutate')).toHaveLength(1)
  })

  test('that somebody makes at the same time are taken', async () => {
    value(await opened.platform.ensureGoals(opened.customer, GOALS))
    opened.server.faults.push({ on: 'googleAds:search', how: { status: 200, body: {} } })
    expect(value(await opened.platform.ensureGoals(opened.customer, GOALS))).toHaveLength(2)
    const taken = [{ name: 'Shop – Purchase', category: 'CONTACT' }] as const
    expect(reasonsOf(await opened.platform.ensureGoals(opened.customer, taken))).toMatchObject([
      { code: 'ConversionActionError.DUPLICATE_NAME', field: 'name' },
    ])
  })

  test('have the tag of their page, and the account the one it shares', async () => {
    value(await opened.platform.ensureGoals(opened.customer, GOALS))
    opened.server.publishTags()
    const [goal] = value(await opened.platform.listGoals(opened.customer))
    expect(goal?.tag).toEqual({ conversion_id: `AW-${opened.customer}`, label: `label-${goal?.goal_id}` })
    expect(value(await opened.platform.accountTag(opened.customer))).toBe(`AW-${opened.customer}`)
    const reported = {
      customer: { conversionTrackingSetting: { crossAccountConversionTrackingId: '123456789' } },
    }
    opened.server.faults.push({ on: 'googleAds:search', how: { status: 200, body: { results: [reported] } } })
    expect(value(await opened.platform.accountTag(opened.customer))).toBe('AW-123456789')
    expect(value(await opened.platform.accountTag('1234567890'))).toBeNull()
  })

  test('of other kinds are not reported', async () => {
    const resourceName = `customers/${opened.customer}/conversionActions/1`
    const other = { id: '1', resourceName, name: 'Page view', status: 'ENABLED', type: 'WEBPAGE' }
    account().resources.set(resourceName, { ...other, category: 'PAGE_VIEW' })
    expect(value(await opened.platform.listGoals(opened.customer))).toEqual([])
    expect(reasonsOf(await opened.platform.ensureGoals('what', GOALS))).toHaveLength(1)
  })
})

describe('assets', () => {
  test('are those of the group and the brand’s own, as Google shows them', async () => {
    const { campaign_id } = await create()
    const rows = value(await opened.platform.listAssets(opened.customer, campaign_id))
    expect(rows.map(({ field_type }) => field_type).sort()).toEqual([
      ...['BUSINESS_NAME', 'DESCRIPTION', 'DESCRIPTION', 'HEADLINE', 'HEADLINE', 'HEADLINE', 'LOGO'],
      ...['LONG_HEADLINE', 'MARKETING_IMAGE', 'SQUARE_MARKETING_IMAGE'],
    ])
    const logo = rows.find(({ field_type }) => field_type === 'LOGO')
    expect(logo).toEqual({
      asset_id: expect.stringMatching(/^\d+$/),
      resource_name: expect.stringMatching(/^customers\/\d+\/assets\/\d+$/),
      ...{ asset_type: 'IMAGE', field_type: 'LOGO', text: null, url: expect.stringMatching(/^https:/) },
      ...{
        status: 'ENABLED',
        primary_status: 'PENDING',
        review_status: 'REVIEW_IN_PROGRESS',
        source: 'ADVERTISER',
      },
    })
    expect(value(await opened.platform.listAssets(opened.customer, "1' OR '1"))).toEqual([])
  })

  test('are added where they belong, images by their content', async () => {
    const { campaign_id } = await create()
    const added: NewAsset[] = [
      { field_type: 'SQUARE_MARKETING_IMAGE', value: 'https://bakery.example.com/bread.png' },
      { field_type: 'LOGO', value: 'https://bakery.example.com/second.png' },
      { field_type: 'BUSINESS_NAME', value: 'Corner cakes' },
    ]
    const rows = value(await opened.platform.addAssets(opened.customer, campaign_id, added))
    expect(rows.map(({ field_type }) => field_type).sort()).toEqual([
      'BUSINESS_NAME',
      'LOGO',
      'SQUARE_MARKETING_IMAGE',
    ])
    expect(new Set(opened.kinds())).toEqual(new Set(['asset', 'campaignAsset', 'assetGroupAsset']))
    const changes = opened.sent('googleAds:mutate').length
    expect(value(await opened.platform.addAssets(opened.customer, campaign_id, added))).toEqual(rows)
    expect(opened.sent('googleAds:mutate')).toHaveLength(changes)
    const names = value(await opened.platform.listAssets(opened.customer, campaign_id)).filter(
      ({ field_type }) => field_type === 'BUSINESS_NAME',
    )
    expect(names.map(({ text }) => text)).toEqual(['Corner cakes'])
  })

  test('that cannot be had or linked are refused', async () => {
    const { campaign_id } = await create()
    const add = async (...assets: NewAsset[]) =>
      reasonsOf(await opened.platform.addAssets(opened.customer, campaign_id, assets))
    expect(await add({ field_type: 'LOGO', value: 'https://x.unfetchable.test/a.png' })).toMatchObject([
      { code: 'ImageError.PROBLEM_READING_IMAGE_FILE', field: 'assets' },
    ])
    expect(await add({ field_type: 'HEADLINE', value: 'x'.repeat(31) })).toMatchObject([{ field: 'assets' }])
    expect(
      reasonsOf(
        await opened.platform.addAssets(opened.customer, 'x', [{ field_type: 'HEADLINE', value: 'a' }]),
      ),
    ).toHaveLength(1)
  })

  test('whose rows cannot be read any more are perhaps there', async () => {
    const { campaign_id } = await create()
    // Two reads before, one for the group, two after.
    opened.server.faults.push({ on: 'googleAds:search', how: { status: 429 }, after: 3 })
    const outcome = await opened.platform.addAssets(opened.customer, campaign_id, [
      { field_type: 'HEADLINE', value: 'Fresh' },
    ])
    expect(outcome).toMatchObject({ outcome: 'unknown' })
  })
})

describe('places', () => {
  const search = (text: string, country_code: string | null = null, limit = 20) =>
    opened.platform.places?.search({ text, country_code, limit }) ?? Promise.reject(new Error('none'))

  test('are suggested by Google, and reported again for an hour', async () => {
    const found = value(await search(' San'))
    expect(found).toEqual([
      {
        resource_name: 'geoTargetConstants/1014221',
        name: 'San Francisco',
        canonical_name: 'San Francisco,California,United States',
        country_code: 'US',
        target_type: 'City',
        reach: 5_400_000,
      },
    ])
    expect(opened.sent('geoTargetConstants:suggest')).toEqual([
      { locale: 'en', locationNames: { names: ['San'] } },
    ])
    expect(value(await search('SAN'))).toEqual(found)
    expect(opened.sent('geoTargetConstants:suggest')).toHaveLength(1)
    opened.clock.move(3_600)
    await search('san')
    expect(opened.sent('geoTargetConstants:suggest')).toHaveLength(2)
  })

  test('are those of a country, as many as are wanted', async () => {
    expect(value(await search('san', 'fr'))).toEqual([])
    expect(opened.sent('geoTargetConstants:suggest')).toMatchObject([{ countryCode: 'FR' }])
    expect(value(await search('cali', 'US'))).toMatchObject([{ target_type: 'Region' }])
    expect(value(await search('united'))).toMatchObject([{ target_type: 'Country' }])
    expect(value(await search('', null, 2))).toHaveLength(2)
  })

  test('that cannot be asked for are unavailable, and not kept so', async () => {
    opened.server.faults.push({ on: 'geoTargetConstants:suggest', how: { status: 429 } })
    expect(await search('san')).toMatchObject({ outcome: 'unavailable' })
    const [status, body] = failure(400, 'INVALID_ARGUMENT', [
      oneError('geoTargetConstantSuggestionError', 'LOCATION_NAME_LIMIT'),
    ])
    opened.server.faults.push({ on: 'geoTargetConstants:suggest', how: { status, body } })
    expect(await search('san')).toMatchObject({ outcome: 'unavailable' })
    expect(value(await search('san'))).toHaveLength(1)
  })

  test('are looked up by their names, through the manager', async () => {
    const places = opened.platform.places
    const names = [
      'geoTargetConstants/1005396',
      'geoTargetConstants/77',
      'nowhere',
      'geoTargetConstants/1014222',
    ]
    const found = value((await places?.find(names)) ?? { outcome: 'unavailable', message: '' })
    expect(found.map((place) => place?.country_code ?? null)).toEqual(['FR', null, null, null])
    expect(opened.server.calls.at(-1)?.path).toContain(MANAGER)
    expect(lastQuery()).toContain('geo_target_constant.id IN (1005396, 77, 1014222)')
    const before = opened.server.calls.length
    expect(value((await places?.find(['x'])) ?? { outcome: 'unavailable', message: '' })).toEqual([null])
    expect(opened.server.calls).toHaveLength(before)
  })
})
