import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { useStarted } from '../../../test/use-started.ts'
import { ACCOUNT, CAMPAIGN, reasonsOf, value } from './conformance.ts'
import type { AdPlatform, NewCampaign } from './port.ts'
import type { SandboxAccount } from './sandbox-campaign.ts'
import { sandboxStore } from './sandbox-store.ts'
import { FRANCE, HAMLET, openAdSandbox, SPRINGFIELD, UNITED_STATES } from './test/ad-sandbox.ts'

const MINUTE = 60
const DAY = 24 * 3600
const ALWAYS = { from: '2020-01-01', to: '2099-12-31' }

const sandbox = useStarted(openAdSandbox)
let platform: AdPlatform
let customer: string
beforeAll(async () => {
  platform = sandbox.platform
})
beforeEach(async () => {
  await sandbox.clear()
  sandbox.track(null)
  customer = value(await platform.createAccount(ACCOUNT)).customer_id
})

async function create(changes: Partial<NewCampaign> = {}): Promise<string> {
  const campaign = { ...CAMPAIGN, geo_targets: [UNITED_STATES], ...changes }
  return value(await platform.createCampaign(customer, campaign)).campaign_id
}

async function run(changes: Partial<NewCampaign> = {}): Promise<string> {
  const id = await create(changes)
  await platform.setCampaignStatus(customer, id, 'ENABLED')
  return id
}

async function read(id: string) {
  const [campaign] = value(await platform.readCampaigns(customer, [id]))
  if (!campaign) throw new Error('the campaign is gone')
  return campaign
}

const figures = async (from: AdPlatform = platform) =>
  value(await from.performance(customer, { ...ALWAYS, campaign_ids: null }))
const terms = async (from: AdPlatform = platform) =>
  value(await from.searchTerms(customer, 'SMART', { ...ALWAYS, limit: 100 }))

describe('what a campaign is said to be', () => {
  test('goes from review over learning to what it can be', async () => {
    const id = await run({ daily_budget_micros: 900_000_000 })
    expect(await read(id)).toMatchObject({
      review_status: 'REVIEW_IN_PROGRESS',
      primary_status: 'PENDING',
      primary_status_reasons: ['MOST_ADS_UNDER_REVIEW'],
      serving_status: 'PENDING',
    })
    sandbox.clock.move(10 * MINUTE)
    expect(await read(id)).toMatchObject({
      review_status: 'REVIEWED',
      primary_status: 'LEARNING',
      primary_status_reasons: ['BIDDING_STRATEGY_LEARNING'],
      serving_status: 'SERVING',
    })
    sandbox.clock.move(7 * DAY)
    expect(await read(id)).toMatchObject({ primary_status: 'ELIGIBLE', primary_status_reasons: [] })
  })

  test.each([
    ['too small a budget', { daily_budget_micros: 1_000_000 }, 'LIMITED', 'BUDGET_CONSTRAINED'],
    ['too few people', { geo_targets: [HAMLET] }, 'LIMITED', 'SEARCH_VOLUME_LIMITED'],
    [
      'words that are not let pass',
      { business_description: 'A casino' },
      'NOT_ELIGIBLE',
      'HAS_ADS_DISAPPROVED',
    ],
    [
      'politics in the EU only',
      { geo_targets: [FRANCE], contains_eu_political_advertising: true },
      'NOT_ELIGIBLE',
      'HAS_ADS_LIMITED_BY_POLICY',
    ],
    [
      'politics also in the EU',
      { geo_targets: [FRANCE, SPRINGFIELD], contains_eu_political_advertising: true },
      'LIMITED',
      'HAS_ADS_LIMITED_BY_POLICY',
    ],
  ])('with %s', async (_, changes, primary_status, reason) => {
    const id = await run(changes)
    sandbox.clock.move(20 * DAY)
    expect(await read(id)).toMatchObject({ primary_status, primary_status_reasons: [reason] })
  })

  test('learning ends 7 or 14 days after the first start, and 3 days after a large change of the budget', async () => {
    const end = async (id: string) => (await read(id)).learning_ends_at.getTime()
    const now = () => sandbox.clock.now().getTime()
    const id = await create({ campaign_type: 'PERFORMANCE_MAX' })
    expect(await end(id)).toBe(now() + 14 * DAY * 1000)
    sandbox.clock.move(DAY)
    await platform.setCampaignStatus(customer, id, 'ENABLED')
    expect(await end(id)).toBe(now() + 14 * DAY * 1000)
    sandbox.clock.move(20 * DAY)
    await platform.updateCampaign(customer, id, { daily_budget_micros: 23_000_000 })
    expect(await end(id)).toBe(now() - 6 * DAY * 1000)
    await platform.updateCampaign(customer, id, { daily_budget_micros: 46_000_000 })
    expect(await end(id)).toBe(now() + 3 * DAY * 1000)
  })

  test('new words are reviewed again, a new budget is not', async () => {
    const id = await run()
    sandbox.clock.move(DAY)
    await platform.updateCampaign(customer, id, { daily_budget_micros: 30_000_000 })
    expect((await read(id)).review_status).toBe('REVIEWED')
    await platform.addAssets(customer, id, [{ field_type: 'HEADLINE', value: 'Bread!' }])
    expect((await read(id)).review_status).toBe('REVIEW_IN_PROGRESS')
  })
})

