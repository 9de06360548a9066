import { ASSET_FIELDS } from '@atrium/contract/ad-assets'
import { expect, test } from 'vitest'
import { type AssetRequest, planAssets } from './plan-assets.ts'

const REQUEST: AssetRequest = {
  campaign_type: 'PERFORMANCE_MAX',
  business_name: 'Crumb & Co',
  business_description: '',
  landing_page: null,
  logo_url: null,
  field_types: null,
  count: null,
  language: 'en',
}

const counts = (changes: Partial<AssetRequest>) => {
  const plan = planAssets({ ...REQUEST, ...changes })
  expect(plan.map(({ position }) => position)).toEqual(plan.map((_, at) => at))
  return Object.fromEntries(
    [...Map.groupBy(plan, ({ field_type }) => field_type)].map(([field, rows]) => {
      expect(rows.map(({ ordinal }) => ordinal)).toEqual(rows.map((_, at) => at))
      return [field, rows.length]
    }),
  )
}

test('a performance campaign gets what it needs', () => {
  expect(counts({})).toEqual({
    HEADLINE: 5,
    LONG_HEADLINE: 2,
    DESCRIPTION: 4,
    BUSINESS_NAME: 1,
    LOGO: 1,
    MARKETING_IMAGE: 2,
    SQUARE_MARKETING_IMAGE: 2,
  })
})

test('a smart campaign has texts alone', () => {
  expect(counts({ campaign_type: 'SMART' })).toEqual({ HEADLINE: 5, DESCRIPTION: 4 })
})

test('fields and a count are taken at their word, as far as a campaign goes', () => {
  expect(counts({ field_types: ['LOGO', 'HEADLINE'], count: 3 })).toEqual({ HEADLINE: 3, LOGO: 3 })
  expect(counts({ count: 15 })).toEqual({
    HEADLINE: 15,
    LONG_HEADLINE: 5,
    DESCRIPTION: 5,
    BUSINESS_NAME: 1,
    LOGO: 5,
    MARKETING_IMAGE: 5,
    SQUARE_MARKETING_IMAGE: 5,
  })
  expect(counts({ count: 1, campaign_type: 'SMART', field_types: [...ASSET_FIELDS] })).toEqual(
    Object.fromEntries(ASSET_FIELDS.map((field) => [field, 1])),
  )
})
