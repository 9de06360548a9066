import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { useMade } from '../../../test/use-started.ts'
import { ACCOUNT, reasonsOf, value } from './conformance.ts'
import { BAKERY, openGoogleCampaign } from './test/google-ads-campaign.ts'
import { openGoogleAds } from './test/google-ads-platform.ts'
import { failure, type GoogleFault, oneError, startGoogleAdsServer } from './test/google-ads-server.ts'

const opened = useMade(openGoogleCampaign, beforeEach)
afterEach(() => opened.close())

const levels = () => opened.log.lines.map(({ level }) => level)
const reported = (status: number, kind: string, word: string) => {
  const [, body] = failure(status, 'SOME_WORD', [oneError(kind, word)])
  return { status, body }
}

describe('a change whose answer is lost is unknown, and is sent once', () => {
  test.each<[string, GoogleFault['how']]>([
    [
      '500',
      { status: 500, body: failure(500, 'INTERNAL', [oneError('internalError', 'TRANSIENT_ERROR')])[1] },
    ],
    ['502 without JSON', { status: 502, body: '<html>' }],
    ['503', { status: 503 }],
    ['504', { status: 504 }],
    ['499', { status: 499 }],
    ['408', { status: 408 }],
    ['a cut connection', 'cut'],
    ['an answer that breaks off', 'break-off'],
    ['an answer that is no JSON', 'unreadable'],
    ['an answer of another form', { status: 200, body: { mutateOperationResponses: [] } }],
    [
      'an answer without names',
      { status: 200, body: { mutateOperationResponses: [{ campaignResult: {} }] } },
    ],
  ])('with %s', { tags: 'slow' }, async (_, how) => {
    for (const isApplied of [false, true]) {
      opened.failWith('googleAds:mutate', how, isApplied)
      const before = opened.statusThere()
      const outcome = await (before === 'PAUSED' ? opened.enable() : opened.pause())
      expect(outcome).toMatchObject({ outcome: 'unknown', message: expect.any(String) })
      expect(opened.statusThere() !== before).toBe(isApplied)
    }
    expect(opened.sent('googleAds:mutate')).toHaveLength(2)
  })

  test('with no answer at all', { tags: 'slow' }, async () => {
    const { platform, close } = await opened.impatient('changeMs')
    opened.failWith('googleAds:mutate', 'hang', true)
    const outcome = await platform.setCampaignStatus(opened.customer, opened.campaignId, 'ENABLED')
    expect(outcome).toEqual({ outcome: 'unknown', message: 'The answer of Google Ads is lost (time-out).' })
    await vi.waitFor(() => expect(opened.statusThere()).toBe('ENABLED'), 15_000)
    await close()
  })

  test('for accounts and goals too', async () => {
    opened.failWith('createCustomerClient', { status: 503 }, true)
    expect(await opened.platform.createAccount({ ...ACCOUNT, reference: 'second' })).toMatchObject({
      outcome: 'unknown',
    })
    expect(value(await opened.platform.findAccount('second'))).toMatchObject({ reference: 'second' })
    opened.failWith('conversionActions:mutate', 'cut')
    const goals = [{ name: 'Buy', category: 'PURCHASE' }] as const
    expect(await opened.platform.ensureGoals(opened.customer, goals)).toMatchObject({ outcome: 'unknown' })
    opened.failWith('createCustomerClient', { status: 200, body: { resourceName: 'what' } })
    const third = await opened.platform.createAccount({ ...ACCOUNT, reference: 'third' })
    expect(third).toMatchObject({ outcome: 'unknown' })
  })

  test('also when it was made and only the campaign cannot be read any more', async () => {
    opened.failWith('googleAds:search', { status: 400, body: '' })
    expect(await opened.enable()).toMatchObject({ outcome: 'unknown' })
    expect(opened.statusThere()).toBe('ENABLED')
  })
})

