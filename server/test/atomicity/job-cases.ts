/** What the jobs need that are run by a fact, by another use case or by the clock. */
import { sql } from 'kysely'
import { adScene } from '../../src/modules/ads/test/ad-scene.ts'
import { PERFORMANCE_MAX } from '../../src/modules/ads/test/advertiser.ts'
import { taggedPage, trackingScene } from '../../src/modules/ads/test/tracking-scene.ts'
import { conversationInApp } from './agent-cases.ts'
import type { Special } from './case.ts'
import type { World } from './world.ts'

/** Makes what the job works on and returns its payload. */
type PreparePayload = (world: World) => Promise<object>

export interface SpecialJob extends Omit<Special, 'prepare'> {
  prepare: PreparePayload
}

const CHANGED = ['ad_campaigns update', 'ad_campaigns update, audit_log insert']
const SENT_BEFORE =
  'what is sent to the ad platform is recorded before, and settled with its audit entry after'

/** An app that has just been deleted, and what it had. */
const deletedApp =
  (fill: (world: World, at: { app_id: string }) => Promise<unknown>): PreparePayload =>
  async (world) => {
    const { app, owner } = world
    const { id: app_id } = await app.make.app(owner)
    await fill(world, { app_id })
    return { app_id, workspace_id: owner.workspace_id }
  }

/** The payload with which the newest job of this name was stored. */
async function storedPayload({ app }: World, name: string): Promise<object> {
  const rows = await app.sql<{ payload: object }>`
    select data->'payload' as payload from pgboss.job where name = ${name} order by created_on desc limit 1`
  if (!rows[0]) throw new Error(`no ${name} is stored`)
  return rows[0].payload
}

const execute = ({ app }: World, query: ReturnType<typeof sql>) => query.execute(app.atrium.db)

/** A running campaign whose last change has no known outcome, due to be looked at. */
async function unsettledCampaign(world: World) {
  const scene = await adScene(world.app, world.owner)
  const { id: campaign_id } = await scene.create()
  const since = new Date(world.app.clock.now().getTime() - 600_000)
  await execute(
    world,
    sql`update ad_campaigns set unsettled = 'pause', unsettled_since = ${since}, next_check_date = ${since}
         where id = ${campaign_id}`,
  )
  return { app_id: scene.app_id, campaign_id }
}

