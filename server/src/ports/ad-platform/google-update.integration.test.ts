import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { useMade } from '../../../test/use-started.ts'
import { reasonsOf, value } from './conformance.ts'
import type { CampaignChanges, NewCampaign } from './port.ts'
import { BAKERY, openGoogleAccount } from './test/google-ads-campaign.ts'

const US = 'geoTargetConstants/2840'

const opened = useMade(openGoogleAccount, beforeEach)
afterEach(() => opened.close())

const create = async (changes: Partial<NewCampaign> = {}) =>
  value(await opened.platform.createCampaign(opened.customer, { ...BAKERY, ...changes }))

describe('a change of settings', () => {
  const update = async (changes: CampaignChanges, id?: string) => {
    const campaign_id = id ?? (await create()).campaign_id
    opened.server.calls.length = 0
    return value(await opened.platform.updateCampaign(opened.customer, campaign_id, changes))
  }

  test('of name, budget and declaration is one request', async () => {
    const { campaign_id } = await update({
      name: 'Autumn',
      daily_budget_micros: 30_000_000,
      contains_eu_political_advertising: true,
    })
    const resourceName = `customers/${opened.customer}/campaigns/${campaign_id}`
    expect(opened.operations()).toEqual([
      [
        'campaign',
        {
          update: {
            resourceName,
            name: 'Autumn [p0x4d8w2nc]',
            containsEuPoliticalAdvertising: 'CONTAINS_EU_POLITICAL_ADVERTISING',
          },
          updateMask: 'name,containsEuPoliticalAdvertising',
        },
      ],
      [
        'campaignBudget',
        {
          update: { resourceName: expect.stringContaining('/campaignBudgets/'), amountMicros: '30000000' },
          updateMask: 'amountMicros',
        },
      ],
    ])
  })

  test('that changes nothing sends nothing', async () => {
    await update({ name: 'Spring', daily_budget_micros: 20_000_000, geo_targets: [US], language_code: 'en' })
    expect(opened.sent('googleAds:mutate')).toEqual([])
  })

  test('of places, language, page and themes sends what is new and takes away what is gone', async () => {
    await update({
      geo_targets: ['geoTargetConstants/2124'],
      language_code: 'fr',
      landing_page: 'https://bakery.example.com/fr',
      search_themes: ['sourdough bread', 'croissant'],
    })
    expect(opened.kinds()).toEqual([
      ...['campaignCriterion', 'campaignCriterion', 'campaignCriterion', 'campaignCriterion'],
      ...['assetGroup', 'assetGroupSignal', 'assetGroupSignal'],
    ])
    expect(opened.created('campaignCriterion')).toMatchObject([
      { location: { geoTargetConstant: 'geoTargetConstants/2124' } },
      { language: { languageConstant: 'languageConstants/1002' } },
    ])
    expect(opened.created('assetGroupSignal')).toMatchObject([{ searchTheme: { text: 'croissant' } }])
  })

  test('of the business name and logo replaces both', async () => {
    const { campaign_id } = await update({
      business_name: 'Corner cakes',
      logo_url: 'https://bakery.example.com/new.png',
      assets: [{ field_type: 'HEADLINE', value: 'Corner cakes' }],
    })
    const rows = value(await opened.platform.listAssets(opened.customer, campaign_id))
    const of = (field: string) => rows.filter(({ field_type }) => field_type === field)
    expect(of('BUSINESS_NAME').map(({ text }) => text)).toEqual(['Corner cakes'])
    expect(of('LOGO')).toHaveLength(1)
    expect(of('HEADLINE').map(({ text }) => text)).toContain('Corner cakes')
    await update(
      { business_name: 'Corner cakes', logo_url: 'https://bakery.example.com/new.png' },
      campaign_id,
    )
    expect(opened.sent('googleAds:mutate')).toEqual([])
  })

  test('of the texts replaces those of their kind, down to as many as Google asks for', async () => {
    const headlines = ['One', 'Two', 'Three', 'Four'].map(
      (text) => ({ field_type: 'HEADLINE', value: text }) as const,
    )
    const { campaign_id } = await update({ assets: headlines })
    const texts = async (field: string) =>
      value(await opened.platform.listAssets(opened.customer, campaign_id))
        .filter(({ field_type }) => field_type === field)
        .map(({ text }) => text)
        .sort()
    expect(await texts('HEADLINE')).toEqual(['Four', 'One', 'Three', 'Two'])
    expect(await texts('DESCRIPTION')).toHaveLength(2)
    await update({ assets: [{ field_type: 'HEADLINE', value: 'Longer than fifteen signs' }] }, campaign_id)
    expect(await texts('HEADLINE')).toHaveLength(3)
  })

  test('with an image that cannot be had is rejected', { tags: 'slow' }, async () => {
    const { campaign_id } = await create()
    const outcome = await opened.platform.updateCampaign(opened.customer, campaign_id, {
      logo_url: 'https://cdn.unfetchable.test/logo.png',
    })
    expect(reasonsOf(outcome)).toMatchObject([{ field: 'logo_url' }])
  })
})