describe('a change that was surely not made is unavailable', () => {
  test.each<[string, GoogleFault['how'], string]>([
    ['429', { status: 429 }, 'warn'],
    ['a quota', reported(400, 'quotaError', 'RESOURCE_EXHAUSTED'), 'warn'],
    ['another change at the same time', reported(409, 'databaseError', 'CONCURRENT_MODIFICATION'), 'warn'],
    ['401', { status: 401 }, 'error'],
    ['a token that is not taken', reported(401, 'authenticationError', 'OAUTH_TOKEN_REVOKED'), 'error'],
    ['somebody without Google Ads', reported(401, 'authenticationError', 'NOT_ADS_USER'), 'error'],
    [
      'a project for tests only',
      reported(403, 'authorizationError', 'CLOUD_PROJECT_NOT_APPROVED_FOR_PRODUCTION'),
      'error',
    ],
    ['a developer token', reported(403, 'authorizationError', 'DEVELOPER_TOKEN_NOT_APPROVED'), 'error'],
    [
      'an API that is switched off',
      { status: 403, body: { error: { status: 'PERMISSION_DENIED' } } },
      'error',
    ],
    ['a version that is gone', { status: 404, body: '<html>' }, 'error'],
    ['a form that is not taken', { status: 400, body: { error: { status: 'INVALID_ARGUMENT' } } }, 'error'],
  ])('with %s', async (_, how, level) => {
    opened.failWith('googleAds:mutate', how)
    expect(await opened.enable()).toMatchObject({ outcome: 'unavailable', message: expect.any(String) })
    expect(opened.statusThere()).toBe('PAUSED')
    expect(levels()).toEqual([level])
    expect(opened.sent('googleAds:mutate')).toHaveLength(1)
    expect(value(await opened.enable()).status).toBe('ENABLED')
  })

  test('with nobody there', async () => {
    const gone = await startGoogleAdsServer()
    await gone.close()
    const { platform, log, close } = await openGoogleAds({ baseUrl: gone.baseUrl })
    const outcome = await platform.setCampaignStatus(opened.customer, opened.campaignId, 'ENABLED')
    expect(outcome).toEqual({
      outcome: 'unavailable',
      message: 'Google Ads was not reached (ECONNREFUSED).',
    })
    expect(log.lines).toMatchObject([{ level: 'warn', why: 'ECONNREFUSED' }])
    await close()
  })

  test('with a name that nobody has', async () => {
    const { platform, close } = await openGoogleAds({ baseUrl: 'https://ads.invalid/v26' })
    expect(await platform.setCampaignStatus(opened.customer, opened.campaignId, 'ENABLED')).toMatchObject({
      outcome: 'unavailable',
    })
    await close()
  })

  test('when the reads before it fail: nothing is sent', async () => {
    opened.failWith('googleAds:search', { status: 429 })
    const outcome = await opened.platform.createCampaign(opened.customer, { ...BAKERY, reference: 'other' })
    expect(outcome).toMatchObject({ outcome: 'unavailable' })
    expect(opened.sent('googleAds:mutate')).toEqual([])
  })
})

describe('a change that the platform refuses is rejected', () => {
  test.each<[string, GoogleFault['how'], object]>([
    [
      '400',
      reported(400, 'campaignError', 'INVALID_CAMPAIGN_NAME'),
      { code: 'CampaignError.INVALID_CAMPAIGN_NAME', message: 'campaignError INVALID_CAMPAIGN_NAME' },
    ],
    [
      '403 of a stopped account',
      reported(403, 'authorizationError', 'ACTION_NOT_PERMITTED_FOR_SUSPENDED_ACCOUNT'),
      { code: 'AuthorizationError.ACTION_NOT_PERMITTED_FOR_SUSPENDED_ACCOUNT' },
    ],
    ['404', reported(404, 'requestError', 'RESOURCE_NOT_FOUND'), { code: 'RequestError.RESOURCE_NOT_FOUND' }],
    [
      '409',
      reported(409, 'mutateError', 'RESOURCE_ALREADY_EXISTS'),
      { code: 'MutateError.RESOURCE_ALREADY_EXISTS' },
    ],
    [
      'another undeclared campaign',
      reported(400, 'mutateError', 'EU_POLITICAL_ADVERTISING_DECLARATION_REQUIRED'),
      { field: 'contains_eu_political_advertising' },
    ],
  ])('with %s', async (_, how, reason) => {
    opened.failWith('googleAds:mutate', how)
    expect(reasonsOf(await opened.enable())).toEqual([expect.objectContaining(reason)])
    expect(opened.log.lines).toMatchObject([{ level: 'warn', request_id: 'request-of-tests' }])
  })

  test('with every reason, and the least budget that would do', async () => {
    const outcome = await opened.platform.createCampaign(opened.customer, {
      ...BAKERY,
      reference: 'other',
      daily_budget_micros: 10_000,
      business_name: 'x'.repeat(26),
    })
    expect(reasonsOf(outcome)).toEqual([
      {
        code: 'CampaignBudgetError.BUDGET_BELOW_PER_DAY_MINIMUM',
        message: 'The budget is too small. At least 1000000 micros of USD.',
        field: 'daily_budget_micros',
      },
      { code: 'StringLengthError.TOO_LONG', message: 'Too long.', field: 'business_name' },
    ])
  })
})

