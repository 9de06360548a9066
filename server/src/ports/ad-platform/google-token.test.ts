import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openGoogleAds } from '../../../test/google-ads-platform.ts'
import { CREDENTIALS, failure, type GoogleFault, MANAGER, oneError } from '../../../test/google-ads-server.ts'
import { ACCOUNT, CAMPAIGN, value } from './conformance.ts'
import type { NewCampaign } from './port.ts'

let opened: Awaited<ReturnType<typeof openGoogleAds>>
let customer: string
let campaignId: string
beforeEach(async () => {
  opened = await openGoogleAds()
  customer = value(await opened.platform.createAccount(ACCOUNT)).customer_id
  campaignId = value(await opened.platform.createCampaign(customer, BAKERY)).campaign_id
  opened.server.calls.length = 0
})
afterEach(() => opened.close())

const BAKERY: NewCampaign = {
  ...CAMPAIGN,
  campaign_type: 'PERFORMANCE_MAX',
  geo_targets: ['geoTargetConstants/2840'],
}

const _pause = () => opened.platform.setCampaignStatus(customer, campaignId, 'PAUSED')
const enable = () => opened.platform.setCampaignStatus(customer, campaignId, 'ENABLED')
const statusThere = () =>
  opened.server.accounts.get(customer)?.resources.get(`customers/${customer}/campaigns/${campaignId}`)?.status
const _levels = () => opened.log.lines.map(({ level }) => level)
const failWith = (on: string, how: GoogleFault['how'], isApplied = false) =>
  opened.server.faults.push({ on, how, isApplied })
const _told = (status: number, kind: string, word: string) => {
  const [, body] = failure(status, 'SOME_WORD', [oneError(kind, word)])
  return { status, body }
}

/** Another node, which does not wait for this. */
const impatient = (limit: 'tokenMs' | 'readMs' | 'changeMs') =>
  openGoogleAds({
    baseUrl: opened.server.baseUrl,
    tokenUrl: opened.server.tokenUrl,
    timeouts: { [limit]: 300 },
  })

describe('the token', () => {
  test('goes with every call, with the manager and without a developer token', async () => {
    await enable()
    for (const { path, headers } of opened.server.calls) {
      expect(headers).toMatchObject({ authorization: 'Bearer ya29.token-1', 'login-customer-id': MANAGER })
      expect(headers).not.toHaveProperty('developer-token')
      expect(path).toMatch(/^\/v26\/customers\//)
    }
    expect(opened.sent('/token')).toEqual([])
  })

  test('is asked for by one of many, with a developer token if there is one', async () => {
    const { platform, server, sent, close } = await openGoogleAds({ developerToken: 'dev-1' })
    await Promise.all([1, 2, 3].map(() => platform.findAccount('nobody')))
    expect(sent('/token')).toEqual([
      {
        grant_type: 'refresh_token',
        client_id: CREDENTIALS.clientId,
        client_secret: CREDENTIALS.clientSecret,
        refresh_token: CREDENTIALS.refreshToken,
      },
    ])
    expect(server.calls.at(-1)?.headers['developer-token']).toBe('dev-1')
    await close()
  })

  test('is used until a minute before its end', async () => {
    opened.clock.move(3_600 - 61)
    await enable()
    expect(opened.sent('/token')).toHaveLength(0)
    opened.clock.move(2)
    await enable()
    expect(opened.sent('/token')).toHaveLength(1)
  })

  test('that is not taken any more is replaced: a read goes on, a change is not sent again', async () => {
    opened.server.revokeTokens()
    expect(value(await opened.platform.readCampaigns(customer, null))).toHaveLength(1)
    opened.server.revokeTokens()
    expect(await enable()).toMatchObject({ outcome: 'unavailable' })
    expect(statusThere()).toBe('PAUSED')
    expect(value(await enable()).status).toBe('ENABLED')
  })

  test.each<[string, GoogleFault['how']]>([
    ['500', { status: 500, body: '{}' }],
    ['429', { status: 429, body: '{}' }],
    ['no JSON', 'unreadable'],
    ['none in the answer', { status: 200, body: {} }],
    ['a cut connection', 'cut'],
  ])('that cannot be had (%s): nothing is sent', async (_, how) => {
    opened.clock.move(3_600)
    failWith('/token', how)
    expect(await enable()).toMatchObject({ outcome: 'unavailable' })
    expect(opened.sent('googleAds')).toEqual([])
    expect(value(await enable()).status).toBe('ENABLED')
  })

  test('that does not come in time: nothing is sent', async () => {
    const { platform, close } = await impatient('tokenMs')
    failWith('/token', 'hang')
    const outcome = await platform.setCampaignStatus(customer, campaignId, 'ENABLED')
    expect(outcome).toMatchObject({ outcome: 'unavailable' })
    expect(opened.sent('googleAds')).toEqual([])
    await close()
  })

  test('that is refused is told to the operator, without the credentials', async () => {
    const { platform, log, sent, close } = await openGoogleAds({ refreshToken: '1//hush' })
    expect(await platform.findAccount('nobody')).toMatchObject({ outcome: 'unavailable' })
    expect(log.lines).toMatchObject([{ level: 'error', status: 400, code: 'invalid_grant' }])
    expect(log.text()).not.toMatch(/hush|only-for-tests/)
    expect(sent('/v26')).toEqual([])
    await close()
  })
})
