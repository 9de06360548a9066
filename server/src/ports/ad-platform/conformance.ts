/** What every ad platform does, whichever it is; run by conformance.test.ts. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { AdPlatform, NewAccount, NewCampaign, PlatformCampaign, Read, Written } from './port.ts'

export interface OpenedAdPlatform {
  platform: AdPlatform
  /** A place outside the EU. */
  place: string
  /** Arranges that the creation of this campaign ends so, and returns it as it then has to be. */
  failing(how: 'applied' | 'lost' | 'unavailable', campaign: NewCampaign): NewCampaign
  /** Lets the time pass after which tags are published. */
  publishTags(): void
  close(): Promise<void>
}

export function adPlatformConformance(name: string, open: () => Promise<OpenedAdPlatform>): void {
  describe(`advertising on ${name}`, () => {
    let opened: OpenedAdPlatform
    let platform: AdPlatform
    let customer: string
    beforeEach(async () => {
      opened = await open()
      platform = opened.platform
      customer = value(await platform.createAccount(ACCOUNT)).customer_id
    })
    afterEach(() => opened.close())

    const campaign = (changes: Partial<NewCampaign> = {}): NewCampaign => ({
      ...CAMPAIGN,
      // Of what can be made here, whichever that is.
      campaign_type: platform.creatable_types[0] ?? 'SMART',
      geo_targets: [opened.place],
      ...changes,
    })
    const create = async (changes: Partial<NewCampaign> = {}) =>
      value(await platform.createCampaign(customer, campaign(changes)))
    const all = async () => value(await platform.readCampaigns(customer, null))

    test('opens one account for a reference and finds it again', async () => {
      const again = value(await platform.createAccount({ ...ACCOUNT, name: 'Another', currency_code: 'EUR' }))
      expect(again).toMatchObject({ customer_id: customer, name: ACCOUNT.name, currency_code: 'USD' })
      expect(customer).toMatch(/^\d{10}$/)
      expect(value(await platform.findAccount(ACCOUNT.reference))).toEqual(again)
      expect(value(await platform.readAccount(customer))).toEqual(again)
      expect(again).toMatchObject({ ...ACCOUNT, status: 'ENABLED' })
    })

    test('knows no other accounts', async () => {
      expect(value(await platform.findAccount('nobody'))).toBeNull()
      expect(value(await platform.readAccount('1234567890'))).toBeNull()
      expect(value(await platform.readCampaigns('1234567890', null))).toEqual([])
    })

    test.each([
      ['currency_code', 'ZZZ'],
      ['time_zone', 'Mars/Olympus'],
    ])('opens no account with the %s %s', async (field, wrong) => {
      const outcome = await platform.createAccount({ ...ACCOUNT, reference: 'other', [field]: wrong })
      expect(reasonsOf(outcome)).toEqual([expect.objectContaining({ field })])
      expect(value(await platform.findAccount('other'))).toBeNull()
    })

    test('creates campaigns paused, as they were asked for', async () => {
      for (const campaign_type of platform.creatable_types) {
        const asked = campaign({ reference: campaign_type, campaign_type })
        const created = value(await platform.createCampaign(customer, asked))
        const { name, reference, daily_budget_micros, contains_eu_political_advertising } = asked
        const reported = {
          name,
          reference,
          campaign_type,
          daily_budget_micros,
          contains_eu_political_advertising,
        }
        expect(created).toMatchObject({ ...reported, status: 'PAUSED', primary_status: 'PAUSED' })
        // Some report more; what they report is what was asked.
        expect({ ...asked, ...settingsOf(created) }).toEqual(asked)
        expect(created.resource_name).toBe(`customers/${customer}/campaigns/${created.campaign_id}`)
        expect(value(await platform.findCampaign(customer, campaign_type))).toEqual(created)
      }
    })

    test('creates one campaign for a reference, however often and at once it is asked', async () => {
      const outcomes = await Promise.all(
        Array.from({ length: 5 }, () => platform.createCampaign(customer, campaign())),
      )
      outcomes.push(await platform.createCampaign(customer, campaign({ name: 'Another name' })))
      const ids = outcomes.map((outcome) => value(outcome).campaign_id)
      expect(new Set(ids).size).toBe(1)
      expect(await all()).toHaveLength(1)
    })

    test('enables, pauses and removes, also twice', async () => {
      const { campaign_id } = await create()
      for (const status of ['ENABLED', 'ENABLED', 'PAUSED', 'PAUSED'] as const) {
        expect(value(await platform.setCampaignStatus(customer, campaign_id, status)).status).toBe(status)
        expect(await all()).toMatchObject([{ status }])
      }
      for (const _ of [1, 2]) {
        expect(value(await platform.removeCampaign(customer, campaign_id)).status).toBe('REMOVED')
      }
      expect(await all()).toMatchObject([{ campaign_id, status: 'REMOVED', primary_status: 'REMOVED' }])
    })

    test('leaves removed campaigns as they are, and takes their reference for another', async () => {
      const { campaign_id } = await create()
      await platform.removeCampaign(customer, campaign_id)
      expect(reasonsOf(await platform.setCampaignStatus(customer, campaign_id, 'ENABLED'))).toHaveLength(1)
      expect(reasonsOf(await platform.updateCampaign(customer, campaign_id, { name: 'New' }))).toHaveLength(1)
      expect(value(await platform.findCampaign(customer, CAMPAIGN.reference))?.campaign_id).toBe(campaign_id)
      const second = await create()
      expect(second.campaign_id).not.toBe(campaign_id)
      expect(value(await platform.findCampaign(customer, CAMPAIGN.reference))).toEqual(second)
      expect((await all()).map(({ status }) => status).sort()).toEqual(['PAUSED', 'REMOVED'])
    })

    test('changes what a campaign is', async () => {
      const { campaign_id } = await create()
      const reported = { name: 'Autumn', daily_budget_micros: 40_000_000 }
      const changes = {
        ...reported,
        keyword_themes: ['cakes'],
        landing_page: 'https://bakery.example.com/cakes',
      }
      const updated = value(await platform.updateCampaign(customer, campaign_id, changes))
      expect(updated).toMatchObject({ ...reported, reference: CAMPAIGN.reference })
      expect({ ...changes, ...settingsOf(updated) }).toMatchObject(changes)
      expect(await all()).toEqual([updated])
    })

    const wrong: [string, Partial<NewCampaign>][] = [
      ['daily_budget_micros', { daily_budget_micros: 10_000 }],
      ['daily_budget_micros', { daily_budget_micros: 20_000_001 }],
      ['landing_page', { landing_page: 'https://shop.uncrawlable.test/' }],
      ['logo_url', { logo_url: 'https://cdn.unfetchable.test/logo.png' }],
      ['business_name', { business_name: 'x'.repeat(26) }],
      ['contains_eu_political_advertising', { geo_targets: [], contains_eu_political_advertising: null }],
    ]
    test.each(wrong)('takes no campaign with a wrong %s', async (field, changes) => {
      const outcome = await platform.createCampaign(customer, campaign(changes))
      expect(reasonsOf(outcome)).toContainEqual(
        expect.objectContaining({ field, code: expect.any(String), message: expect.any(String) }),
      )
      expect(await all()).toEqual([])
    })

    test('changes nothing of other accounts', async () => {
      const { campaign_id } = await create()
      const other = value(await platform.createAccount({ ...ACCOUNT, reference: 'other' })).customer_id
      expect(other).not.toBe(customer)
      expect(reasonsOf(await platform.removeCampaign(other, campaign_id))).toHaveLength(1)
      expect(reasonsOf(await platform.setCampaignStatus(other, campaign_id, 'ENABLED'))).toHaveLength(1)
      expect(reasonsOf(await platform.createCampaign('1234567890', campaign()))).toHaveLength(1)
      expect(value(await platform.readCampaigns(other, [campaign_id]))).toEqual([])
      expect(await all()).toMatchObject([{ status: 'PAUSED' }])
    })

    test('tells a lost answer from a refusal, and a read tells what became of it', async () => {
      const applied = opened.failing('applied', campaign({ reference: 'applied' }))
      expect(await platform.createCampaign(customer, applied)).toMatchObject({ outcome: 'unknown' })
      const lost = opened.failing('lost', campaign({ reference: 'lost' }))
      expect(await platform.createCampaign(customer, lost)).toMatchObject({ outcome: 'unknown' })
      expect(value(await platform.findCampaign(customer, 'applied'))).toMatchObject({ status: 'PAUSED' })
      expect(value(await platform.findCampaign(customer, 'lost'))).toBeNull()
    })

    test('tells when nothing was sent', async () => {
      const asked = opened.failing('unavailable', campaign())
      expect(await platform.createCampaign(customer, asked)).toMatchObject({ outcome: 'unavailable' })
      expect(await all()).toEqual([])
    })

    test('has one goal for each category and publishes its tag later', async () => {
      const goals = [
        { name: 'Shop – Purchase', category: 'PURCHASE' },
        { name: 'Shop – Sign-up', category: 'SIGNUP' },
      ] as const
      expect(value(await platform.ensureGoals(customer, goals))).toMatchObject([{ tag: null }, { tag: null }])
      expect(value(await platform.accountTag(customer))).toBeNull()
      opened.publishTags()
      await platform.ensureGoals(customer, [{ name: 'Another', category: 'PURCHASE' }])
      const listed = value(await platform.listGoals(customer))
      expect(listed.map(({ category }) => category).sort()).toEqual(['PURCHASE', 'SIGNUP'])
      expect(new Set(listed.map(({ tag }) => tag?.label)).size).toBe(2)
      const tag = value(await platform.accountTag(customer))
      expect(tag).toMatch(/^AW-\d{9,11}$/)
      expect(listed.every((goal) => goal.tag?.conversion_id === tag)).toBe(true)
    })

    test('lists the assets of a campaign and adds each once', async () => {
      const { campaign_id } = await create()
      const added = [{ field_type: 'HEADLINE', value: 'Fresh every morning' }] as const
      const [row] = value(await platform.addAssets(customer, campaign_id, added))
      expect(row).toMatchObject({ field_type: 'HEADLINE', text: 'Fresh every morning', asset_type: 'TEXT' })
      expect(value(await platform.addAssets(customer, campaign_id, added))).toEqual([row])
      const listed = value(await platform.listAssets(customer, campaign_id))
      expect(listed.filter(({ text }) => text === 'Fresh every morning')).toEqual([row])
      expect(listed.map(({ field_type }) => field_type)).toContain('BUSINESS_NAME')
      expect(value(await platform.listAssets(customer, '12345678901'))).toEqual([])
    })

    test('a campaign that never ran has no figures', async () => {
      await create()
      const range = { from: '2020-01-01', to: '2099-12-31' }
      expect(value(await platform.performance(customer, { ...range, campaign_ids: null }))).toEqual([])
      for (const type of platform.creatable_types) {
        expect(value(await platform.searchTerms(customer, type, { ...range, limit: 100 }))).toEqual([])
      }
    })

    test('says what a campaign may spend a day', () => {
      for (const type of platform.creatable_types) {
        const bounds = platform.budgetBounds('USD', type)
        expect(bounds?.min_micros).toBeGreaterThan(0)
        expect(bounds?.max_micros).toBeGreaterThan(bounds?.min_micros ?? 0)
        expect(platform.budgetBounds('ZZZ', type)).toBeNull()
      }
    })
  })
}