describe('the figures', () => {
  test('are the same on every read and every node', async () => {
    await run()
    sandbox.clock.move(12 * DAY)
    const first = [await figures(), await terms()]
    expect(first[0]?.length).toBeGreaterThan(10)
    expect([await figures(), await terms()]).toEqual(first)
    const node = sandbox.anotherNode()
    expect([await figures(node), await terms(node)]).toEqual(first)
  })

  test('stay when the campaign is removed, and end there', async () => {
    const id = await run()
    sandbox.clock.move(12 * DAY)
    const before = await figures()
    await platform.removeCampaign(customer, id)
    expect(await figures()).toEqual(before)
    sandbox.clock.move(12 * DAY)
    expect((await figures()).map(({ date }) => date)).toEqual(before.map(({ date }) => date))
    expect((await terms()).length).toBeGreaterThan(5)
  })

  test('of search terms name what people search, most first', async () => {
    await run({ geo_targets: [SPRINGFIELD] })
    sandbox.clock.move(30 * DAY)
    const rows = await terms()
    const seen = rows.map(({ impressions }) => impressions)
    expect(seen).toEqual(seen.toSorted((a, b) => b - a))
    const words = rows.map(({ search_term }) => search_term)
    expect(words).toEqual(
      expect.arrayContaining(['sourdough bread', 'best birthday cake', 'sourdough bread springfield']),
    )
    expect(rows.every(({ conversions }) => conversions === 0)).toBe(true)
    expect(value(await platform.searchTerms(customer, 'SMART', { ...ALWAYS, limit: 3 }))).toEqual(
      rows.slice(0, 3),
    )
    expect(value(await platform.searchTerms(customer, 'PERFORMANCE_MAX', { ...ALWAYS, limit: 100 }))).toEqual(
      [],
    )
  })

  test('of other campaigns are not asked for', async () => {
    const one = await run({ reference: 'one' })
    await run({ reference: 'two' })
    sandbox.clock.move(5 * DAY)
    const rows = value(await platform.performance(customer, { ...ALWAYS, campaign_ids: [one] }))
    expect(new Set(rows.map(({ campaign_id }) => campaign_id))).toEqual(new Set([one]))
  })
})

