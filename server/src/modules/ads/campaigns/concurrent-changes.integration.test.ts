import { beforeEach, describe, expect, test } from 'vitest'
import { refusal } from '../../../../test/refusal.ts'
import { useApp } from '../../../../test/use-app.ts'
import { useMade } from '../../../../test/use-started.ts'
import { useTeam } from '../../../../test/use-team.ts'
import { ads } from '../index.ts'
import { adScene } from '../test/ad-scene.ts'
import { storeTruths } from './campaign-check-store.ts'
import { claimCampaign, findCampaign } from './campaign-store.ts'
import { truthOf } from './campaign-truth.ts'
import { sweepCampaigns } from './sweep-campaigns.ts'

const app = useApp({ rate_limits: 'off', role: 'api' })
const { owner } = useTeam(app)
const scene = useMade(() => adScene(app, owner), beforeEach)

const place = ({ id }: { id: string }) => ({ app_id: scene.app_id, campaign_id: id })
const read = (campaign: { id: string }) => scene.client.campaigns.read(place(campaign))
const drain = () => app.atrium.jobs.drain()
const sweep = () => app.atrium.jobs.send(app.atrium.db, sweepCampaigns, {})
/** Without a read in between, which would settle it by itself. */
const stored = ({ id }: { id: string }) => scene.row(id)

const BUDGET = { field: 'budget', value: 30_000_000 } as const
type Changed = 'pause' | 'resume' | 'delete' | 'update'
async function change(kind: Changed, campaign: { id: string }) {
  if (kind === 'update') return scene.client.campaigns.update(place(campaign), BUDGET)
  return scene.client.campaigns[kind](place(campaign))
}

describe('a server that dies between the call and its outcome', () => {
  /** As it leaves things: claimed, and the platform may or may not have been asked. */
  async function die(kind: Changed, campaign: { id: string }) {
    const now = app.clock.now()
    const which = { app_id: scene.app_id, id: campaign.id, change: kind }
    return claimCampaign(app.atrium.db, which, { claim_id: `clm_${campaign.id}`, now })
  }

  test('after the platform was reported: the sweep finds out what is true', async () => {
    const campaign = await scene.create()
    await die('delete', campaign)
    await scene.platform.removeCampaign(scene.customer_id, campaign.platform_campaign_id)
    await sweep()
    await drain()
    expect(await stored(campaign)).toMatchObject({ status: 'ENABLED', unsettled: 'delete' })
    app.clock.move(140)
    await sweep()
    await drain()
    expect(await stored(campaign)).toMatchObject({ status: 'REMOVED', unsettled: null, claim_id: null })
  })

  test('before it was reported: everything is as before', async () => {
    const campaign = await scene.create()
    await die('pause', campaign)
    app.clock.move(140)
    await sweep()
    await drain()
    expect(await stored(campaign)).toMatchObject({ status: 'ENABLED', unsettled: null, claim_id: null })
  })

  test('who comes after it does not wait for the sweep', async () => {
    const campaign = await scene.create()
    await die('delete', campaign)
    await scene.platform.removeCampaign(scene.customer_id, campaign.platform_campaign_id)
    app.clock.move(121)
    expect(await change('delete', campaign)).toEqual({ status: 'deleted' })
    expect(await stored(campaign)).toMatchObject({ status: 'REMOVED', unsettled: null })
  })

  test('the sweep runs every minute', () => {
    expect(ads.schedules).toContainEqual({ cron: '* * * * *', job: sweepCampaigns })
  })
})

describe('two changes of one campaign', () => {
  test('follow each other, and the platform and we end up with the same', async () => {
    const campaign = await scene.create()
    const kinds = ['pause', 'resume', 'update', 'pause', 'resume', 'resume', 'pause', 'update'] as const
    const answers = await Promise.all(kinds.map((kind) => change(kind, campaign)))
    expect(answers).toHaveLength(kinds.length)
    const row = await stored(campaign)
    expect(row).toMatchObject({ unsettled: null, claim_id: null })
    expect(await scene.onPlatform(campaign)).toMatchObject({
      status: row.status,
      daily_budget_micros: BUDGET.value,
    })
  })

  test('what was read before a change is not stored over it', { tags: 'slow' }, async () => {
    const campaign = await scene.create()
    const before = await findCampaign(app.atrium.db, scene.app_id, campaign.id)
    const answer = await scene.platform.readCampaigns(scene.customer_id, [campaign.platform_campaign_id])
    const reported = answer.outcome === 'done' ? answer.value[0] : undefined
    if (!before || !reported) throw new Error('There is no campaign')
    const late = truthOf(before, { ...reported, name: 'Read long ago' })
    await change('pause', campaign)
    expect(await storeTruths(app.atrium.db, late ? [late] : [], app.clock.now())).toEqual([])
    expect(await stored(campaign)).toMatchObject({ status: 'PAUSED', campaign_name: 'Spring' })
    const current = await findCampaign(app.atrium.db, scene.app_id, campaign.id)
    const timely = current && truthOf(current, { ...reported, name: 'Read just now' })
    expect(await storeTruths(app.atrium.db, timely ? [timely] : [], app.clock.now())).toEqual([campaign.id])
    expect(await stored(campaign)).toMatchObject({ status: 'ENABLED', campaign_name: 'Read just now' })
  })

  test('of which one never ends: the other is asked to come back, and nothing was sent for it', {
    tags: 'slow',
    timeout: 30_000,
  }, async () => {
    const campaign = await scene.create()
    const until = new Date(app.clock.now().getTime() + 3_600_000)
    await app.sql`update ad_campaigns set unsettled = 'update', unsettled_since = now(), claim_id = 'clm_held',
      claimed_until = ${until} where id = ${campaign.id}`
    const answers = await Promise.allSettled(
      (['pause', 'resume', 'delete', 'update'] as const).map((kind) => change(kind, campaign)),
    )
    expect(answers.map((answer) => answer.status === 'rejected' && answer.reason)).toEqual(
      Array(4).fill(refusal(409, 'campaign_busy')),
    )
    expect(await scene.onPlatform(campaign)).toMatchObject({ status: 'ENABLED' })
    // What they read is not stored over what somebody is about to change.
    await scene.platform.setCampaignStatus(scene.customer_id, campaign.platform_campaign_id, 'PAUSED')
    expect(await read(campaign)).toMatchObject({ status: 'PAUSED', unsettled: 'update' })
    expect(await stored(campaign)).toMatchObject({ status: 'ENABLED', claim_id: 'clm_held' })
  })
})
