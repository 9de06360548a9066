import { describe, expect, test } from 'vitest'
import {
  budgetFault,
  campaignInput,
  faultsIn,
  type LaunchBounds,
  type LaunchDraft,
  linesIn,
  newDraft,
  openStep,
  stepsOf,
  textFaults,
  withoutFaultsOf,
} from './launch-draft.ts'

const UNIT = { min_micros: 1_000_000, max_micros: 1_000_000_000, unit_micros: 10_000 }
const BOUNDS: LaunchBounds = {
  budget: { SMART: UNIT, PERFORMANCE_MAX: { ...UNIT, min_micros: 5_000_000 } },
  business_name_max_length: 25,
  creatable_campaign_types: ['SMART', 'PERFORMANCE_MAX'],
}
const CHICAGO = {
  resource_name: 'geoTargetConstants/1',
  canonical_name: 'Chicago,Illinois,United States',
  country_code: 'US',
  reach: 2_000_000,
}
const PARIS = { ...CHICAGO, resource_name: 'geoTargetConstants/2', country_code: 'FR' }

const draftWith = (part: Partial<LaunchDraft> = {}): LaunchDraft => ({
  ...newDraft('https://tables.example.com/', 'UTC'),
  campaign_type: 'SMART',
  campaign_name: ' Tables ',
  business_name: 'Northern Tables',
  keyword_themes: ['oak table'],
  places: [CHICAGO],
  budget: 15,
  ...part,
})

describe('a draft', () => {
  test('has an id of its own, as long as the wizard lasts', () => {
    const ids = new Set(Array.from({ length: 20 }, () => newDraft(null, 'UTC').draft_id))
    expect(ids.size).toBe(20)
    expect([...ids].every((id) => /^console-[0-9a-f]{32}$/.test(id))).toBe(true)
    const draft = draftWith()
    expect(campaignInput(draft).draft_id).toBe(draft.draft_id)
  })

  test('is sent with what its type takes', () => {
    const draft = draftWith({ search_themes: ['sofa'], logo_url: '', phone_number: '+1 (415) 555-0123' })
    expect(campaignInput(draft)).toMatchObject({
      campaign_type: 'SMART',
      campaign_name: 'Tables',
      daily_budget_micros: 15_000_000,
      keyword_themes: ['oak table'],
      geo_targets: ['geoTargetConstants/1'],
      phone_number: '+14155550123',
    })
    expect(campaignInput(draft)).not.toHaveProperty('search_themes')
    expect(campaignInput(draft)).not.toHaveProperty('logo_url')
    expect(campaignInput({ ...draft, campaign_type: 'PERFORMANCE_MAX' })).toMatchObject({
      search_themes: ['sofa'],
    })
  })

  test('sends no places when it is for everywhere', () => {
    expect(campaignInput(draftWith({ where: 'everywhere' })).geo_targets).toEqual([])
  })

  test('is asked for the declaration only where the EU can be reached', () => {
    expect(stepsOf(draftWith())).not.toContain('eu')
    expect(stepsOf(draftWith({ places: [CHICAGO, PARIS] }))).toContain('eu')
    expect(stepsOf(draftWith({ where: 'everywhere' }))).toContain('eu')
    // Nothing is chosen yet: that is not the whole world.
    expect(stepsOf(draftWith({ places: [] }))).not.toContain('eu')
    const declared = draftWith({ places: [PARIS], is_political: false })
    expect(campaignInput(declared).contains_eu_political_advertising).toBe(false)
    expect(campaignInput(draftWith({ is_political: false }))).not.toHaveProperty(
      'contains_eu_political_advertising',
    )
  })

  test('is open at the first step that is not done', () => {
    expect(openStep(newDraft(null, 'UTC'), BOUNDS)).toBe('type')
    expect(openStep(draftWith({ business_name: '' }), BOUNDS)).toBe('business')
    expect(openStep(draftWith({ places: [] }), BOUNDS)).toBe('places')
    expect(openStep(draftWith({ budget: null }), BOUNDS)).toBe('budget')
    expect(openStep(draftWith({ places: [PARIS] }), BOUNDS)).toBe('eu')
    expect(openStep(draftWith(), BOUNDS)).toBe('review')
  })
})

test('a change takes back what was said of the field', () => {
  const faults = { geo_targets: 'a', daily_budget_micros: 'b', business_name: 'c' }
  expect(withoutFaultsOf(faults, { places: [CHICAGO] })).toEqual({
    daily_budget_micros: 'b',
    business_name: 'c',
  })
  expect(withoutFaultsOf(faults, { budget: 3 })).toEqual({ geo_targets: 'a', business_name: 'c' })
  expect(withoutFaultsOf(faults, { campaign_type: 'SMART' })).toEqual({})
  expect(withoutFaultsOf(faults, { timezone: 'UTC' })).toBe(faults)
})

describe('what is wrong with a draft', () => {
  const business = (part: Partial<LaunchDraft>) => Object.keys(faultsIn(draftWith(part), 'business', BOUNDS))

  test.each([
    ['campaign_name', { campaign_name: '  ' }],
    ['landing_page', { landing_page: 'http://tables.example.com' }],
    ['landing_page', { landing_page: 'https://user@tables.example.com' }],
    ['keyword_themes', { keyword_themes: [] }],
    ['phone_number', { phone_number: '0415 555' }],
    ['headlines', { headlines: ['x'.repeat(31)] }],
    ['logo_url', { campaign_type: 'PERFORMANCE_MAX' }],
    ['logo_url', { logo_url: 'logo.png' }],
  ] satisfies [string, Partial<LaunchDraft>][])('is said at %s: %j', (field, part) => {
    expect(business(part)).toEqual([field])
  })

  test('counts letters as people do', () => {
    expect(business({ business_name: 'é🪑'.repeat(12) })).toEqual([])
    expect(business({ business_name: 'x'.repeat(26) })).toEqual(['business_name'])
  })

  test('a type that the platform does not make is not chosen', () => {
    const bounds = { ...BOUNDS, creatable_campaign_types: ['PERFORMANCE_MAX' as const] }
    expect(faultsIn(draftWith(), 'type', bounds)).toEqual({ campaign_type: 'Choose one.' })
  })
})

test.each([
  [null, 'This is needed.'],
  [0.99, 'This is less than allowed.'],
  [1, null],
  [1000, null],
  [1000.01, 'This is more than allowed.'],
  [1.005, 'This has more decimals than the currency.'],
  [19.99, null],
])('a budget of %d a day: %s', (units, fault) => {
  expect(budgetFault(units, UNIT)).toBe(fault)
})

test('texts stand one a line', () => {
  expect(linesIn(' One \n\n Two')).toEqual(['One', 'Two'])
  expect(textFaults(['abc', 'abcdef'], 'headlines', 5, 5)).toEqual({
    headlines: '“abcdef” has more than 5 letters.',
  })
  expect(textFaults(['a', 'b'], 'headlines', 1, 5)).toEqual({ headlines: 'At most 1 lines.' })
})
