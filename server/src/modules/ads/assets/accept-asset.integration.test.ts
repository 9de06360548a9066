import { describe, expect, test } from 'vitest'
import type { Person } from '../../../../test/make.ts'
import { refusal } from '../../../../test/refusal.ts'
import { useApp } from '../../../../test/use-app.ts'
import { useFolder } from '../../../../test/use-folder.ts'
import { useMade } from '../../../../test/use-started.ts'
import { useTeam } from '../../../../test/use-team.ts'
import { makeAdCampaign } from '../test/ad-campaign.ts'

const folder = useFolder()
const app = useApp({ rate_limits: 'off', data_dir: folder })
const { owner } = useTeam(app)
const shop = useMade(() => app.make.app(owner))

async function createAssets(body: object = { field_types: ['HEADLINE'], count: 1 }, of = shop) {
  const request = { business_name: 'Warm Bread', ...body }
  const { session_id } = await app.as(owner).assets.generate({ app_id: of.id }, request)
  await app.atrium.jobs.drain()
  return (await app.as(owner).assets.list({ app_id: of.id }, { session_id })).session ?? []
}

const accept = (asset: { id: string } | undefined, campaign_id?: string, who: Person | string = owner) =>
  app
    .as(who)
    .assets.accept(
      { app_id: shop.id, session_asset_id: asset?.id ?? '' },
      campaign_id === undefined ? {} : { campaign_id },
    )

const durableOf = async (campaign: { id: string }) =>
  (await app.as(owner).assets.list({ app_id: shop.id }, { campaign_id: campaign.id })).durable ?? []

const statusOf = async (asset: { id: string } | undefined) =>
  (await app.as(owner).assets.list({ app_id: shop.id })).library?.find(({ id }) => id === asset?.id)?.status

describe('is refused', () => {
  test('to those who cannot edit the app', async () => {
    const [asset] = await createAssets()
    const viewer = await app.make.person('viewer', { id: owner.workspace_id })
    await expect(accept(asset, undefined, viewer)).rejects.toEqual(refusal(403, 'editor_required'))
    const stranger = await app.make.person('owner')
    await expect(accept(asset, undefined, stranger)).rejects.toEqual(refusal(404, 'app_not_found'))
  })

  test('for an asset that is not there, or another app’s', async () => {
    const other = await app.make.app(owner)
    const [foreign] = await createAssets(undefined, other)
    for (const asset of [{ id: 'unknown' }, foreign])
      await expect(accept(asset, 'unknown')).rejects.toEqual(refusal(404, 'asset_not_found'))
  })

  test('for a campaign that is not there, or another app’s; the asset stays as it was', async () => {
    const [asset] = await createAssets()
    const foreign = await makeAdCampaign(app, await app.make.app(owner))
    for (const campaign of ['unknown', foreign.id])
      await expect(accept(asset, campaign)).rejects.toEqual(refusal(404, 'campaign_not_found'))
    expect(await statusOf(asset)).toBe('GENERATED')
  })

  test('by the platform, with its reasons', async () => {
    const assets = Array.from({ length: 5 }, (_, i) => ({
      field_type: 'LONG_HEADLINE' as const,
      value: `Long ${i}`,
    }))
    const campaign = await makeAdCampaign(app, shop, { assets })
    const [asset] = await createAssets({ field_types: ['LONG_HEADLINE'], count: 1 })
    await expect(accept(asset, campaign.id)).rejects.toMatchObject({
      ...{ status: 400, code: 'rejected_by_platform' },
      body: { reasons: [expect.objectContaining({ code: 'CollectionSizeError.TOO_MANY' })] },
    })
    expect(await statusOf(asset)).toBe('GENERATED')
  })

  test('for a campaign that was deleted', async () => {
    const campaign = await makeAdCampaign(app, shop)
    await app.sql`update ad_campaigns set status = 'REMOVED' where id = ${campaign.id}`
    const [asset] = await createAssets()
    await expect(accept(asset, campaign.id)).rejects.toEqual(refusal(409, 'campaign_removed'))
  })

  test('while the platform is not there, and then nothing was changed', async () => {
    const campaign = await makeAdCampaign(app, shop, { name: '[assets-unavailable]' })
    const [asset] = await createAssets()
    await expect(accept(asset, campaign.id)).rejects.toEqual(refusal(503, 'ad_platform_unavailable'))
    expect(await statusOf(asset)).toBe('GENERATED')
  })

  test('while another change of the campaign does not come to its end', {
    tags: 'slow',
    timeout: 30_000,
  }, async () => {
    const campaign = await makeAdCampaign(app, shop)
    const now = app.clock.now()
    await app.sql`update ad_campaigns set unsettled = 'pause', unsettled_since = ${now}, claim_id = 'another',
                     claimed_until = ${now}::timestamptz + interval '1 hour' where id = ${campaign.id}`
    const [asset] = await createAssets()
    await expect(accept(asset, campaign.id)).rejects.toEqual(refusal(409, 'campaign_busy'))
  })
})

