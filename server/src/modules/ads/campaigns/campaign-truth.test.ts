import { describe, expect, test } from 'vitest'
import type { PlatformCampaign } from '../../../ports/ad-platform/port.ts'
import type { AdCampaignRow, CampaignChange } from './campaign-store.ts'
import { isApplied, pauseReasonAfter, truthOf } from './campaign-truth.ts'

const moment = new Date('2026-11-15T12:00:00Z')
const settings = {
  daily_budget_micros: 20_000_000,
  landing_page: 'https://shop.example.com/',
  business_name: 'Tables',
  business_description: '',
  keyword_themes: ['oak table'],
  search_themes: [],
  geo_targets: [],
  language_code: 'en',
  phone_number: null,
  phone_country_code: null,
  logo_url: null,
  assets: [],
  contains_eu_political_advertising: false,
}
const standing = {
  review_status: 'REVIEWED',
  serving_status: 'SERVING',
  primary_status: 'ELIGIBLE',
  primary_status_reasons: [] as string[],
  learning_ends_at: moment,
}

const row = (fields: Partial<AdCampaignRow> = {}): AdCampaignRow => ({
  id: 'cmp_1',
  app_id: 'app_1',
  account_id: 'ada_1',
  platform_campaign_id: '12345678901',
  reference: 'ref',
  campaign_type: 'SMART',
  campaign_name: 'Spring',
  status: 'ENABLED',
  pause_reason: null,
  settings,
  ...standing,
  unsettled: null,
  unsettled_since: null,
  claim_id: null,
  claimed_until: null,
  checks: 0,
  next_check_date: null,
  created_date: moment,
  updated_date: moment,
  ...fields,
})

/** A platform that tells little. */
const reported = (fields: Partial<PlatformCampaign> = {}): PlatformCampaign => ({
  reference: 'ref',
  campaign_type: 'SMART',
  name: 'Spring',
  daily_budget_micros: 20_000_000,
  campaign_id: '12345678901',
  resource_name: 'customers/1/campaigns/12345678901',
  status: 'ENABLED',
  ...standing,
  created_date: moment,
  ...fields,
})

describe('what the platform reports', () => {
  test('is nothing when all is as before', () => {
    expect(truthOf(row(), reported())).toBeNull()
    expect(truthOf(row(), reported({ keyword_themes: ['oak table'] }))).toBeNull()
  })

  test('holds where it tells something, and the rest stays', () => {
    const truth = truthOf(row(), reported({ name: 'Theirs', daily_budget_micros: 5_000_000 }))
    expect(truth).toMatchObject({
      is_changed: true,
      after: { campaign_name: 'Theirs', settings: { ...settings, daily_budget_micros: 5_000_000 } },
    })
  })

  test('how it judges a campaign is no change of it', () => {
    const truth = truthOf(
      row(),
      reported({ primary_status: 'LIMITED', primary_status_reasons: ['BUDGET_CONSTRAINED'] }),
    )
    expect(truth).toMatchObject({ is_changed: false, after: { primary_status: 'LIMITED' } })
  })
})

describe('why it is paused', () => {
  test.each<
    [string, 'ENABLED' | 'PAUSED', AdCampaignRow['pause_reason'], CampaignChange | null, string | null]
  >([
    ['somebody paused it elsewhere', 'ENABLED', null, null, 'user'],
    ['it still waits', 'PAUSED', 'tracking_pending', null, 'tracking_pending'],
    ['it waited, and somebody paused it', 'PAUSED', 'tracking_pending', 'pause', 'user'],
    ['it was to be resumed and was not', 'PAUSED', 'tracking_pending', 'resume', 'tracking_pending'],
    ['somebody had paused it', 'PAUSED', 'user', 'update', 'user'],
    ['it was found so', 'PAUSED', null, null, null],
  ])('%s', (_why, status, pause_reason, change, expected) => {
    expect(pauseReasonAfter({ status, pause_reason }, 'PAUSED', change)).toBe(expected)
    expect(pauseReasonAfter({ status, pause_reason }, 'ENABLED', change)).toBeNull()
    expect(pauseReasonAfter({ status, pause_reason }, 'REMOVED', change)).toBeNull()
  })
})

describe('a change has happened', () => {
  test.each<[CampaignChange, Partial<PlatformCampaign>, boolean]>([
    ['pause', { status: 'PAUSED' }, true],
    ['pause', { status: 'ENABLED' }, false],
    ['pause', { status: 'REMOVED' }, true],
    ['resume', { status: 'ENABLED' }, true],
    ['resume', { status: 'PAUSED' }, false],
    ['delete', { status: 'REMOVED' }, true],
    ['delete', { status: 'PAUSED' }, false],
    ['delete', { status: 'ENABLED' }, false],
    ['update', { name: 'Autumn' }, true],
    ['update', { daily_budget_micros: 5_000_000 }, true],
    ['update', { keyword_themes: ['ash'] }, true],
    ['update', { status: 'PAUSED' }, false],
  ])('%s: %o is %s', (unsettled, fields, expected) => {
    const before = row({ unsettled, unsettled_since: moment })
    expect(isApplied({ ...before, unsettled }, reported(fields))).toBe(expected)
    const truth = truthOf(before, reported(fields))
    expect(truth?.is_settled ?? false).toBe(expected)
    if (expected) expect(truth?.after.unsettled).toBeNull()
  })
})
