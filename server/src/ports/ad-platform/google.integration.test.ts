import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { useMade } from '../../../test/use-started.ts'
import { drawImage } from '../../platform/images/draw-image.ts'
import { ACCOUNT, CAMPAIGN, reasonsOf, value } from './conformance.ts'
import type { NewAsset, NewCampaign } from './port.ts'
import { openGoogleAccount } from './test/google-ads-campaign.ts'
import { failure, MANAGER, oneError } from './test/google-ads-server.ts'

const opened = useMade(openGoogleAccount, beforeEach)
afterEach(() => opened.close())

const US = 'geoTargetConstants/2840'
const BAKERY: NewCampaign = { ...CAMPAIGN, campaign_type: 'PERFORMANCE_MAX', geo_targets: [US] }
const create = async (changes: Partial<NewCampaign> = {}) =>
  value(await opened.platform.createCampaign(opened.customer, { ...BAKERY, ...changes }))

const queries = () => opened.sent('googleAds:search').map(({ query }) => String(query))

describe('accounts', () => {
  test('are opened under the manager, with the reference in their name', async () => {
    const [asked] = opened.server.calls.filter(({ path }) => path.endsWith('createCustomerClient'))
    expect(asked?.path).toBe(`/v26/customers/${MANAGER}:createCustomerClient`)
    expect(asked?.body).toEqual({
      customerClient: {
        descriptiveName: 'Corner bakery [k3v9q0a7mz]',
        currencyCode: 'USD',
        timeZone: 'America/New_York',
      },
    })
    expect(queries()[0]).toContain("customer_client.descriptive_name LIKE '% [[]k3v9q0a7mz[]]'")
  })

  test.each(['UTC', 'Etc/UTC', 'GMT', 'Etc/Zulu'])('in %s get a zone that Google has', async (time_zone) => {
    const account = value(
      await opened.platform.createAccount({ ...ACCOUNT, reference: 'utc-1', name: 'Zulu', time_zone }),
    )
    expect(opened.sent('createCustomerClient').at(-1)).toMatchObject({
      customerClient: { timeZone: 'Africa/Abidjan' },
    })
    expect(account.time_zone).toBe('UTC')
    expect(value(await opened.platform.readAccount(account.customer_id))).toEqual(account)
  })

  test('that only look alike are others', async () => {
    const odd = { ...ACCOUNT, reference: 'k3v9q0a7m_' }
    expect(value(await opened.platform.findAccount(odd.reference))).toBeNull()
    const { customer_id } = value(await opened.platform.createAccount(odd))
    expect(customer_id).not.toBe(opened.customer)
    expect(value(await opened.platform.findAccount(odd.reference))?.customer_id).toBe(customer_id)
  })

  test.each([
    ['CANCELED', 'CANCELED'],
    ['CLOSED', 'CLOSED'],
    ['SUSPENDED', 'SUSPENDED'],
    ['SOMETHING_NEW', 'SUSPENDED'],
  ])('that are %s there are %s, and take no change', async (there, status) => {
    const { campaign_id } = await create()
    const account = opened.server.accounts.get(opened.customer)
    if (account) account.customer.status = there
    expect(value(await opened.platform.readAccount(opened.customer))).toMatchObject({ status })
    expect(
      reasonsOf(await opened.platform.setCampaignStatus(opened.customer, campaign_id, 'ENABLED')),
    ).toHaveLength(1)
  })
})

