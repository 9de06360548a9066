import { beforeEach, describe, expect, test } from 'vitest'
import { refusal } from '../../../../test/refusal.ts'
import { useSharedApp } from '../../../../test/use-shared-app.ts'
import { useTeam } from '../../../../test/use-team.ts'
import { type AdScene, adScene, GERMANY, USA } from '../test/ad-scene.ts'

const app = useSharedApp()
const { owner } = useTeam(app)
let scene: AdScene
let campaign: Awaited<ReturnType<AdScene['create']>>

beforeEach(async () => {
  scene = await adScene(app, owner)
  campaign = await scene.create()
})

type Change = Parameters<AdScene['client']['campaigns']['update']>[1]
/** Also what the types would not let pass. */
const update = (change: unknown, of: { id: string } = campaign) =>
  scene.client.campaigns.update({ app_id: scene.app_id, campaign_id: of.id }, change as Change)
const unchanged = async () => {
  const { campaign_name, daily_budget_micros, landing_page, geo_targets, keyword_themes } = campaign
  expect(await scene.client.campaigns.read({ app_id: scene.app_id, campaign_id: campaign.id })).toMatchObject(
    {
      campaign_name,
      daily_budget_micros,
      landing_page,
      geo_targets,
      keyword_themes,
      unsettled: null,
    },
  )
}

describe('a field of a campaign', () => {
  test.each([
    ['name', 'Autumn', { campaign_name: 'Autumn' }, { name: 'Autumn' }],
    ['budget', 30_000_000, { daily_budget_micros: 30_000_000 }, { daily_budget_micros: 30_000_000 }],
    ['keyword_themes', ['ash table'], { keyword_themes: ['ash table'] }, { keyword_themes: ['ash table'] }],
    ['search_themes', ['tables'], { search_themes: ['tables'] }, { search_themes: ['tables'] }],
    [
      'landing_page',
      'https://new.example.com/x?y=1',
      { landing_page: 'https://new.example.com/x?y=1' },
      { landing_page: 'https://new.example.com/x?y=1' },
    ],
    [
      'geo_targets',
      ['geoTargetConstants/2826'],
      { geo_targets: ['geoTargetConstants/2826'] },
      { geo_targets: ['geoTargetConstants/2826'] },
    ],
  ])('%s is changed here and there', { tags: 'slow' }, async (field, value, ours, theirs) => {
    const answer = await update({ field, value })
    expect(answer).toMatchObject({ ...ours, id: campaign.id, status: 'ENABLED' })
    expect(answer.updated_date > campaign.updated_date).toBe(true)
    expect(await scene.onPlatform(campaign)).toMatchObject(theirs)
    expect(await scene.client.campaigns.read({ app_id: scene.app_id, campaign_id: campaign.id })).toEqual(
      answer,
    )
    const { items } = await app.as(owner).audit.list({ app_id: scene.app_id, action: 'campaigns.update' })
    expect(items).toMatchObject([{ target_id: campaign.id, actor_id: owner.id, detail: { field, value } }])
  })

  test('texts that are named are replaced, the others stay', { tags: 'slow' }, async () => {
    const first = await scene.create({
      headlines: ['Tables', 'Oak'],
      long_headlines: ['Tables of oak'],
      descriptions: ['Made to measure'],
    })
    const answer = await update({ field: 'ad_copy', value: { headlines: ['Ash', 'Ash', 'Beech'] } }, first)
    expect(answer).toMatchObject({
      headlines: ['Ash', 'Beech'],
      long_headlines: ['Tables of oak'],
      descriptions: ['Made to measure'],
    })
    const emptied = await update(
      { field: 'ad_copy', value: { descriptions: [], long_headlines: ['New'] } },
      first,
    )
    expect(emptied).toMatchObject({ headlines: ['Ash', 'Beech'], long_headlines: ['New'], descriptions: [] })
    expect(await scene.onPlatform(first)).toMatchObject({
      assets: expect.arrayContaining([
        { field_type: 'LONG_HEADLINE', value: 'New' },
        { field_type: 'HEADLINE', value: 'Beech' },
      ]),
    })
  })
})

