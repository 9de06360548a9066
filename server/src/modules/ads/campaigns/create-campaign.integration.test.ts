import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { refusal } from '../../../../test/refusal.ts'
import { startApp } from '../../../../test/start-app.ts'
import { useApp } from '../../../../test/use-app.ts'
import { useTeam } from '../../../../test/use-team.ts'
import { type AdScene, adScene, CAMPAIGN, GERMANY, USA } from '../test/ad-scene.ts'

const app = useApp({ rate_limits: 'off', role: 'api' })
const { owner } = useTeam(app, beforeEach)
let scene: AdScene

beforeEach(async () => {
  scene = await adScene(app, owner)
})

const onPlatform = async () => {
  const read = await scene.platform.readCampaigns(scene.customer_id, null)
  return read.outcome === 'done' ? read.value.length : -1
}
const setWorkspace = (column: string, value: unknown) =>
  app.sql`update workspaces set ${sql.ref(column)} = ${value} where id = ${owner.workspace_id}`

describe('a campaign', () => {
  test('is created on the account that there is', async () => {
    const campaign = await scene.create({
      business_description: 'Tables of oak',
      search_themes: ['tables'],
      language_code: 'de',
      phone_number: '+14155550123',
      phone_country_code: 'US',
      headlines: ['Tables'],
      long_headlines: ['Tables of oak'],
      descriptions: ['Made to measure'],
      contains_eu_political_advertising: 'DOES_NOT_CONTAIN_EU_POLITICAL_ADVERTISING',
      draft_id: 'first',
    })
    expect(campaign).toEqual({
      id: expect.stringMatching(/^cmp_/),
      platform_campaign_id: expect.stringMatching(/^\d{11}$/),
      campaign_name: 'Spring',
      campaign_type: 'SMART',
      status: 'ENABLED',
      pause_reason: null,
      unsettled: null,
      daily_budget_micros: 20_000_000,
      landing_page: 'https://shop.example.com/',
      business_name: 'Northern Tables',
      business_description: 'Tables of oak',
      keyword_themes: ['oak table'],
      search_themes: ['tables'],
      geo_targets: [USA],
      language_code: 'de',
      phone_number: '+14155550123',
      phone_country_code: 'US',
      logo_url: null,
      headlines: ['Tables'],
      long_headlines: ['Tables of oak'],
      descriptions: ['Made to measure'],
      contains_eu_political_advertising: false,
      review_status: 'REVIEW_IN_PROGRESS',
      serving_status: expect.any(String),
      primary_status: expect.any(String),
      primary_status_reasons: expect.any(Array),
      learning_ends_at: expect.stringMatching(/Z$/),
      created_date: expect.stringMatching(/Z$/),
      updated_date: expect.stringMatching(/Z$/),
    })
    expect(await scene.client.campaigns.read({ app_id: scene.app_id, campaign_id: campaign.id })).toEqual(
      campaign,
    )
  })

  test('waits, paused, until conversions are tracked; a missing phone is empty', async () => {
    scene = await adScene(app, owner, { is_tracked: false })
    expect(await scene.create()).toMatchObject({
      status: 'PAUSED',
      pause_reason: 'tracking_pending',
      phone_number: '',
      phone_country_code: '',
    })
  })

  test('opens no account', async () => {
    const bare = await app.make.app(owner)
    const creating = app.as(owner).campaigns.create({ app_id: bare.id }, CAMPAIGN)
    await expect(creating).rejects.toEqual(refusal(409, 'no_ads_account'))
    const rows = await app.sql`select from ad_accounts where app_id = ${bare.id}`
    expect(rows).toEqual([])
  })
})

