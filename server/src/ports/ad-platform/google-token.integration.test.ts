import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { useMade } from '../../../test/use-started.ts'
import { value } from './conformance.ts'
import { openGoogleCampaign } from './test/google-ads-campaign.ts'
import { openGoogleAds } from './test/google-ads-platform.ts'
import { CREDENTIALS, type GoogleFault, MANAGER } from './test/google-ads-server.ts'

const opened = useMade(openGoogleCampaign, beforeEach)
afterEach(() => opened.close())

describe('the token', () => {
  test('goes with every call, with the manager and without a developer token', async () => {
    await opened.enable()
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
    await opened.enable()
    expect(opened.sent('/token')).toHaveLength(0)
    opened.clock.move(2)
    await opened.enable()
    expect(opened.sent('/token')).toHaveLength(1)
  })

  test('that is not taken any more is replaced: a read goes on, a change is not sent again', async () => {
    opened.server.revokeTokens()
    expect(value(await opened.platform.readCampaigns(opened.customer, null))).toHaveLength(1)
    opened.server.revokeTokens()
    expect(await opened.enable()).toMatchObject({ outcome: 'unavailable' })
    expect(opened.statusThere()).toBe('PAUSED')
    expect(value(await opened.enable()).status).toBe('ENABLED')
  })

  test.each<[string, GoogleFault['how']]>([
    ['500', { status: 500, body: '{}' }],
    ['429', { status: 429, body: '{}' }],
    ['no JSON', 'unreadable'],
    ['none in the answer', { status: 200, body: {} }],
    ['a cut connection', 'cut'],
  ])('that cannot be had (%s): nothing is sent', async (_, how) => {
    opened.clock.move(3_600)
    opened.failWith('/token', how)
    expect(await opened.enable()).toMatchObject({ outcome: 'unavailable' })
    expect(opened.sent('googleAds')).toEqual([])
    expect(value(await opened.enable()).status).toBe('ENABLED')
  })

  test('that does not come in time: nothing is sent', { tags: 'slow' }, async () => {
    const { platform, close } = await opened.impatient('tokenMs')
    opened.failWith('/token', 'hang')
    const outcome = await platform.setCampaignStatus(opened.customer, opened.campaignId, 'ENABLED')
    expect(outcome).toMatchObject({ outcome: 'unavailable' })
    expect(opened.sent('googleAds')).toEqual([])
    await close()
  })

  test('that is refused is reported to the operator, without the credentials', async () => {
    const { platform, log, sent, close } = await openGoogleAds({ refreshToken: '1//hush' })
    expect(await platform.findAccount('nobody')).toMatchObject({ outcome: 'unavailable' })
    expect(log.lines).toMatchObject([{ level: 'error', status: 400, code: 'invalid_grant' }])
    expect(log.text()).not.toMatch(/hush|only-for-tests/)
    expect(sent('/v26')).toEqual([])
    await close()
  })
})