describe('the bounds are those of a launch', () => {
  test.each([
    [1_000_000 - 10_000, false],
    [1_000_000, true],
    [1_000_000_000, true],
    [1_000_000_000 + 10_000, false],
    [1_000_001, false],
    [0, false],
    [-5_000_000, false],
  ])('a budget of %i micros a day', async (value, isAllowed) => {
    if (isAllowed) {
      expect(await update({ field: 'budget', value })).toMatchObject({ daily_budget_micros: value })
      return
    }
    await expect(update({ field: 'budget', value })).rejects.toMatchObject({
      status: 400,
      code: 'budget_out_of_range',
      body: { min_micros: 1_000_000, max_micros: 1_000_000_000, unit_micros: 10_000, currency_code: 'USD' },
    })
    await unchanged()
  })

  test('of another currency and type others hold', async () => {
    scene = await adScene(app, owner, { currency_code: 'JPY' })
    const performance = await scene.create({
      campaign_type: 'PERFORMANCE_MAX',
      daily_budget_micros: 750_000_000,
      logo_url: 'https://cdn.example.com/logo.png',
    })
    await expect(update({ field: 'budget', value: 749_000_000 }, performance)).rejects.toMatchObject({
      code: 'budget_out_of_range',
      body: { min_micros: 750_000_000, max_micros: 1_500_000_000_000, currency_code: 'JPY' },
    })
    expect(await update({ field: 'budget', value: 751_000_000 }, performance)).toMatchObject({
      daily_budget_micros: 751_000_000,
    })
  })

  const long = 'x'.repeat(81)
  test.each<[string, unknown, (string | number)[], string]>([
    ['name', '', ['value'], 'string_too_short'],
    ['name', 'x'.repeat(129), ['value'], 'string_too_long'],
    ['name', 'two\nlines', ['value'], 'string_pattern_mismatch'],
    ['name', 7, ['value'], 'string_type'],
    ['budget', '20000000', ['value'], 'int_type'],
    ['budget', 1.5, ['value'], 'int_from_float'],
    ['keyword_themes', Array(11).fill('x'), ['value'], 'too_long'],
    ['keyword_themes', [long], ['value', 0], 'string_too_long'],
    ['keyword_themes', [' '], ['value', 0], 'string_pattern_mismatch'],
    ['keyword_themes', 'x', ['value'], 'list_type'],
    ['keyword_themes', [], ['value'], 'too_short'],
    ['search_themes', ['x', long], ['value', 1], 'string_too_long'],
    ['search_themes', Array(11).fill('x'), ['value'], 'too_long'],
    ['geo_targets', Array(101).fill(USA), ['value'], 'too_long'],
    ['geo_targets', [7], ['value', 0], 'string_type'],
    ['landing_page', 'http://shop.example.com/', ['value'], 'string_pattern_mismatch'],
    ['landing_page', 'https://shop.example.com:99999/', ['value'], 'url_parsing'],
    ['landing_page', `https://x.example/${'x'.repeat(2048)}`, ['value'], 'string_too_long'],
    ['ad_copy', { headlines: ['x'.repeat(31)] }, ['value', 'headlines', 0], 'string_too_long'],
    ['ad_copy', { headlines: Array(16).fill('x') }, ['value', 'headlines'], 'too_long'],
    ['ad_copy', { long_headlines: ['x'.repeat(91)] }, ['value', 'long_headlines', 0], 'string_too_long'],
    ['ad_copy', { descriptions: Array(6).fill('x') }, ['value', 'descriptions'], 'too_long'],
    ['ad_copy', 'x', ['value'], 'dict_type'],
    ['colour', 'red', ['field'], 'literal_error'],
  ])('422: %s = %j', async (field, value, loc, type) => {
    await expect(update({ field, value })).rejects.toMatchObject({
      status: 422,
      detail: [{ loc: ['body', ...loc], type }],
    })
    await unchanged()
  })

  test('422: no texts, no value, no field', async () => {
    await expect(update({ field: 'ad_copy', value: {} })).rejects.toMatchObject({ status: 422 })
    await expect(update({ field: 'name' })).rejects.toMatchObject({ detail: [{ loc: ['body', 'value'] }] })
    await expect(update({ value: 'New' })).rejects.toMatchObject({ detail: [{ loc: ['body', 'field'] }] })
    await unchanged()
  })

  test('only smart campaigns need a keyword theme', async () => {
    const performance = await scene.create({
      campaign_type: 'PERFORMANCE_MAX',
      logo_url: 'https://cdn.example.com/logo.png',
    })
    expect(await update({ field: 'keyword_themes', value: [] }, performance)).toMatchObject({
      keyword_themes: [],
    })
  })
})

describe('where it can be seen', () => {
  test.each([
    ['in the EU', [USA, GERMANY]],
    ['everywhere', []],
    ['nobody knows where', ['geoTargetConstants/1']],
  ])('%s needs a declaration', async (_where, value) => {
    await expect(update({ field: 'geo_targets', value })).rejects.toEqual(
      refusal(400, 'eu_political_declaration_required'),
    )
    await unchanged()
  })

  test.each([
    [false, false],
    [true, true],
    ['DOES_NOT_CONTAIN_EU_POLITICAL_ADVERTISING', false],
    ['CONTAINS_EU_POLITICAL_ADVERTISING', true],
  ])('declared with it as %j, and then for good', async (contains_eu_political_advertising, reported) => {
    const declared = { contains_eu_political_advertising: reported }
    const asked = { field: 'geo_targets', value: [GERMANY], contains_eu_political_advertising }
    expect(await update(asked)).toMatchObject({ geo_targets: [GERMANY], ...declared })
    expect(await scene.onPlatform(campaign)).toMatchObject(declared)
    expect(await update({ field: 'geo_targets', value: [] })).toMatchObject({ geo_targets: [], ...declared })
  })

  test('a place that the platform does not know is refused there', async () => {
    const asked = {
      field: 'geo_targets',
      value: ['geoTargetConstants/1'],
      contains_eu_political_advertising: false,
    }
    await expect(update(asked)).rejects.toMatchObject({
      code: 'rejected_by_platform',
      body: { reasons: [{ code: 'RequestError.BAD_RESOURCE_ID', field: 'geo_targets' }] },
    })
    await unchanged()
  })
})

test('what only the platform can judge is refused with its reasons', async () => {
  const value = 'https://shop.uncrawlable.test/'
  await expect(update({ field: 'landing_page', value })).rejects.toMatchObject({
    status: 400,
    code: 'rejected_by_platform',
    body: { reasons: [{ code: 'SmartCampaignError.FINAL_URL_NOT_CRAWLABLE', field: 'landing_page' }] },
  })
  await unchanged()
})