describe('words in the name make it fail', () => {
  test('[delete-timeout-applied] removes and loses the answer', async () => {
    const id = await create({ name: 'Spring [delete-timeout-applied]' })
    expect(await platform.removeCampaign(customer, id)).toMatchObject({ outcome: 'unknown' })
    expect((await read(id)).status).toBe('REMOVED')
  })

  test('[delete-timeout-lost] loses the request, and so the campaign stays', async () => {
    const id = await create({ name: 'Spring [delete-timeout-lost]' })
    expect(await platform.removeCampaign(customer, id)).toMatchObject({ outcome: 'unknown' })
    expect((await read(id)).status).toBe('PAUSED')
  })

  test('[terms-fail] takes the search terms of its type away, not those of the other', async () => {
    await run({ name: 'Spring [terms-fail]' })
    const range = { ...ALWAYS, limit: 100 }
    expect(await platform.searchTerms(customer, 'SMART', range)).toMatchObject({ outcome: 'unavailable' })
    expect(await platform.searchTerms(customer, 'PERFORMANCE_MAX', range)).toMatchObject({ outcome: 'done' })
  })

  test('[unavailable] also when a campaign is renamed', async () => {
    const id = await create()
    const renamed = await platform.updateCampaign(customer, id, { name: '[unavailable]' })
    expect(renamed).toMatchObject({ outcome: 'unavailable' })
    expect((await read(id)).name).toBe('Spring')
  })
})

describe('the platform takes no campaign', () => {
  const cases: [string, Partial<NewCampaign>][] = [
    ['CampaignError.INVALID_CAMPAIGN_NAME', { name: 'two\nlines' }],
    ['CampaignBudgetError.BUDGET_BELOW_PER_DAY_MINIMUM', { daily_budget_micros: 990_000 }],
    ['CampaignBudgetError.MONEY_AMOUNT_TOO_LARGE', { daily_budget_micros: 1_000_010_000 }],
    ['CampaignBudgetError.NON_MULTIPLE_OF_MINIMUM_CURRENCY_UNIT', { daily_budget_micros: 2_005_000 }],
    ['UrlFieldError.MALFORMED_URL', { landing_page: 'http://bakery.example.com' }],
    ['SmartCampaignError.FINAL_URL_NOT_CRAWLABLE', { landing_page: 'https://127.0.0.1/' }],
    ['SmartCampaignError.FINAL_URL_NOT_CRAWLABLE', { landing_page: 'https://localhost/' }],
    ['SmartCampaignError.FINAL_URL_NOT_CRAWLABLE', { landing_page: 'https://shop.invalid/' }],
    ['ImageError.FORMAT_NOT_ALLOWED', { logo_url: 'https://bakery.example.com/logo.svg' }],
    ['ImageError.PROBLEM_READING_IMAGE_FILE', { logo_url: 'https://logo.invalid/logo.png' }],
    ['AssetGroupError.NOT_ENOUGH_LOGO_ASSET', { campaign_type: 'PERFORMANCE_MAX', logo_url: null }],
    ['FieldError.REQUIRED', { keyword_themes: [] }],
    [
      'CollectionSizeError.TOO_MANY',
      { keyword_themes: Array.from({ length: 11 }, (_, at) => `theme ${at}`) },
    ],
    ['AssetGroupSignalError.TOO_MANY_WORDS', { search_themes: ['a b c d e f g h i j k'] }],
    ['StringLengthError.TOO_LONG', { assets: [{ field_type: 'HEADLINE', value: 'x'.repeat(31) }] }],
    [
      'RequestError.BAD_RESOURCE_ID',
      { geo_targets: ['geoTargetConstants/1'], contains_eu_political_advertising: false },
    ],
    [
      'MutateError.EU_POLITICAL_ADVERTISING_DECLARATION_REQUIRED',
      { geo_targets: [FRANCE], contains_eu_political_advertising: null },
    ],
  ]
  test.each(cases)('%s', async (code, changes) => {
    const campaign = { ...CAMPAIGN, geo_targets: [UNITED_STATES], ...changes }
    const codes = reasonsOf(await platform.createCampaign(customer, campaign)).map((reason) => reason.code)
    expect(codes).toContain(code)
    const id = await create()
    const { reference, campaign_type, ...settings } = changes
    if (campaign_type === undefined) {
      expect(reasonsOf(await platform.updateCampaign(customer, id, settings))).not.toEqual([])
      expect(await read(id)).toMatchObject({ name: 'Spring', daily_budget_micros: 20_000_000 })
    }
  })

  test('whose places are outside the EU, for want of a declaration: that one it takes', async () => {
    expect(await create({ contains_eu_political_advertising: null })).toMatch(/^\d{11}$/)
  })
})