export const ACCOUNT: NewAccount = {
  reference: 'k3v9q0a7mz',
  name: 'Corner bakery',
  currency_code: 'USD',
  time_zone: 'America/New_York',
}

export const CAMPAIGN: NewCampaign = {
  reference: 'p0x4d8w2nc',
  campaign_type: 'SMART',
  name: 'Spring',
  daily_budget_micros: 20_000_000,
  landing_page: 'https://bakery.example.com/',
  business_name: 'Corner bakery',
  business_description: 'Sourdough bread and birthday cakes.',
  keyword_themes: ['sourdough bread', 'birthday cake'],
  search_themes: [],
  geo_targets: [],
  language_code: 'en',
  phone_number: null,
  phone_country_code: null,
  logo_url: 'https://bakery.example.com/logo.png',
  assets: [],
  contains_eu_political_advertising: false,
}

/** What a platform reports of a campaign's settings. */
function settingsOf(campaign: PlatformCampaign): Partial<NewCampaign> {
  const entries = Object.entries(campaign).filter(([name]) => name in CAMPAIGN)
  return Object.fromEntries(entries)
}

export function value<T>(outcome: Read<T> | Written<T>): T {
  if (outcome.outcome !== 'done') throw new Error(`not done: ${JSON.stringify(outcome)}`)
  return outcome.value
}

export function reasonsOf(outcome: Written<unknown>) {
  if (outcome.outcome !== 'rejected') throw new Error(`not rejected: ${JSON.stringify(outcome)}`)
  return outcome.reasons
}