describe('is refused, and nothing is created', () => {
  test.each<[string, Parameters<AdScene['create']>[0]]>([
    ['logo_required', { campaign_type: 'PERFORMANCE_MAX' }],
    ['budget_out_of_range', { daily_budget_micros: 990_000 }],
    ['business_name_too_long', { business_name: 'x'.repeat(26) }],
    ['eu_political_declaration_required', { geo_targets: [GERMANY] }],
    ['rejected_by_platform', { landing_page: 'https://shop.uncrawlable.test/' }],
  ])('400 %s', { tags: 'slow' }, async (code, fields) => {
    await expect(scene.create(fields)).rejects.toEqual(refusal(400, code))
    expect(await onPlatform()).toBe(0)
  })

  test('400 when the platform makes no new ones of the type', async () => {
    const elsewhere = await startApp({
      google_ads: {
        baseUrl: 'http://127.0.0.1:9',
        tokenUrl: 'http://127.0.0.1:9',
        clientId: 'client',
        clientSecret: 'secret',
        refreshToken: 'token',
        managerId: '1234567890',
        developerToken: null,
        utcZone: 'Africa/Abidjan',
      },
      role: 'api',
    })
    const person = await elsewhere.make.person('owner')
    const { id: app_id } = await elsewhere.make.app(person)
    await expect(elsewhere.as(person).campaigns.create({ app_id }, CAMPAIGN)).rejects.toEqual(
      refusal(400, 'campaign_type_not_available'),
    )
  })

  test('402 without a card, 503 while nobody can tell', async () => {
    await setWorkspace('payment_method', 'none')
    await expect(scene.create()).rejects.toEqual(refusal(402, 'payment_method_required'))
    await setWorkspace('payment_method', 'unreachable')
    await expect(scene.create()).rejects.toEqual(refusal(503, 'payment_provider_unavailable'))
    expect(await onPlatform()).toBe(0)
  })

  test('409 on hold, 409 on a stopped account', async () => {
    await setWorkspace('billing_hold', true)
    await expect(scene.create()).rejects.toEqual(refusal(409, 'billing_hold'))
    await setWorkspace('billing_hold', false)
    await app.sql`update ad_sandbox_accounts set status = 'SUSPENDED', stopped_at = now()
      where customer_id = ${scene.customer_id}`
    await expect(scene.create()).rejects.toEqual(refusal(409, 'account_suspended'))
    expect(await onPlatform()).toBe(0)
  })

  test('409 for a draft that became a campaign, 409 for one on its way', async () => {
    const first = await scene.create({ draft_id: 'one' })
    await expect(scene.create({ draft_id: 'one' })).rejects.toMatchObject({
      code: 'already_launched',
      body: { campaign_id: first.id },
    })
    await app.sql`update ad_launches set state = 'campaign_sent' where campaign_id = ${first.id}`
    await expect(scene.create({ draft_id: 'one' })).rejects.toEqual(refusal(409, 'launch_in_progress'))
    expect(await onPlatform()).toBe(1)
  })

  test('409 when the answer is lost, also for the next one of the draft', async () => {
    for (const _ of [1, 2])
      await expect(scene.create({ campaign_name: '[timeout-applied]', draft_id: 'one' })).rejects.toEqual(
        refusal(409, 'outcome_unknown'),
      )
    expect(await onPlatform()).toBe(1)
  })

  test('503 while the platform is not reached; the draft stays free', { tags: 'slow' }, async () => {
    await expect(scene.create({ campaign_name: '[unavailable]', draft_id: 'one' })).rejects.toEqual(
      refusal(503, 'ad_platform_unavailable'),
    )
    expect(await scene.create({ draft_id: 'one' })).toMatchObject({ status: 'ENABLED' })
  })

  test('409 when the app has as many as it may have', async () => {
    const { id } = await scene.create()
    await app.sql`insert into ad_campaigns (id, app_id, account_id, platform_campaign_id, reference, campaign_type,
        campaign_name, status, settings, review_status, serving_status, primary_status, learning_ends_at,
        created_date, updated_date)
      select id || n, app_id, account_id, platform_campaign_id || n, reference, campaign_type, campaign_name, status,
        settings, review_status, serving_status, primary_status, learning_ends_at, created_date, updated_date
      from ad_campaigns, generate_series(1, 499) n where id = ${id}`
    await expect(scene.create()).rejects.toEqual(refusal(409, 'campaign_limit_reached'))
    await app.sql`update ad_campaigns set status = 'REMOVED' where id = ${`${id}1`}`
    expect(await scene.create()).toMatchObject({ status: 'ENABLED' })
  })

  test('404 for an asset that there is not', async () => {
    await expect(scene.create({ asset_ids: ['ast_nope'] })).rejects.toEqual(refusal(404, 'asset_not_found'))
    expect(await onPlatform()).toBe(0)
  })

  test('422 for what no campaign can be', async () => {
    await expect(scene.create({ keyword_themes: [] })).rejects.toMatchObject({
      status: 422,
      detail: [{ loc: ['body', 'keyword_themes'], type: 'too_short' }],
    })
    await expect(scene.create({ landing_page: 'https://a.example:99999/' })).rejects.toMatchObject({
      detail: [{ loc: ['body', 'landing_page'], type: 'url_parsing' }],
    })
    await expect(scene.create({ campaign_name: '' })).rejects.toMatchObject({
      detail: [{ loc: ['body', 'campaign_name'] }],
    })
  })

  test('403 to viewers, 404 to strangers', async () => {
    const { app_id } = scene
    const viewer = app.as(await app.make.person('viewer', { id: owner.workspace_id }))
    const stranger = app.as(await app.make.person('owner'))
    await expect(viewer.campaigns.create({ app_id }, CAMPAIGN)).rejects.toEqual(
      refusal(403, 'editor_required'),
    )
    await expect(stranger.campaigns.create({ app_id }, CAMPAIGN)).rejects.toEqual(
      refusal(404, 'app_not_found'),
    )
  })
})