describe('a performance campaign', () => {
  test('is one request: budget, campaign, targets, assets, links, group, signals', async () => {
    const campaign = await create({ phone_number: '+12025550123', phone_country_code: 'us' })
    expect(opened.sent('googleAds:mutate')).toHaveLength(1)
    expect(opened.sent('googleAds:mutate')[0]?.partialFailure).toBe(false)
    const kinds = opened.kinds()
    expect(kinds.filter((kind, at) => kind !== kinds[at - 1])).toEqual([
      ...['campaignBudget', 'campaign', 'campaignCriterion', 'asset', 'campaignAsset'],
      ...['assetGroup', 'assetGroupAsset', 'assetGroupSignal'],
    ])
    expect(opened.created('campaignBudget')).toEqual([
      {
        resourceName: `customers/${opened.customer}/campaignBudgets/-1`,
        amountMicros: '20000000',
        deliveryMethod: 'STANDARD',
        explicitlyShared: false,
      },
    ])
    expect(opened.created('campaign')).toEqual([
      {
        resourceName: `customers/${opened.customer}/campaigns/-2`,
        name: 'Spring [p0x4d8w2nc]',
        status: 'PAUSED',
        advertisingChannelType: 'PERFORMANCE_MAX',
        campaignBudget: `customers/${opened.customer}/campaignBudgets/-1`,
        maximizeConversions: {},
        brandGuidelinesEnabled: true,
        containsEuPoliticalAdvertising: 'DOES_NOT_CONTAIN_EU_POLITICAL_ADVERTISING',
      },
    ])
    const own = `customers/${opened.customer}/campaigns/-2`
    expect(opened.created('campaignCriterion')).toEqual([
      { campaign: own, location: { geoTargetConstant: US } },
      { campaign: own, language: { languageConstant: 'languageConstants/1000' } },
    ])
    expect(opened.created('campaignAsset').map(({ fieldType }) => fieldType)).toEqual([
      'BUSINESS_NAME',
      'LOGO',
      'CALL',
    ])
    expect(opened.created('asset')).toContainEqual({
      resourceName: expect.any(String),
      callAsset: { countryCode: 'US', phoneNumber: '+12025550123' },
    })
    expect(opened.created('assetGroup')).toEqual([
      {
        resourceName: `customers/${opened.customer}/assetGroups/-3`,
        campaign: own,
        name: 'Corner bakery [p0x4d8w2nc]',
        finalUrls: ['https://bakery.example.com/'],
        status: 'ENABLED',
      },
    ])
    expect(opened.created('assetGroupSignal')).toEqual(
      ['sourdough bread', 'birthday cake'].map((text) => ({
        assetGroup: `customers/${opened.customer}/assetGroups/-3`,
        searchTheme: { text },
      })),
    )
    const names = opened
      .operations()
      .flatMap(([, { create: made }]) => made.resourceName?.split('/').at(-1) ?? [])
    expect(new Set(names).size).toBe(names.length)
    expect(campaign).toMatchObject({ name: 'Spring', reference: 'p0x4d8w2nc', status: 'PAUSED' })
  })

  test('declares nothing on anybody’s behalf, and what was said as it was said', async () => {
    await create({ contains_eu_political_advertising: null })
    expect(opened.created('campaign')[0]).not.toHaveProperty('containsEuPoliticalAdvertising')
    const political = await create({
      reference: 'political',
      name: 'Vote',
      contains_eu_political_advertising: true,
    })
    expect(opened.created('campaign')[0]?.containsEuPoliticalAdvertising).toBe(
      'CONTAINS_EU_POLITICAL_ADVERTISING',
    )
    expect(political.contains_eu_political_advertising).toBe(true)
  })

  test('is led by its search themes, and takes any language', async () => {
    await create({ search_themes: ['rye', 'rye'], language_code: 'zh-TW' })
    expect(opened.created('assetGroupSignal').map(({ searchTheme }) => searchTheme)).toEqual([
      { text: 'rye' },
    ])
    expect(opened.created('campaignCriterion')[1]).toMatchObject({
      language: { languageConstant: 'languageConstants/1018' },
    })
    await create({ reference: 'other', language_code: 'xx' })
    expect(opened.created('campaignCriterion')).toHaveLength(1)
  })

  test('uploads the images it was given as bytes, and draws only what is missing', async () => {
    const square: NewAsset = {
      field_type: 'SQUARE_MARKETING_IMAGE',
      value: 'https://bakery.example.com/bread.png',
    }
    await create({ assets: [square, { field_type: 'HEADLINE', value: 'Fresh bread' }] })
    expect(opened.images.requests.map(({ url }) => url)).toEqual([CAMPAIGN.logo_url, square.value])
    const uploads = opened.created('asset').filter(({ imageAsset }) => imageAsset !== undefined)
    expect(uploads).toHaveLength(3)
    for (const { imageAsset, name, type } of uploads) {
      const bytes = Buffer.from((imageAsset as { data: string }).data, 'base64')
      expect(bytes.subarray(1, 4).toString()).toBe('PNG')
      expect([type, name]).toEqual(['IMAGE', expect.stringMatching(/^atrium-[0-9a-f]{24}$/)])
    }
    expect(
      opened
        .created('assetGroupAsset')
        .map(({ fieldType }) => fieldType)
        .sort(),
    ).toEqual([
      ...['DESCRIPTION', 'DESCRIPTION', 'HEADLINE', 'HEADLINE', 'HEADLINE', 'LONG_HEADLINE'],
      ...['MARKETING_IMAGE', 'SQUARE_MARKETING_IMAGE'],
    ])
  })

  test('takes images of this server without a call', async () => {
    const logo_url = 'http://127.0.0.1:9/files/app/key/logo.png'
    opened.images.own.set(logo_url, await drawImage('logo', { width: 200, height: 200 }))
    await create({ logo_url })
    expect(opened.images.requests).toEqual([])
  })

  test('that was created by an answer that got lost is found by its name, whatever else it is', async () => {
    opened.server.faults.push({ on: 'googleAds:mutate', how: { status: 503 }, isApplied: true })
    expect(await opened.platform.createCampaign(opened.customer, BAKERY)).toMatchObject({
      outcome: 'unknown',
    })
    const [asked] = queries().slice(-1)
    expect(asked).toContain("campaign.name LIKE '% [[]p0x4d8w2nc[]]'")
    const found = value(await opened.platform.findCampaign(opened.customer, BAKERY.reference))
    expect(await create({ name: 'Another' })).toEqual(found)
    // Also when both looked before either was there.
    opened.server.faults.push({ on: 'googleAds:search', how: { status: 200, body: {} } })
    expect(await create()).toEqual(found)
    expect(opened.sent('googleAds:mutate')).toHaveLength(2)
  })

  test('with a name that another reference has is rejected', async () => {
    await create()
    opened.server.faults.push({ on: 'googleAds:search', how: { status: 200, body: {} } })
    opened.server.faults.push({ on: 'googleAds:search', how: { status: 200, body: {} } })
    const outcome = await opened.platform.createCampaign(opened.customer, BAKERY)
    expect(reasonsOf(outcome)).toMatchObject([
      { code: 'CampaignError.DUPLICATE_CAMPAIGN_NAME', field: 'name' },
    ])
  })

  test('is reported as it was asked for while it cannot be read yet', async () => {
    opened.server.faults.push({ on: 'googleAds:search', how: { status: 429 }, after: 1 })
    const reported = await create()
    expect(reported).toMatchObject({ name: 'Spring', reference: BAKERY.reference, status: 'PAUSED' })
    expect(reported).toMatchObject({ daily_budget_micros: 20_000_000, primary_status: 'PAUSED' })
    expect(value(await opened.platform.findCampaign(opened.customer, BAKERY.reference))?.campaign_id).toBe(
      reported.campaign_id,
    )
  })

  test('that cannot be one is refused before anything is sent', async () => {
    const { platform } = opened
    const smart = await platform.createCampaign(opened.customer, { ...BAKERY, campaign_type: 'SMART' })
    expect(reasonsOf(smart)).toMatchObject([
      { code: 'SmartCampaignError.CREATION_FAILED', field: 'campaign_type' },
    ])
    expect(reasonsOf(await platform.createCampaign('../1', BAKERY))).toHaveLength(1)
    expect(reasonsOf(await platform.setCampaignStatus(opened.customer, '1 OR 1', 'PAUSED'))).toHaveLength(1)
    expect(reasonsOf(await platform.removeCampaign('x', '1'))).toHaveLength(1)
    expect(reasonsOf(await platform.updateCampaign(opened.customer, "1'", {}))).toHaveLength(1)
    expect(reasonsOf(await platform.updateCampaign(opened.customer, '12345', { name: 'x' }))).toHaveLength(1)
    expect(value(await platform.readCampaigns(opened.customer, ["1) OR ('1"]))).toEqual([])
    expect(opened.sent('googleAds:mutate')).toEqual([])
  })

  test('refused for a place, a theme or an image says which', { tags: 'slow' }, async () => {
    const refused = async (changes: Partial<NewCampaign>) =>
      reasonsOf(await opened.platform.createCampaign(opened.customer, { ...BAKERY, ...changes })).map(
        ({ field }) => field,
      )
    expect(await refused({ geo_targets: ['geoTargetConstants/1002886242'] })).toEqual(['geo_targets'])
    expect(await refused({ keyword_themes: ['a b c d e f g h i j k'] })).toEqual(['keyword_themes'])
    expect(await refused({ search_themes: ['a b c d e f g h i j k'] })).toEqual(['search_themes'])
    const wide: NewAsset = { field_type: 'MARKETING_IMAGE', value: 'https://bakery.example.com/square.png' }
    expect(await refused({ assets: [wide] })).toEqual(['assets'])
    expect(await refused({ logo_url: null })).toEqual([undefined])
  })
})

