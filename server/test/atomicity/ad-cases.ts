import { adScene } from '../../src/modules/ads/test/ad-scene.ts'
import { SMART } from '../../src/modules/ads/test/advertiser.ts'
import { taggedPage, trackingScene } from '../../src/modules/ads/test/tracking-scene.ts'
import type { Cases, Special } from './case.ts'
import type { World } from './world.ts'

const ORDER = { entity_name: 'Order', event: 'create', conversion_type: 'PURCHASE' } as const

async function campaign(world: World) {
  const scene = await adScene(world.app, world.owner)
  const { id } = await scene.create()
  return { scene, at: { app_id: scene.app_id, campaign_id: id } }
}

async function assetOf({ app, client }: World, app_id: string) {
  const body = { business_name: 'Northern Tables', field_types: ['HEADLINE' as const] }
  const { session_id } = await client.assets.generate({ app_id }, body)
  await app.atrium.jobs.drain()
  const [asset] = (await client.assets.list({ app_id }, { session_id })).session ?? []
  return asset?.id ?? ''
}

/** What is about to be sent, and what became of it. */
const CHANGED = ['ad_campaigns update', 'ad_campaigns update, audit_log insert']

const changed = (
  call: (world: World, at: { app_id: string; campaign_id: string }) => Promise<unknown>,
): Special => ({
  why: 'what is sent to the ad platform is recorded before, and settled with its audit entry after',
  prepare: async (world) => {
    const { at } = await campaign(world)
    return () => call(world, at)
  },
  steps: CHANGED,
})

export const adCases: Cases = {
  'ads.launch': {
    why: 'each step is recorded before the call to the ad platform that it names',
    prepare: async (world) => {
      const { id: app_id } = await world.app.make.app(world.owner, { name: 'Tables' })
      return () => world.client.ads.launch({ app_id }, { campaign: SMART })
    },
    steps: [
      'ad_launches insert',
      'ad_accounts insert, ad_launches update',
      'ad_accounts update, audit_log insert',
      'ad_launches update',
      'ad_campaigns insert, ad_launches update, audit_log insert',
    ],
  },
  'ads.accept_terms': async (world) => {
    const { app_id, account_id } = await adScene(world.app, world.owner)
    return () => world.client.ads.accept_terms({ app_id, account_id })
  },
  'ads.suggest_search_themes': {
    why: 'credits are held before the model is asked, and spent when it has answered',
    prepare: async ({ app, owner, client }) => {
      const { id: app_id } = await app.make.app(owner)
      return () => client.ads.suggest_search_themes({ app_id }, { business_name: 'Northern Tables' })
    },
    steps: [
      'credit_holds insert',
      'model_usage insert',
      'credit_holds delete, credit_uses insert, member_activity update, workspace_credits update',
    ],
  },
  'ads.build_bootstrap_prompt': async ({ app, owner, client }) => {
    const { app_id } = await adScene(app, owner)
    return () => client.ads.build_bootstrap_prompt({ app_id }, { wire_events: true })
  },
  'ads.scan_tracking': {
    why: 'campaigns that waited for the outcome of the scan start one by one after it',
    prepare: async ({ app, owner }) => {
      const scene = await trackingScene(app, owner)
      await scene.create()
      await scene.write('index.html', taggedPage(await scene.publishTags()))
      return () => scene.scan()
    },
    steps: ['ad_accounts update, ad_tracking_scans insert, audit_log insert', ...CHANGED],
  },
  'campaigns.create': {
    why: 'each step is recorded before the call to the ad platform that it names',
    prepare: async (world) => {
      const scene = await adScene(world.app, world.owner)
      return () => scene.create()
    },
    steps: [
      'ad_launches insert',
      'ad_launches update',
      'ad_campaigns insert, ad_campaigns update, ad_launches update, audit_log insert',
      'ad_campaigns update',
      'ad_launches update',
    ],
  },
  'campaigns.update': changed(({ client }, at) =>
    client.campaigns.update(at, { field: 'name', value: 'New' }),
  ),
  'campaigns.pause': changed(({ client }, at) => client.campaigns.pause(at)),
  'campaigns.resume': changed(({ client }, at) => client.campaigns.resume(at)),
  'campaigns.delete': changed(({ client }, at) => client.campaigns.delete(at)),
  'campaigns.pause_all': {
    ...changed(({ client }, { app_id }) => client.campaigns.pause_all({ app_id })),
    copes: true,
  },
  'campaigns.sync': {
    why: 'what the platform says of each campaign counts on its own; the audit entry sums it up',
    prepare: async (world) => {
      const { scene } = await campaign(world)
      const [known] = (await world.client.campaigns.list({ app_id: scene.app_id })).items
      await scene.platform.setCampaignStatus(
        scene.customer_id,
        String((await scene.row(known?.id ?? '')).platform_campaign_id),
        'PAUSED',
      )
      return () => world.client.campaigns.sync({ app_id: scene.app_id })
    },
    steps: ['ad_campaigns update', 'audit_log insert'],
  },
  'assets.generate': async ({ app, owner, client }) => {
    const { id: app_id } = await app.make.app(owner)
    return () => client.assets.generate({ app_id }, { business_name: 'Northern Tables' })
  },
  'assets.accept': async (world) => {
    const { id: app_id } = await world.app.make.app(world.owner)
    const session_asset_id = await assetOf(world, app_id)
    return () => world.client.assets.accept({ app_id, session_asset_id }, {})
  },
  'assets.accept for a campaign': {
    why: 'what is sent to the ad platform is recorded before, and settled with its audit entry after',
    prepare: async (world) => {
      const { at } = await campaign(world)
      const session_asset_id = await assetOf(world, at.app_id)
      const path = { app_id: at.app_id, session_asset_id }
      return () => world.client.assets.accept(path, { campaign_id: at.campaign_id })
    },
    steps: [...CHANGED, 'ad_assets update, audit_log insert'],
  },
  'conversions.create_mapping': async ({ app, owner, client }) => {
    const { app_id } = await adScene(app, owner)
    return () => client.conversions.create_mapping({ app_id }, ORDER)
  },
  'conversions.update_mapping': async ({ app, owner, client }) => {
    const { app_id } = await adScene(app, owner)
    const { id: mapping_id } = await client.conversions.create_mapping({ app_id }, ORDER)
    return () => client.conversions.update_mapping({ app_id, mapping_id }, { is_enabled: false })
  },
  'conversions.delete_mapping': async ({ app, owner, client }) => {
    const { app_id } = await adScene(app, owner)
    const { id: mapping_id } = await client.conversions.create_mapping({ app_id }, ORDER)
    return () => client.conversions.delete_mapping({ app_id, mapping_id })
  },
}
