import { expect, test } from 'vitest'
import { useStarted } from '../../../../test/use-started.ts'
import { createAdvertisers, PERFORMANCE_MAX } from '../test/advertiser.ts'

const world = useStarted(createAdvertisers)

async function advertiserWithAssets() {
  const advertiser = await world.advertiser()
  const { app_id, owner } = advertiser
  const client = world.app.as(owner)
  const make = async () => {
    const body = {
      business_name: 'Northern Tables',
      field_types: ['HEADLINE' as const, 'LOGO' as const],
      count: 2,
    }
    const { session_id } = await client.assets.generate({ app_id }, body)
    await world.app.atrium.jobs.drain()
    return (await client.assets.list({ app_id }, { session_id })).session ?? []
  }
  const library = async () => (await client.assets.list({ app_id })).library ?? []
  return { ...advertiser, client, make, library }
}

test('what a campaign is launched with is accepted, the newest of the same, and nothing else', {
  tags: 'slow',
}, async () => {
  const { app_id, client, make, library, launch } = await advertiserWithAssets()
  const older = await make()
  const made = await make()
  const [headline, otherHeadline, logo, otherLogo] = made
  const used = [headline, logo].flatMap((asset) => asset?.id ?? [])
  const { campaign } = await launch({ ...PERFORMANCE_MAX, asset_ids: used })
  expect((await library()).every(({ status }) => status === 'GENERATED')).toBe(true)
  await world.app.atrium.jobs.drain()

  const { durable = [] } = await client.assets.list({ app_id }, { campaign_id: campaign.id })
  const rows = new Map((await library()).map((row) => [row.id, row]))
  for (const asset of [headline, logo]) {
    const shown = durable.find(
      ({ field_type, text, url }) =>
        field_type === asset?.field_type && text === asset.text && url === asset.url,
    )
    expect(shown).toBeDefined()
    expect(rows.get(asset?.id ?? '')).toMatchObject({
      status: 'ACCEPTED',
      accepted_campaign_id: campaign.id,
      accepted_resource_names: [shown?.resource_name],
    })
  }
  for (const asset of [otherHeadline, otherLogo, ...older])
    expect(rows.get(asset?.id ?? '')).toMatchObject({ status: 'GENERATED', accepted_campaign_id: null })
})

test('one that was added to another campaign before stays there', async () => {
  const { app_id, client, make, library, launch } = await advertiserWithAssets()
  const first = await launch({ ...PERFORMANCE_MAX, campaign_name: 'First' })
  const [headline] = await make()
  const session_asset_id = headline?.id ?? ''
  await client.assets.accept({ app_id, session_asset_id }, { campaign_id: first.campaign.id })
  await launch({ ...PERFORMANCE_MAX, campaign_name: 'Second', asset_ids: [session_asset_id] })
  await world.app.atrium.jobs.drain()
  const row = (await library()).find(({ id }) => id === session_asset_id)
  expect(row?.accepted_campaign_id).toBe(first.campaign.id)
})

test('those of another app are neither accepted with ours nor launched with, though they are the same', async () => {
  const [shop, other] = [await advertiserWithAssets(), await advertiserWithAssets()]
  const [own] = await shop.make()
  const [theirs] = await other.make()
  expect(theirs).toMatchObject({ field_type: own?.field_type, text: own?.text })
  const { campaign } = await shop.launch({ ...PERFORMANCE_MAX, asset_ids: [own?.id ?? ''] })
  await world.app.atrium.jobs.drain()
  const accepted = (await shop.library()).filter(({ status }) => status === 'ACCEPTED')
  expect(accepted).toMatchObject([{ id: own?.id, accepted_campaign_id: campaign.id }])
  expect((await other.library()).every(({ status }) => status === 'GENERATED')).toBe(true)
  const foreign = { ...PERFORMANCE_MAX, campaign_name: 'Foreign', asset_ids: [theirs?.id ?? ''] }
  await expect(shop.launch(foreign)).rejects.toMatchObject({ status: 404, code: 'asset_not_found' })
})

test('while the platform does not report, it is asked again', async () => {
  const { make, library, launch } = await advertiserWithAssets()
  const [headline] = await make()
  await launch({
    ...PERFORMANCE_MAX,
    campaign_name: 'Tables [assets-unavailable]',
    asset_ids: [headline?.id ?? ''],
  })
  expect(await world.app.atrium.jobs.drain()).toContainEqual({
    name: 'ads.note_used_assets',
    outcome: 'retried',
  })
  expect((await library()).some(({ status }) => status === 'ACCEPTED')).toBe(false)
})