describe('without a campaign', () => {
  test('it is marked, as often as one likes, and recorded in the trail', async () => {
    const [asset] = await createAssets()
    const accepted = await accept(asset)
    expect(accepted).toMatchObject({
      id: asset?.id,
      status: 'ACCEPTED',
      accepted_campaign_id: null,
      accepted_resource_names: [],
    })
    expect(await accept(asset)).toEqual(accepted)
    expect(await statusOf(asset)).toBe('ACCEPTED')
    const { items } = await app.as(owner).audit.list({ action: 'assets.accept', app_id: shop.id })
    expect(items[0]).toMatchObject({
      target_id: asset?.id,
      detail: { field_type: 'HEADLINE', campaign_id: null },
    })
  })

  test('it can still be accepted when its day is over', async () => {
    const [asset] = await createAssets()
    await app.sql`update ad_assets set expires_at = now() - interval '1 hour' where id = ${asset?.id}`
    expect(await statusOf(asset)).toBe('DISCARDED')
    expect((await accept(asset)).status).toBe('ACCEPTED')
  })
})

describe('with a campaign', () => {
  test('a text and an image are added to it, once', async () => {
    const campaign = await makeAdCampaign(app, shop)
    const made = await createAssets({ field_types: ['HEADLINE', 'LOGO'], count: 1 })
    for (const asset of made) {
      const accepted = await accept(asset, campaign.id)
      expect(accepted).toMatchObject({
        status: 'ACCEPTED',
        accepted_campaign_id: campaign.id,
        accepted_resource_names: [expect.stringMatching(/^customers\/\d+\/assets\/\d+$/)],
      })
      expect(await accept(asset, campaign.id)).toEqual(accepted)
      const rows = (await durableOf(campaign)).filter(
        ({ resource_name }) => resource_name === accepted.accepted_resource_names[0],
      )
      expect(rows).toMatchObject([{ text: asset.text, url: asset.url, field_type: asset.field_type }])
    }
    const rows = await app.sql<{ settings: { assets: unknown[] } }>`
      select settings from ad_campaigns where id = ${campaign.id}`
    expect(rows[0]?.settings.assets).toHaveLength(2)
  })

  test('a later campaign takes its place; accepting again without one changes nothing', async () => {
    const [first, second] = [await makeAdCampaign(app, shop), await makeAdCampaign(app, shop)]
    const [asset] = await createAssets()
    const one = await accept(asset, first.id)
    const other = await accept(asset, second.id)
    expect(other.accepted_campaign_id).toBe(second.id)
    expect(other.accepted_resource_names).not.toEqual(one.accepted_resource_names)
    expect(await accept(asset)).toEqual(other)
  })

  test.each(['applied', 'lost'])('an answer that is %s is no outcome; it can be repeated', async (fate) => {
    const campaign = await makeAdCampaign(app, shop, { name: `Autumn [assets-timeout-${fate}]` })
    const [asset] = await createAssets()
    await expect(accept(asset, campaign.id)).rejects.toEqual(refusal(409, 'outcome_unknown'))
    expect(await statusOf(asset)).toBe('GENERATED')
    const texts = (await durableOf(campaign)).map(({ text }) => text)
    expect(texts.includes('Warm Bread')).toBe(fate === 'applied')
    if (fate === 'applied') {
      expect((await accept(asset, campaign.id)).accepted_campaign_id).toBe(campaign.id)
      expect((await durableOf(campaign)).filter(({ text }) => text === 'Warm Bread')).toHaveLength(1)
    } else {
      await expect(accept(asset, campaign.id)).rejects.toEqual(refusal(409, 'outcome_unknown'))
    }
  })
})
