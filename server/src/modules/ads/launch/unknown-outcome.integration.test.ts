import { describe, expect, test } from 'vitest'
import { startApp } from '../../../../test/start-app.ts'
import { useStarted } from '../../../../test/use-started.ts'
import { createAdvertisers } from '../test/advertiser.ts'

const world = useStarted(createAdvertisers)

const UNKNOWN = { status: 409, code: 'outcome_unknown' }
const APPLIED = { campaign_name: 'North [timeout-applied]' }
const LOST = { campaign_name: 'North [timeout-lost]' }

const launches = (app_id: string) => world.app.sql<{
  state: string
  campaign_id: string | null
  checks: number
}>`
    select state, campaign_id, checks from ad_launches where app_id = ${app_id}
     order by created_date`

describe('a launch whose answer is lost', () => {
  test('answers 409, and the campaign is listed within seconds when it was made', async () => {
    const shop = await world.advertiser()
    await expect(shop.launch(APPLIED)).rejects.toMatchObject(UNKNOWN)
    expect(await world.counts(shop.app_id)).toMatchObject({ accounts: 1, campaigns: 0, platform: 1 })
    await world.later(2)
    const [campaign] = await shop.campaigns()
    expect(campaign).toMatchObject({ ...APPLIED, status: 'PAUSED', pause_reason: 'tracking_pending' })
    expect(await launches(shop.app_id)).toMatchObject([{ state: 'done', campaign_id: campaign?.id }])
    const again = { status: 409, code: 'already_launched', body: { campaign_id: campaign?.id } }
    await expect(shop.launch(APPLIED)).rejects.toMatchObject(again)
    expect(await world.counts(shop.app_id)).toMatchObject({ campaigns: 1, platform: 1 })
    const { items } = await world.app.as(shop.owner).audit.list({ action: 'ads.launch' })
    expect(items).toMatchObject([{ target_id: campaign?.id, actor_email: null }])
  })

  test('is found at once by who lists the campaigns', async () => {
    const shop = await world.advertiser()
    await expect(shop.launch(APPLIED)).rejects.toMatchObject(UNKNOWN)
    expect(await shop.campaigns()).toMatchObject([APPLIED])
    await world.later(2)
    expect(await world.counts(shop.app_id)).toMatchObject({ campaigns: 1, platform: 1 })
  })

  test('is found within seconds without anybody asking', { tags: 'slow' }, async () => {
    const _node = await startApp({ role: 'all', rate_limits: 'off', database_url: world.app.databaseUrl })
    const shop = await world.advertiser()
    await expect(shop.launch(APPLIED)).rejects.toMatchObject(UNKNOWN)
    const found = async () => (await world.counts(shop.app_id)).campaigns
    await expect.poll(found).toBe(1)
  })

  test('bars its draft until it is settled, and frees it when nothing came', { tags: 'slow' }, async () => {
    const shop = await world.advertiser()
    await expect(shop.launch(LOST)).rejects.toMatchObject(UNKNOWN)
    await world.later(2)
    await expect(shop.launch(LOST)).rejects.toMatchObject(UNKNOWN)
    for (const seconds of [10, 30, 120, 600]) await world.later(seconds)
    expect(await launches(shop.app_id)).toMatchObject([{ state: 'outcome_unknown', checks: 5 }])
    expect(await shop.campaigns()).toEqual([])
    await expect(shop.launch(LOST)).rejects.toMatchObject(UNKNOWN)
    await world.later(1200)
    expect(await launches(shop.app_id)).toMatchObject([{ state: 'released' }])
    await expect(shop.launch(LOST)).rejects.toMatchObject(UNKNOWN)
    expect((await launches(shop.app_id)).map(({ state }) => state)).toEqual(['released', 'outcome_unknown'])
  })

  test('does not keep other drafts from being launched', async () => {
    const shop = await world.advertiser()
    await expect(shop.launch(LOST)).rejects.toMatchObject(UNKNOWN)
    await expect(shop.launch()).resolves.toMatchObject({ campaign: { status: 'PAUSED' } })
  })

  test('is not taken for a removed campaign of the same draft', { tags: 'slow' }, async () => {
    const shop = await world.advertiser()
    const client = world.app.as(shop.owner)
    // The same draft, so the same reference: made, removed, and then lost.
    const { campaign } = await shop.launch()
    await client.campaigns.delete({ app_id: shop.app_id, campaign_id: campaign.id })
    const second = await shop.launch()
    await client.campaigns.delete({ app_id: shop.app_id, campaign_id: second.campaign.id })
    await world.app
      .sql`insert into ad_launches (id, app_id, draft_key, reference, state, unknown_step, unknown_since, input,
                next_check_date, created_date, updated_date)
              select 'lch_lost', app_id, draft_key, reference, 'outcome_unknown', 'campaign', ${world.app.clock.now()},
                input, ${world.app.clock.now()}, ${world.app.clock.now()}, ${world.app.clock.now()}
                from ad_launches where campaign_id = ${second.campaign.id}`
    await world.app.atrium.jobs.drain()
    await client.campaigns.list({ app_id: shop.app_id })
    const lost = await world.app.sql<{ state: string }>`select state from ad_launches where id = 'lch_lost'`
    expect(lost).toEqual([{ state: 'outcome_unknown' }])
    expect((await shop.campaigns()).map(({ status }) => status)).toEqual(['REMOVED', 'REMOVED'])
  })

  test('leaves a campaign that nobody started paused when tracking is verified in the meantime', async () => {
    const shop = await world.advertiser()
    await shop.launch()
    await shop.track(world.app.clock.now())
    await expect(shop.launch(APPLIED)).rejects.toMatchObject(UNKNOWN)
    await world.later(2)
    expect((await shop.campaigns())[0]).toMatchObject({ ...APPLIED, status: 'PAUSED', pause_reason: null })
  })
})

describe('a launch whose start is lost', () => {
  test.each([
    ['was applied', '[resume-timeout-applied]', 'ENABLED'],
    ['was lost', '[resume-timeout-lost]', 'PAUSED'],
  ])('answers 409 and settles when it %s', async (_, campaign_name, status) => {
    const shop = await world.advertiser()
    await shop.launch()
    await shop.track(world.app.clock.now())
    await expect(shop.launch({ campaign_name })).rejects.toMatchObject({
      ...UNKNOWN,
      body: { campaign_id: expect.stringMatching(/^cmp_/) },
    })
    await expect(shop.launch({ campaign_name })).rejects.toMatchObject(UNKNOWN)
    for (const seconds of [2, 10, 30, 120, 600, 1200]) await world.later(seconds)
    expect((await shop.campaigns())[0]).toMatchObject({ campaign_name, status, unsettled: null })
    await expect(shop.launch({ campaign_name })).rejects.toMatchObject({ code: 'already_launched' })
    expect(await world.counts(shop.app_id)).toMatchObject({ campaigns: 2, platform: 2 })
  })

  test('or cannot be sent is 200 with a paused campaign, which is started later', async () => {
    const shop = await world.advertiser()
    await shop.launch()
    await shop.track(world.app.clock.now())
    const { campaign } = await shop.launch({ campaign_name: '[resume-unavailable]' })
    expect(campaign).toMatchObject({ status: 'PAUSED', pause_reason: 'tracking_pending', unsettled: null })
    await world.app.sql`update ad_sandbox_versions set settings = jsonb_set(settings, '{name}', '"Reachable"')
               where campaign_id = ${campaign.platform_campaign_id}`
    await world.later(60)
    expect((await shop.campaigns())[0]).toMatchObject({ id: campaign.id, status: 'ENABLED' })
  })
})
