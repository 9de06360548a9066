import { ApiError, ConnectionError } from '@atrium/sdk'
import { describe, expect, test } from 'vitest'
import { readRefusal } from './launch-refusal.ts'

const refused = (status: number, body: object) => readRefusal(new ApiError(status, new Headers(), body))

describe('a refused launch', () => {
  test.each([
    ['outcome_unknown', 409],
    ['launch_in_progress', 409],
  ])('with %s is one whose outcome nobody knows', (code, status) => {
    expect(refused(status, { code, message: 'm' })).toEqual({ kind: 'unknown' })
  })

  test('without any answer is one, too', () => {
    expect(readRefusal(new ConnectionError('http://x', 'cut off', null))).toEqual({ kind: 'unknown' })
  })

  test('of a draft that is a campaign leads to it', () => {
    expect(refused(409, { code: 'already_launched', message: 'm', campaign_id: 'cmp_1' })).toEqual({
      kind: 'launched',
      campaign_id: 'cmp_1',
    })
  })

  test.each([
    ['logo_required', 'business', 'logo_url'],
    ['business_name_too_long', 'business', 'business_name'],
    ['budget_out_of_range', 'budget', 'daily_budget_micros'],
    ['eu_political_declaration_required', 'eu', 'contains_eu_political_advertising'],
    ['campaign_type_not_available', 'type', 'campaign_type'],
  ])('with %s is mended in the step %s', (code, step, field) => {
    expect(refused(400, { code, message: 'Mend it.' })).toMatchObject({
      kind: 'mend',
      step,
      faults: { [field]: 'Mend it.' },
    })
  })

  test('names the fields of a 422, and opens the first step that has one', () => {
    const detail = [
      {
        loc: ['body', 'campaign', 'daily_budget_micros'],
        msg: 'Input should be an integer',
        type: 'int_type',
      },
      { loc: ['body', 'campaign', 'keyword_themes', 0], msg: 'Too long', type: 'string_too_long' },
      { loc: ['body', 'timezone'], msg: 'Unknown zone', type: 'value_error' },
    ]
    expect(refused(422, { code: 'validation_failed', message: 'm', detail })).toEqual({
      kind: 'mend',
      step: 'business',
      faults: {
        daily_budget_micros: 'Input should be an integer',
        keyword_themes: 'Too long',
        timezone: 'Unknown zone',
      },
      message: 'Correct the marked fields, then launch again.',
    })
  })

  test('by the platform says its reasons at their fields, and that the account stays', () => {
    const reasons = [
      { code: 'FINAL_URL_NOT_CRAWLABLE', message: 'The page cannot be read.', field: 'landing_page' },
      { code: 'X', message: 'Too alike.', field: 'name' },
    ]
    expect(
      refused(400, { code: 'rejected_by_platform', message: 'm', reasons, account_created: true }),
    ).toMatchObject({
      kind: 'mend',
      step: 'business',
      faults: { landing_page: 'The page cannot be read.', campaign_name: 'Too alike.' },
      message: expect.stringContaining('The advertising account was opened and stays'),
    })
  })

  test('by the platform without a field stops with its reason', () => {
    const reasons = [{ code: 'X', message: 'Not this week.' }]
    expect(refused(400, { code: 'rejected_by_platform', message: 'm', reasons })).toEqual({
      kind: 'stopped',
      title: 'The ad platform refused the campaign',
      message: 'The ad platform refused the campaign: Not this week.',
    })
  })

  test.each([
    ['payment_method_required', 402, 'A card is missing'],
    ['payment_provider_unavailable', 503, 'The card cannot be checked right now'],
    ['billing_hold', 409, 'Advertising is on hold'],
    ['account_suspended', 409, 'The ad platform has stopped the account'],
    ['ad_platform_unavailable', 503, 'The ad platform cannot be reached'],
    ['campaign_limit_reached', 409, 'There are as many campaigns as there may be'],
  ])('with %s says that nothing was launched', (code, status, title) => {
    const refusal = refused(status, { code, message: 'm' })
    expect(refusal).toMatchObject({ kind: 'stopped', title })
    expect(refusal.kind === 'stopped' && refusal.message).toMatch(/^Nothing was launched/)
  })
})