test('a stopped account spends nothing and takes only removals', async () => {
  const now = sandbox.clock.now()
  const stopped: SandboxAccount = {
    ...ACCOUNT,
    reference: 'stopped',
    customer_id: '5555555555',
    status: 'SUSPENDED',
    stopped_at: now,
    created_date: now,
  }
  const { reference, campaign_type, ...settings } = CAMPAIGN
  const version = { version: 1, status: 'ENABLED', settings, submitted_at: now, created_date: now } as const
  const campaign = {
    campaign_id: '55555555555',
    customer_id: '5555555555',
    reference,
    campaign_type,
    created_date: now,
  }
  await sandboxStore(sandbox.db).insertAccount(stopped)
  await sandboxStore(sandbox.db).insertCampaign({ ...campaign, versions: [version] })
  sandbox.clock.move(3 * DAY)
  const outcomes = [
    await platform.createCampaign('5555555555', { ...CAMPAIGN, reference: 'new' }),
    await platform.setCampaignStatus('5555555555', '55555555555', 'PAUSED'),
    await platform.ensureGoals('5555555555', [{ name: 'Purchase', category: 'PURCHASE' }]),
  ]
  for (const outcome of outcomes) expect(reasonsOf(outcome)[0]?.code).toContain('SUSPENDED_ACCOUNT')
  expect(value(await platform.readCampaigns('5555555555', null))).toMatchObject([
    { primary_status: 'NOT_ELIGIBLE', serving_status: 'SUSPENDED' },
  ])
  expect(value(await platform.performance('5555555555', { ...ALWAYS, campaign_ids: null }))).toEqual([])
  expect(value(await platform.removeCampaign('5555555555', '55555555555')).status).toBe('REMOVED')
})

test('whatever two nodes do at once, a reference has one living campaign and no change is lost', async () => {
  const nodes = [platform, sandbox.anotherNode()]
  const references = ['one', 'two', 'three']
  const work = Array.from({ length: 90 }, async (_, at) => {
    const node = nodes[at % 2] ?? platform
    const reference = references[at % 3] ?? 'one'
    const created = await node.createCampaign(customer, {
      ...CAMPAIGN,
      geo_targets: [UNITED_STATES],
      reference,
    })
    const { campaign_id } = value(created)
    if (at % 5 === 0) return node.removeCampaign(customer, campaign_id)
    return node.setCampaignStatus(customer, campaign_id, at % 2 === 0 ? 'ENABLED' : 'PAUSED')
  })
  const outcomes = await Promise.all(work)
  expect(outcomes.every(({ outcome }) => outcome === 'done' || outcome === 'rejected')).toBe(true)
  const campaigns = value(await platform.readCampaigns(customer, null))
  for (const reference of references) {
    const living = campaigns.filter((one) => one.reference === reference && one.status !== 'REMOVED')
    expect(living.length).toBeLessThanOrEqual(1)
    const found = value(await platform.findCampaign(customer, reference))
    if (living[0]) expect(found).toEqual(living[0])
  }
  const stored = await sandboxStore(sandbox.db).findCampaigns(customer, 'all')
  for (const { versions } of stored) {
    expect(versions.map(({ version }) => version)).toEqual(versions.map((_, at) => at + 1))
  }
  expect(campaigns.some(({ status }) => status === 'REMOVED')).toBe(true)
})