describe('reads', () => {
  const read = () => opened.platform.readCampaigns(opened.customer, null)

  test.each<[string, GoogleFault['how']]>([
    ['500', { status: 500 }],
    ['503', { status: 503 }],
    ['504', { status: 504 }],
    ['a cut connection', 'cut'],
    ['an answer that breaks off', 'break-off'],
    ['an answer that is no JSON', 'unreadable'],
  ])('are tried twice with %s, then unavailable', async (_, how) => {
    opened.failWith('googleAds:search', how)
    expect(value(await read())).toHaveLength(1)
    expect(opened.sent('googleAds:search')).toHaveLength(2)
    opened.failWith('googleAds:search', how)
    opened.failWith('googleAds:search', how)
    expect(await read()).toMatchObject({ outcome: 'unavailable' })
    expect(opened.sent('googleAds:search')).toHaveLength(4)
  })

  test.each<[string, GoogleFault['how'], string]>([
    ['429', { status: 429 }, 'warn'],
    ['a question that is not understood', reported(400, 'queryError', 'UNRECOGNIZED_FIELD'), 'warn'],
    ['403 of the operator’s making', reported(403, 'authorizationError', 'PROJECT_DISABLED'), 'error'],
  ])('are not tried again with %s', async (_, how, level) => {
    opened.failWith('googleAds:search', how)
    expect(await read()).toMatchObject({ outcome: 'unavailable' })
    expect(opened.sent('googleAds:search')).toHaveLength(1)
    expect(levels()).toEqual([level])
  })

  test('have one time limit for both tries', { tags: 'slow' }, async () => {
    const { platform, close } = await opened.impatient('readMs')
    opened.failWith('googleAds:search', 'hang')
    expect(await platform.readCampaigns(opened.customer, null)).toMatchObject({ outcome: 'unavailable' })
    expect(opened.sent('googleAds:search').length).toBeLessThanOrEqual(1)
    await close()
  })

  test('of an account that we may not see are unavailable, those of one that does not exist empty', async () => {
    opened.failWith('googleAds:search', reported(403, 'authorizationError', 'USER_PERMISSION_DENIED'))
    expect(await read()).toMatchObject({ outcome: 'unavailable' })
    expect(value(await opened.platform.readCampaigns('1234567890', null))).toEqual([])
    expect(value(await opened.platform.readCampaigns('no number', null))).toEqual([])
  })

  test('end after 30 pages, and then tell nothing', async () => {
    const page = { status: 200, body: { results: [{ campaign: { id: '1' } }], nextPageToken: 'more' } }
    for (let at = 0; at < 31; at++) opened.failWith('googleAds:search', page)
    expect(await read()).toMatchObject({ outcome: 'unavailable' })
    expect(opened.sent('googleAds:search')).toHaveLength(30)
    opened.server.faults.length = 0
  })

  test('go through all pages', async () => {
    const account = opened.server.accounts.get(opened.customer)
    for (let day = 1; day <= 120; day++) {
      const date = new Date(Date.UTC(2026, 6, day)).toISOString().slice(0, 10)
      account?.figures.push({
        campaign: { id: opened.campaignId },
        segments: { date },
        metrics: { impressions: '7' },
      })
    }
    const range = { from: '2026-01-01', to: '2026-12-31', campaign_ids: null }
    expect(value(await opened.platform.performance(opened.customer, range))).toHaveLength(120)
    expect(opened.sent('googleAds:search').map(({ pageToken }) => pageToken)).toEqual([
      undefined,
      '50',
      '100',
    ])
  })
})