describe('what is reported about a campaign', () => {
  const there = (id: string) =>
    opened.server.accounts.get(opened.customer)?.resources.get(`customers/${opened.customer}/campaigns/${id}`)

  test('begins when it began in the account’s zone, and learns for about two weeks', async () => {
    const { created_date, learning_ends_at } = await create()
    expect(created_date).toEqual(new Date('2026-11-18T05:00:00Z'))
    expect(learning_ends_at).toEqual(new Date('2026-12-02T05:00:00Z'))
  })

  test.each([
    ['PENDING', ['MOST_ASSET_GROUPS_UNDER_REVIEW'], 'REVIEW_IN_PROGRESS'],
    ['NOT_ELIGIBLE', ['HAS_ASSET_GROUPS_DISAPPROVED'], 'REVIEWED'],
    ['LIMITED', ['HAS_ASSET_GROUPS_LIMITED_BY_POLICY'], 'REVIEWED'],
    ['ELIGIBLE', [], 'REVIEWED'],
    ['LEARNING', ['BIDDING_STRATEGY_LEARNING'], 'REVIEWED'],
    ['PAUSED', ['CAMPAIGN_PAUSED'], 'UNKNOWN'],
  ])('%s because of %j is %s', async (primary_status, primary_status_reasons, review_status) => {
    const { campaign_id } = await create()
    Object.assign(there(campaign_id) ?? {}, {
      primaryStatus: primary_status,
      primaryStatusReasons: primary_status_reasons,
      servingStatus: 'SERVING',
    })
    const [campaign] = value(await opened.platform.readCampaigns(opened.customer, [campaign_id]))
    expect(campaign).toMatchObject({
      ...{ primary_status, primary_status_reasons, review_status },
      serving_status: 'SERVING',
    })
  })

  test('that others made has no reference; other types are not reported', async () => {
    const { campaign_id } = await create()
    Object.assign(there(campaign_id) ?? {}, { name: 'By hand [draft] 2' })
    expect(value(await opened.platform.readCampaigns(opened.customer, null))).toMatchObject([
      { name: 'By hand [draft] 2', reference: '' },
    ])
    Object.assign(there(campaign_id) ?? {}, { advertisingChannelType: 'SEARCH' })
    expect(value(await opened.platform.readCampaigns(opened.customer, null))).toEqual([])
  })
})

describe('removal', () => {
  test('of what is removed already is success only when it is', async () => {
    const { campaign_id } = await create()
    await opened.platform.removeCampaign(opened.customer, campaign_id)
    expect(opened.operations()).toEqual([
      ['campaign', { remove: `customers/${opened.customer}/campaigns/${campaign_id}` }],
    ])
    for (const word of ['RESOURCE_NOT_FOUND', 'OPERATION_NOT_PERMITTED_FOR_REMOVED_RESOURCE']) {
      const [status, body] = failure(400, 'INVALID_ARGUMENT', [oneError('contextError', word)])
      opened.server.faults.push({ on: 'googleAds:mutate', how: { status, body } })
      expect(value(await opened.platform.removeCampaign(opened.customer, campaign_id)).status).toBe('REMOVED')
    }
    const living = await create({ reference: 'living' })
    const [status, body] = failure(404, 'NOT_FOUND', [oneError('mutateError', 'RESOURCE_NOT_FOUND')])
    opened.server.faults.push({ on: 'googleAds:mutate', how: { status, body } })
    expect(reasonsOf(await opened.platform.removeCampaign(opened.customer, living.campaign_id))).toHaveLength(
      1,
    )
  })
})