describe('a smart campaign that is there', () => {
  const smart = (id = '31000000001', startDateTime = '2026-11-01 00:00:00') => {
    const resourceName = `customers/${opened.customer}/campaigns/${id}`
    const resources = opened.server.accounts.get(opened.customer)?.resources
    resources?.set(resourceName, {
      ...{ resourceName, id, name: 'Old [old-1]', status: 'ENABLED', advertisingChannelType: 'SMART' },
      ...{ startDateTime, primaryStatus: 'ELIGIBLE', primaryStatusReasons: [] },
      campaignBudget: `customers/${opened.customer}/campaignBudgets/1`,
    })
    resources?.set(`customers/${opened.customer}/campaignBudgets/1`, { amountMicros: '5000000' })
    resources?.set(`customers/${opened.customer}/smartCampaignSettings/${id}`, { businessName: 'Old' })
    resources?.set(`customers/${opened.customer}/campaignCriteria/${id}~1`, {
      resourceName: `customers/${opened.customer}/campaignCriteria/${id}~1`,
      campaign: resourceName,
      keywordTheme: { freeFormKeywordTheme: 'bread' },
    })
    return id
  }

  test('begins at the hour that clocks there show, also on the day of their change', async () => {
    smart('31000000009', '2026-11-01 13:30:00')
    const found = await opened.platform.findCampaign(opened.customer, 'old-1')
    expect(value(found)).toMatchObject({ created_date: new Date('2026-11-01T18:30:00Z') })
  })

  test('is reported, started and stopped', async () => {
    const id = smart()
    expect(value(await opened.platform.findCampaign(opened.customer, 'old-1'))).toMatchObject({
      ...{ campaign_id: id, campaign_type: 'SMART', daily_budget_micros: 5_000_000 },
      learning_ends_at: new Date('2026-11-08T04:00:00Z'),
    })
    expect(value(await opened.platform.setCampaignStatus(opened.customer, id, 'PAUSED')).status).toBe(
      'PAUSED',
    )
  })

  test('changes in its settings and keyword themes', async () => {
    const id = smart()
    const changes = {
      ...{ landing_page: 'https://bakery.example.com/', business_name: 'New', language_code: 'de' },
      ...{ phone_number: '+4930123456', phone_country_code: 'DE', keyword_themes: ['cake'] },
    }
    expect(await opened.platform.updateCampaign(opened.customer, id, changes)).toMatchObject({
      outcome: 'done',
    })
    const settings = opened.operations().filter(([kind]) => kind === 'smartCampaignSetting')
    expect(settings.map(([, { updateMask }]) => updateMask)).toEqual([
      ...['finalUrl', 'businessName', 'advertisingLanguageCode', 'phoneNumber'],
    ])
    expect(opened.operations().slice(-2)).toEqual([
      ['campaignCriterion', { remove: `customers/${opened.customer}/campaignCriteria/${id}~1` }],
      [
        'campaignCriterion',
        { create: { campaign: expect.any(String), keywordTheme: { freeFormKeywordTheme: 'cake' } } },
      ],
    ])
  })

  test('takes no assets', async () => {
    const assets = [{ field_type: 'HEADLINE', value: 'Fresh' }] as const
    const id = smart()
    expect(reasonsOf(await opened.platform.addAssets(opened.customer, id, assets))).toMatchObject([
      { field: 'assets' },
    ])
    expect(reasonsOf(await opened.platform.updateCampaign(opened.customer, id, { assets }))).toHaveLength(1)
  })
})
