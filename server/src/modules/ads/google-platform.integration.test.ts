/** The whole way with Google Ads as the platform: an app advertises, and nobody notices the difference but Google. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeAuthority } from '../../../test/certificates.ts'
import { receiveHttps } from '../../../test/receivers.ts'
import { toNoon } from '../../../test/to-noon.ts'
import { useApp } from '../../../test/use-app.ts'
import { useFolder } from '../../../test/use-folder.ts'
import { useStarted } from '../../../test/use-started.ts'
import { useTeam } from '../../../test/use-team.ts'
import { drawImage } from '../../platform/images/draw-image.ts'
import { CREDENTIALS, MANAGER, startGoogleAdsServer } from '../../ports/ad-platform/test/google-ads-server.ts'
import { PERFORMANCE_MAX } from './test/advertiser.ts'

const google = useStarted(startGoogleAdsServer)
const folder = useFolder()
const images = useStarted(async () => {
  const authority = makeAuthority('Test authority')
  await writeFile(join(folder, 'authority.pem'), authority.cert)
  const logo = await drawImage('logo', { width: 256, height: 256 })
  return receiveHttps(authority.issue(['127.0.0.1']), (_, response) => response.end(logo))
})
const app = useApp(() => ({
  rate_limits: 'off',
  outbound_allow: ['127.0.0.0/8'],
  outbound_ca_file: join(folder, 'authority.pem'),
  google_ads: {
    ...CREDENTIALS,
    ...{ baseUrl: google.baseUrl, tokenUrl: google.tokenUrl, managerId: MANAGER },
    ...{ developerToken: null, utcZone: 'Africa/Abidjan' },
  },
}))
beforeAll(() => toNoon(app.clock))
const { owner } = useTeam(app, beforeEach)
let app_id: string
beforeEach(async () => {
  app_id = (await app.make.app(owner, { name: 'Tables' })).id
})

type Campaign = typeof PERFORMANCE_MAX
const launch = (changes: Partial<Campaign> = {}) =>
  app.as(owner).ads.launch(
    { app_id },
    {
      campaign: { ...PERFORMANCE_MAX, logo_url: `https://127.0.0.1:${images.port}/logo.png`, ...changes },
    },
  )
const campaignsThere = () =>
  [...google.accounts.values()].flatMap(({ resources }) =>
    [...resources].filter(([name]) => name.includes('/campaigns/')).map(([, campaign]) => campaign),
  )

describe('an app that advertises with Google', () => {
  test('opens an account and creates a paused campaign there', async () => {
    const { account, campaign } = await launch()
    expect(account).toMatchObject({ status: 'ACTIVE', currency_code: 'USD' })
    expect(google.accounts.get(account.platform_customer_id)?.customer.timeZone).toBe('Africa/Abidjan')
    expect(campaign).toMatchObject({ campaign_name: 'Tables everywhere', status: 'PAUSED' })
    const there = campaignsThere().find(({ id }) => id === campaign.platform_campaign_id)
    expect(there).toMatchObject({ status: 'PAUSED', advertisingChannelType: 'PERFORMANCE_MAX' })
    expect(there?.name).toMatch(/^Tables everywhere \[[a-z2-7]{10}\]$/)
    const client = app.as(owner)
    const campaign_id = campaign.id
    await expect(client.campaigns.read({ app_id, campaign_id })).resolves.toMatchObject({
      ...{
        campaign_name: 'Tables everywhere',
        business_name: 'Northern Tables',
        daily_budget_micros: 15_000_000,
      },
    })
    await expect(client.campaigns.resume({ app_id, campaign_id })).resolves.toEqual({ status: 'resumed' })
    expect(campaignsThere().find(({ id }) => id === campaign.platform_campaign_id)?.status).toBe('ENABLED')
    await expect(client.campaigns.delete({ app_id, campaign_id })).resolves.toEqual({ status: 'deleted' })
    await expect(client.ads.search_terms({ app_id })).resolves.toEqual([])
  })

  test('cannot create smart campaigns, and learns so before anything is sent', async () => {
    const before = google.calls.length
    const smart = launch({ campaign_type: 'SMART' })
    await expect(smart).rejects.toMatchObject({ status: 400, code: 'campaign_type_not_available' })
    expect(google.calls).toHaveLength(before)
  })

  test('is shown why Google refuses, in our own fields', async () => {
    const refused = launch({ keyword_themes: ['a b c d e f g h i j k'] })
    await expect(refused).rejects.toMatchObject({
      ...{ status: 400, code: 'rejected_by_platform' },
      body: { account_created: true, reasons: [expect.objectContaining({ field: 'keyword_themes' })] },
    })
  })

  test('reads the list before it tries again when an answer is lost, and finds it there', async () => {
    google.faults.push({ on: 'googleAds:mutate', how: { status: 503 }, isApplied: true })
    await expect(launch()).rejects.toMatchObject({ status: 409, code: 'outcome_unknown' })
    const { items } = await app.as(owner).campaigns.list({ app_id }, {})
    expect(items).toMatchObject([{ campaign_name: 'Tables everywhere', status: 'PAUSED' }])
  })

  test('gets 503 while Google has no room for us, and may try again', async () => {
    google.faults.push({ on: 'createCustomerClient', how: { status: 429 } })
    await expect(launch()).rejects.toMatchObject({ status: 503, code: 'ad_platform_unavailable' })
    await expect(launch()).resolves.toMatchObject({ campaign: { status: 'PAUSED' } })
  })

  test('aims at Google’s places: a city in France needs the declaration, one in California does not', async () => {
    const found = await app.as(owner).ads.search_locations({ app_id }, { query: 'san' })
    expect(found).toEqual([
      expect.objectContaining({ resource_name: 'geoTargetConstants/1014221', search_term: 'san' }),
    ])
    const france = launch({ geo_targets: ['geoTargetConstants/1005396'] })
    await expect(france).rejects.toMatchObject({ status: 400, code: 'eu_political_declaration_required' })
    const california = launch({ geo_targets: found.map(({ resource_name }) => resource_name) })
    await expect(california).resolves.toMatchObject({ campaign: { status: 'PAUSED' } })
  })

  test('finds countries while Google cannot be asked', async () => {
    google.faults.push({ on: 'geoTargetConstants:suggest', how: { status: 429 } })
    const found = await app.as(owner).ads.search_locations({ app_id }, { query: 'germ' })
    expect(found[0]).toMatchObject({ resource_name: 'geoTargetConstants/2276', target_type: 'Country' })
  })
})

test('all else of advertising works on it: changes, assets, goals, tags, figures', async () => {
  const client = app.as(owner)
  const { account, campaign } = await launch()
  const campaign_id = campaign.id
  const there = google.accounts.get(account.platform_customer_id)
  if (!there) throw new Error('the account is gone')

  const changed = await client.campaigns.update(
    { app_id, campaign_id },
    { field: 'ad_copy', value: { headlines: ['Oak tables', 'Made by hand', 'In the north'] } },
  )
  expect(changed.headlines).toEqual(['Oak tables', 'Made by hand', 'In the north'])
  const { durable } = await client.assets.list({ app_id }, { campaign_id })
  const headlines = durable?.filter(({ field_type }) => field_type === 'HEADLINE').map(({ text }) => text)
  expect(headlines?.sort()).toEqual(['In the north', 'Made by hand', 'Oak tables'])

  const { conversion_id, actions_created_or_existing } = await client.ads.build_bootstrap_prompt(
    { app_id },
    { wire_events: false },
  )
  expect([conversion_id, actions_created_or_existing]).toEqual(['', 10])
  there.arePublished = true
  const tagged = await client.ads.build_bootstrap_prompt({ app_id }, { wire_events: false })
  expect(tagged.conversion_id).toBe(`AW-${account.platform_customer_id}`)
  const actions = await client.conversions.list_actions({ app_id })
  expect(actions).toHaveLength(10)
  expect(actions[0]).toMatchObject({ created_date: null, label: expect.stringMatching(/^label-/) })

  const today = new Date(app.clock.now()).toISOString().slice(0, 10)
  const metrics = { impressions: '900', clicks: '30', costMicros: '5000000', conversions: 2 }
  const row = {
    campaign: { id: campaign.platform_campaign_id, advertisingChannelType: 'PERFORMANCE_MAX' },
    metrics,
  }
  there.figures.push({ ...row, segments: { date: today } })
  there.terms.push({ ...row, segments: { date: today }, campaignSearchTermView: { searchTerm: 'oak table' } })
  const { items } = await client.campaigns.list({ app_id }, {})
  expect(items).toMatchObject([{ metrics: { impressions: 900, clicks: 30 } }])
  await expect(client.ads.search_terms({ app_id }, { date_range: 'TODAY' })).resolves.toMatchObject([
    { search_term: 'oak table', campaign: 'Tables everywhere', impressions: 900, conversions: 2 },
  ])
  await expect(client.campaigns.sync({ app_id })).resolves.toMatchObject({ checked: 1, added: 0, missing: 0 })
})

test('an account of the sandbox is out of reach, not mixed up', async () => {
  const client = app.as(owner)
  await launch()
  await app.sql`update ad_accounts set platform = 'sandbox' where app_id = ${app_id}`
  const before = google.calls.length
  await expect(launch({ campaign_name: 'Another' })).rejects.toMatchObject({
    ...{ status: 503, code: 'ad_platform_unavailable' },
  })
  const { items } = await client.campaigns.list({ app_id }, {})
  const campaign_id = items[0]?.id ?? ''
  await expect(client.campaigns.resume({ app_id, campaign_id })).rejects.toMatchObject({ status: 503 })
  await expect(client.campaigns.delete({ app_id, campaign_id })).rejects.toMatchObject({ status: 503 })
  await expect(client.ads.search_terms({ app_id })).resolves.toEqual([])
  expect(google.calls).toHaveLength(before)
})
