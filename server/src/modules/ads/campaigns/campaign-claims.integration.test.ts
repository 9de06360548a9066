/** A campaign has one holder: who lost it to another changes nothing more, however their call ended. */
import { describe, expect, test } from 'vitest'
import { useApp } from '../../../../test/use-app.ts'
import { useMade } from '../../../../test/use-started.ts'
import type { PlatformCampaign } from '../../../ports/ad-platform/port.ts'
import { adScene } from '../test/ad-scene.ts'
import { claimDueCampaign, postponeCheck, savePaused, storeTruths } from './campaign-check-store.ts'
import {
  type ClaimedCampaign,
  claimCampaign,
  dropClaim,
  findCampaign,
  leaveUnsettled,
  settleCampaign,
} from './campaign-store.ts'
import { truthOf } from './campaign-truth.ts'

const app = useApp({ rate_limits: 'off', role: 'api' })
const scene = useMade(async () => adScene(app, await app.make.person('owner')))

let claims = 0
/** By the worker that sends a change of it; null while another has it. */
const claim = ({ id }: { id: string }) => {
  const which = { app_id: scene.app_id, id, change: 'update' as const }
  return claimCampaign(app.atrium.db, which, { claim_id: `clm_${claims++}`, now: app.clock.now() })
}
/** By the job that checks what became of one. */
const claimDue = ({ id }: { id: string }) => {
  const which = { app_id: scene.app_id, campaign_id: id }
  return claimDueCampaign(app.atrium.db, which, { claim_id: `clm_${claims++}`, now: app.clock.now() })
}

function held<T>(claimed: T | null): T {
  if (!claimed) throw new Error('The campaign is free')
  return claimed
}

async function onPlatform(campaign: { platform_campaign_id: string }): Promise<PlatformCampaign> {
  const read = await scene.platform.readCampaigns(scene.customer_id, [campaign.platform_campaign_id])
  const [found] = read.outcome === 'done' ? read.value : []
  if (!found) throw new Error('The platform does not show it')
  return found
}

/** Paused, so that every way in which a call can end would change something. */
async function pausedCampaign() {
  const campaign = await scene.create()
  await scene.client.campaigns.pause({ app_id: scene.app_id, campaign_id: campaign.id })
  return campaign
}

/** Everything that can be written under a claim. */
const WRITES: Record<string, (claimed: ClaimedCampaign, reported: PlatformCampaign) => Promise<unknown>> = {
  'that it was done': (claimed, reported) =>
    settleCampaign(app.atrium.db, claimed, reported, { pause_reason: null, now: app.clock.now() }),
  'that nothing was done': (claimed) => dropClaim(app.atrium.db, claimed, app.clock.now()),
  'that nobody knows': (claimed) => leaveUnsettled(app.atrium.db, claimed, app.clock.now()),
  'that it stays paused': (claimed) => savePaused(app.atrium.db, claimed, app.clock.now()),
  'when to look again': ({ row, claim_id }) =>
    postponeCheck(
      app.atrium.db,
      { row: { ...row, workspace_id: '' } as never, claim_id },
      {
        checks: 7,
        next: app.clock.now(),
      },
    ),
}

describe.each(Object.entries(WRITES))('%s', (_name, write) => {
  test('is stored by the holder', { tags: 'slow' }, async () => {
    const campaign = await pausedCampaign()
    await scene.set('ad_campaigns', campaign.id, 'pause_reason', 'tracking_pending')
    const claimed = held(await claim(campaign))
    const before = await scene.row(campaign.id)
    await write(claimed, { ...(await onPlatform(campaign)), name: 'Reported in time' })
    expect(await scene.row(campaign.id)).not.toEqual(before)
  })

  test('is not stored by who came too late: the campaign is as its new holder has it', async () => {
    const campaign = await pausedCampaign()
    await scene.set('ad_campaigns', campaign.id, 'pause_reason', 'tracking_pending')
    const late = held(await claim(campaign))
    app.clock.move(121)
    const holder = held(await claim(campaign))
    const taken = await scene.row(campaign.id)
    expect(taken.claim_id).toBe(holder.claim_id)
    await write(late, { ...(await onPlatform(campaign)), name: 'Reported too late' })
    expect(await scene.row(campaign.id)).toEqual(taken)
  })
})

describe('a campaign that somebody has', () => {
  test('is had by nobody else until its time is over', async () => {
    const campaign = await pausedCampaign()
    held(await claim(campaign))
    expect([await claim(campaign), await claimDue(campaign)]).toEqual([null, null])
    app.clock.move(119)
    await scene.set('ad_campaigns', campaign.id, 'next_check_date', new Date(0))
    expect([await claim(campaign), await claimDue(campaign)]).toEqual([null, null])
    app.clock.move(2)
    expect(held(await claimDue(campaign)).row.id).toBe(campaign.id)
    expect([await claim(campaign), await claimDue(campaign)]).toEqual([null, null])
    app.clock.move(61)
    expect(held(await claim(campaign)).row.id).toBe(campaign.id)
  })

  test('is not overwritten by who has read it in the meantime', async () => {
    const campaign = await pausedCampaign()
    held(await claim(campaign))
    const before = await findCampaign(app.atrium.db, scene.app_id, campaign.id)
    const truth = before && truthOf(before, { ...(await onPlatform(campaign)), name: 'Read in the meantime' })
    if (!truth) throw new Error('There is something to store')
    expect(await storeTruths(app.atrium.db, [truth], app.clock.now())).toEqual([])
    app.clock.move(121)
    expect(await storeTruths(app.atrium.db, [truth], app.clock.now())).toEqual([campaign.id])
  })
})