export const jobCases: Record<string, PreparePayload | SpecialJob> = {
  'tenancy.deliver_mail': async (world) => {
    const { id: app_id } = await world.app.make.app(world.owner)
    const mail = { to: 'somebody@example.com', subject: 'Hello', body: 'Hello' }
    await world.client.integrations.send_email({ app_id }, mail)
    return storedPayload(world, 'tenancy.deliver_mail')
  },
  'tenancy.mail_account_reset': async ({ app }) => ({ email: (await app.make.user()).email }),
  'tenancy.mail_app_user_proof': async ({ app, owner, password }) => {
    const { id: app_id } = await app.make.app(owner, { public_settings: 'public_with_login' })
    const { email } = await app.make.appUser({ id: app_id }, { password_hash: password.hash })
    return { app_id, email, purpose: 'reset' }
  },
  'tenancy.expire_invitations': async (world) => {
    const { app, client } = world
    const email = `late-${crypto.randomUUID()}@example.com`
    await client.invitations.create({ email, role: 'viewer' })
    const longAgo = new Date(app.clock.now().getTime() - 61 * 86_400_000)
    await execute(world, sql`update members set created_date = ${longAgo} where email = ${email}`)
    return {}
  },
  'on.app.deleted.folders.forget_app': deletedApp(async ({ app, owner, client }, { app_id }) => {
    const { id: folder_id } = await app.make.folder(owner)
    await client.folders.add_items({ folder_id }, { app_ids: [app_id] })
  }),
  'on.app.deleted.webhooks.forget_app': deletedApp(({ client, receiverUrl }, at) =>
    client.app_webhooks.create(at, { target_url: receiverUrl, events: ['entity.created'] }),
  ),
  'on.app.deleted.drop_indexes': deletedApp(({ client }, at) =>
    client.schemas.set(
      { ...at, name: 'Task' },
      { properties: { size: { type: 'number' } }, indexes: [['size']] },
    ),
  ),
  'on.app.deleted.integrations.forget_app': deletedApp(({ client }, at) =>
    client.integrations.upload_file(at, { file: new Blob(['some text']), file_name: 'a.txt' }),
  ),
  'on.app.deleted.source.forget_app': deletedApp(({ client }, at) =>
    client.source.write_file({ ...at, path: 'index.html' }, { content: '<p>Hi</p>' }),
  ),
  'on.app.deleted.hosting.delete_site': deletedApp(({ client }, at) =>
    client.site.publish(at, { files: [{ path: 'index.html', content: '<p>Hi</p>' }] }),
  ),
  'on.app.deleted.ads.forget_tracking': async ({ app, owner, client }) => {
    const scene = await trackingScene(app, owner)
    const { app_id } = scene
    await scene.write('index.html', taggedPage(await scene.publishTags()))
    await scene.scan()
    const mapping = { entity_name: 'Order', event: 'create', conversion_type: 'PURCHASE' } as const
    await client.conversions.create_mapping({ app_id }, mapping)
    return { app_id, workspace_id: owner.workspace_id }
  },
  'on.app.deleted.ads.stop_campaigns': {
    why: SENT_BEFORE,
    prepare: async ({ app, owner }) => {
      const scene = await adScene(app, owner)
      await scene.create()
      return { app_id: scene.app_id, workspace_id: owner.workspace_id }
    },
    steps: CHANGED,
  },
  'on.source.changed.ads.scan_tracking': async ({ app, owner }) => {
    const { app_id } = await adScene(app, owner)
    return { app_id, revision: 1 }
  },
  'entities.build_indexes': async (world) => {
    await execute(world, sql`delete from entity_indexes`) // it builds those of all apps
    const { id: app_id } = await world.app.make.app(world.owner)
    const schema = { properties: { size: { type: 'number' } }, indexes: [['size']] }
    await world.client.schemas.set({ app_id, name: 'Task' }, schema)
    return { is_told: true }
  },
  'agents.answer_app_message': {
    why: 'what the model took is recorded as soon as it has answered, whatever becomes of the answer',
    prepare: async (world) => {
      const { at } = await conversationInApp(world)
      await world.client.app_messages.send(at, { content: 'Hello?' })
      return storedPayload(world, 'agents.answer_app_message')
    },
    steps: [
      'model_usage insert',
      'conversations update, credit_holds delete, credit_uses insert, member_activity update, messages insert, ' +
        'workspace_credits update',
    ],
  },
  'analytics.unpack_events': async ({ app, owner, client }) => {
    const { id: app_id } = await app.make.app(owner)
    await client.events.track({ app_id }, { events: [{ event_name: 'opened' }] })
    return {}
  },
  'source.trim_history': async ({ app, owner, client }) => {
    const { id: app_id } = await app.make.app(owner)
    await client.source.write_file({ app_id, path: 'index.html' }, { content: '<p>Hi</p>' })
    return { app_id }
  },
  'ads.make_assets': {
    why: 'each asset counts as soon as it is made; a try that follows makes only what is missing',
    prepare: async ({ app, owner, client }) => {
      const { id: app_id } = await app.make.app(owner)
      const body = { business_name: 'Tables', field_types: ['HEADLINE' as const, 'LOGO' as const], count: 1 }
      return { session_id: (await client.assets.generate({ app_id }, body)).session_id }
    },
    steps: [
      'model_usage insert',
      'ad_assets insert',
      'files insert',
      'ad_assets insert, file_totals insert, files update',
      'ad_asset_sessions update, credit_holds delete, credit_uses insert, member_activity update, ' +
        'workspace_credits update',
    ],
  },
  'ads.note_used_assets': async (world) => {
    const { app, owner, client } = world
    const { id: app_id } = await app.make.app(owner)
    const body = { business_name: 'Tables', field_types: ['HEADLINE' as const] }
    const { session_id } = await client.assets.generate({ app_id }, body)
    await app.atrium.jobs.drain()
    const [asset] = (await client.assets.list({ app_id }, { session_id })).session ?? []
    await client.ads.launch({ app_id }, { campaign: { ...PERFORMANCE_MAX, asset_ids: [asset?.id ?? ''] } })
    return storedPayload(world, 'ads.note_used_assets')
  },
  'ads.keep_asset_sessions': async (world) => {
    const { id: app_id } = await world.app.make.app(world.owner)
    const { session_id } = await world.client.assets.generate({ app_id }, { business_name: 'Tables' })
    const longAgo = new Date(world.app.clock.now().getTime() - 2 * 3_600_000)
    await execute(world, sql`update ad_asset_sessions set created_date = ${longAgo} where id = ${session_id}`)
    return {}
  },
  'ads.reconcile_campaign': {
    why: 'it claims the campaign, so that nobody else changes it while the ad platform is asked',
    prepare: unsettledCampaign,
    steps: CHANGED,
  },
  'ads.sweep_campaigns': async (world) => {
    await execute(world, sql`delete from ad_campaigns`) // it looks at those of all apps
    await unsettledCampaign(world)
    return {}
  },
  'ads.enable_waiting': {
    why: SENT_BEFORE,
    prepare: async ({ app, owner }) => {
      const scene = await trackingScene(app, owner)
      await scene.create()
      await scene.set('ad_accounts', scene.account_id, 'tracking_verified_date', app.clock.now())
      return { app_id: scene.app_id }
    },
    steps: CHANGED,
  },
  'ads.rescan_tracking': {
    why: 'campaigns that waited for the outcome of the scan start one by one after it',
    prepare: async ({ app, owner }) => {
      const scene = await trackingScene(app, owner)
      await scene.create()
      await scene.write('index.html', taggedPage(await scene.publishTags()))
      return { app_id: scene.app_id, waited: 0 }
    },
    steps: ['ad_accounts update, ad_tracking_scans insert, audit_log insert', ...CHANGED],
  },
  'ads.reconcile_launch': async (world) => {
    const scene = await adScene(world.app, world.owner, { is_tracked: false })
    const { id } = await scene.create()
    const since = new Date(world.app.clock.now().getTime() - 600_000)
    const rows = await world.app.sql<{ id: string }>`
      update ad_launches set state = 'outcome_unknown', unknown_step = 'campaign', unknown_since = ${since},
             next_check_date = ${since}, campaign_id = null
       where campaign_id = ${id} returning id`
    await execute(world, sql`delete from ad_campaigns where id = ${id}`)
    return { launch_id: rows[0]?.id ?? '' }
  },
  'ads.sweep_launches': async (world) => {
    await execute(world, sql`delete from ad_launches`) // it looks at those of all apps
    const scene = await adScene(world.app, world.owner, { is_tracked: false })
    const { id } = await scene.create()
    const longAgo = new Date(world.app.clock.now().getTime() - 600_000)
    await execute(
      world,
      sql`update ad_launches set state = 'campaign_sent', campaign_id = null, updated_date = ${longAgo}
           where campaign_id = ${id}`,
    )
    return {}
  },
}
