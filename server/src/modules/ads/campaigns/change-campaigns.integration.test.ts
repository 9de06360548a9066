import { beforeEach, describe, expect, test } from 'vitest'
import { refusal } from '../../../../test/refusal.ts'
import { useSharedApp } from '../../../../test/use-shared-app.ts'
import { useTeam } from '../../../../test/use-team.ts'
import { type AdScene, adScene } from '../test/ad-scene.ts'

const app = useSharedApp()
const { owner } = useTeam(app)
let scene: AdScene

beforeEach(async () => {
  scene = await adScene(app, owner)
})

const place = (campaign: { id: string }) => ({ app_id: scene.app_id, campaign_id: campaign.id })
const read = (campaign: { id: string }) => scene.client.campaigns.read(place(campaign))
const trail = async (action: string) => {
  const { items } = await app.as(owner).audit.list({ app_id: scene.app_id, action })
  return items.map(({ target_id, actor_id, detail }) => ({ target_id, actor_id, detail }))
}

describe('pausing and resuming', () => {
  test('a campaign is paused until somebody resumes it', { tags: 'slow' }, async () => {
    const campaign = await scene.create()
    expect(campaign).toMatchObject({ status: 'ENABLED', pause_reason: null })
    expect(await scene.client.campaigns.pause(place(campaign))).toEqual({ status: 'paused' })
    expect(await scene.onPlatform(campaign)).toMatchObject({ status: 'PAUSED' })
    expect(await read(campaign)).toMatchObject({
      status: 'PAUSED',
      pause_reason: 'user',
      primary_status: 'PAUSED',
      unsettled: null,
    })
    expect(await scene.client.campaigns.resume(place(campaign))).toEqual({ status: 'resumed' })
    expect(await scene.onPlatform(campaign)).toMatchObject({ status: 'ENABLED' })
    expect(await read(campaign)).toMatchObject({ status: 'ENABLED', pause_reason: null, unsettled: null })
    expect(await trail('campaigns.pause')).toEqual([
      { target_id: campaign.id, actor_id: owner.id, detail: {} },
    ])
    expect(await trail('campaigns.resume')).toEqual([
      { target_id: campaign.id, actor_id: owner.id, detail: { pause_reason: 'user' } },
    ])
  })

  test('both can be said twice', async () => {
    const campaign = await scene.create()
    for (const _ of [1, 2])
      expect(await scene.client.campaigns.resume(place(campaign))).toEqual({ status: 'resumed' })
    for (const _ of [1, 2])
      expect(await scene.client.campaigns.pause(place(campaign))).toEqual({ status: 'paused' })
    expect(await read(campaign)).toMatchObject({ status: 'PAUSED', pause_reason: 'user' })
  })

  test('one that runs on the platform all the same is stopped', async () => {
    const campaign = await scene.create()
    await scene.client.campaigns.pause(place(campaign))
    await scene.platform.setCampaignStatus(scene.customer_id, campaign.platform_campaign_id, 'ENABLED')
    await scene.client.campaigns.pause(place(campaign))
    expect(await scene.onPlatform(campaign)).toMatchObject({ status: 'PAUSED' })
  })

  test('who pauses one that waits for tracking wants it paused for good', async () => {
    scene = await adScene(app, owner, { is_tracked: false })
    const campaign = await scene.create()
    expect(campaign).toMatchObject({ status: 'PAUSED', pause_reason: 'tracking_pending' })
    await scene.client.campaigns.pause(place(campaign))
    expect(await read(campaign)).toMatchObject({ status: 'PAUSED', pause_reason: 'user' })
  })

  test('also when the platform cannot be notified', async () => {
    scene = await adScene(app, owner, { is_tracked: false })
    const campaign = await scene.create({ campaign_name: 'Spring [pause-unavailable]' })
    await expect(scene.client.campaigns.pause(place(campaign))).rejects.toEqual(
      refusal(503, 'ad_platform_unavailable'),
    )
    expect(await read(campaign)).toMatchObject({ status: 'PAUSED', pause_reason: 'user', unsettled: null })
  })

  test('one that waits for tracking may be started by hand', async () => {
    scene = await adScene(app, owner, { is_tracked: false })
    const campaign = await scene.create()
    expect(await scene.client.campaigns.resume(place(campaign))).toEqual({ status: 'resumed' })
    expect(await read(campaign)).toMatchObject({ status: 'ENABLED', pause_reason: null })
    expect(await trail('campaigns.resume')).toEqual([
      { target_id: campaign.id, actor_id: owner.id, detail: { pause_reason: 'tracking_pending' } },
    ])
  })

  test('while payment is on hold nothing starts, but everything stops', async () => {
    const campaign = await scene.create()
    await scene.client.campaigns.pause(place(campaign))
    await scene.set('ad_accounts', scene.account_id, 'billing_hold', true)
    await expect(scene.client.campaigns.resume(place(campaign))).rejects.toEqual(refusal(409, 'billing_hold'))
    expect(await scene.onPlatform(campaign)).toMatchObject({ status: 'PAUSED' })
    expect(await scene.row(campaign.id)).toMatchObject({ unsettled: null, claim_id: null })
    expect(await scene.client.campaigns.pause(place(campaign))).toEqual({ status: 'paused' })
    expect(await scene.client.campaigns.delete(place(campaign))).toEqual({ status: 'deleted' })
  })

  test('nor while the account is stopped', async () => {
    const campaign = await scene.create()
    await scene.client.campaigns.pause(place(campaign))
    for (const status of ['SUSPENDED', 'CANCELED', 'CLOSED']) {
      await scene.set('ad_accounts', scene.account_id, 'status', status)
      await expect(scene.client.campaigns.resume(place(campaign))).rejects.toEqual(
        refusal(409, 'account_suspended'),
      )
    }
  })
})

describe('deleting', () => {
  test('is for good: the campaign stays listed, stopped for ever', async () => {
    const campaign = await scene.create()
    expect(await scene.client.campaigns.delete(place(campaign))).toEqual({ status: 'deleted' })
    expect(await scene.onPlatform(campaign)).toMatchObject({ status: 'REMOVED' })
    expect(await read(campaign)).toMatchObject({
      status: 'REMOVED',
      pause_reason: null,
      primary_status: 'REMOVED',
      unsettled: null,
    })
    expect(await trail('campaigns.delete')).toEqual([
      { target_id: campaign.id, actor_id: owner.id, detail: { name: 'Spring' } },
    ])
  })

  test('what is deleted is deleted, however often it is said', async () => {
    const campaign = await scene.create()
    for (const _ of [1, 2, 3])
      expect(await scene.client.campaigns.delete(place(campaign))).toEqual({ status: 'deleted' })
    expect(await trail('campaigns.delete')).toHaveLength(1)
  })

  test('a removed campaign takes no change', async () => {
    const campaign = await scene.create()
    await scene.client.campaigns.delete(place(campaign))
    const { pause, resume, update } = scene.client.campaigns
    for (const change of [
      () => pause(place(campaign)),
      () => resume(place(campaign)),
      () => update(place(campaign), { field: 'name', value: 'New' }),
    ])
      await expect(change()).rejects.toEqual(refusal(409, 'campaign_removed'))
    expect(await scene.row(campaign.id)).toMatchObject({ status: 'REMOVED', unsettled: null, claim_id: null })
  })

  test('frees a draft that is known by its content, not one that was given an id', async () => {
    const unnamed = await scene.create({ draft_id: undefined })
    await expect(scene.create({ draft_id: undefined })).rejects.toEqual(refusal(409, 'already_launched'))
    expect(await scene.launchState(unnamed.id)).toBe('done')
    await scene.client.campaigns.delete(place(unnamed))
    expect(await scene.launchState(unnamed.id)).toBe('released')
    const again = await scene.create({ draft_id: undefined })
    expect(again.id).not.toBe(unnamed.id)
    expect(again.platform_campaign_id).not.toBe(unnamed.platform_campaign_id)
    // The reference is the same; what is looked at is the campaign itself.
    expect(await read(unnamed)).toMatchObject({ status: 'REMOVED' })
    expect(await read(again)).toMatchObject({ status: 'ENABLED' })

    const named = await scene.create({ campaign_name: 'Named', draft_id: 'one' })
    await scene.client.campaigns.delete(place(named))
    expect(await scene.launchState(named.id)).toBe('done')
    await expect(scene.create({ campaign_name: 'Named', draft_id: 'one' })).rejects.toEqual(
      refusal(409, 'already_launched'),
    )
  })
})

describe('who may', () => {
  const changes = ['pause', 'resume', 'delete'] as const
  const unknown = ['read', ...changes] as const

  test('a workspace key is refused before anything is looked at', async () => {
    const key = { kind: 'workspace_key' as const, workspace_id: owner.workspace_id }
    const { secret } = await app.make.credential(key)
    const campaign = await scene.create()
    for (const headers of [{ api_key: secret }, { authorization: `Bearer ${secret}` }]) {
      const path = `/api/apps/${scene.app_id}/ads-platform/campaigns/${campaign.id}`
      const answer = await fetch(app.baseUrl + path, { method: 'DELETE', headers })
      expect([answer.status, (await answer.json()).code]).toEqual([403, 'workspace_key_not_allowed'])
    }
    expect(await scene.onPlatform(campaign)).toMatchObject({ status: 'ENABLED' })
  })

  test('a personal key in its own header deletes', async () => {
    const { secret } = await app.make.credential({ kind: 'api_key', user_id: owner.id })
    const campaign = await scene.create()
    const path = `/api/apps/${scene.app_id}/ads-platform/campaigns/${campaign.id}`
    const answer = await fetch(app.baseUrl + path, { method: 'DELETE', headers: { api_key: secret } })
    expect([answer.status, await answer.json()]).toEqual([200, { status: 'deleted' }])
  })

  test('viewers may not, strangers do not see the app', async () => {
    const campaign = await scene.create()
    const viewer = app.as(await app.make.person('viewer', { id: owner.workspace_id }))
    const stranger = app.as(await app.make.person('owner'))
    for (const name of unknown) {
      await expect(viewer.campaigns[name](place(campaign))).rejects.toEqual(refusal(403, 'editor_required'))
      await expect(stranger.campaigns[name](place(campaign))).rejects.toEqual(refusal(404, 'app_not_found'))
    }
    const value = { field: 'name', value: 'New' } as const
    await expect(viewer.campaigns.update(place(campaign), value)).rejects.toEqual(
      refusal(403, 'editor_required'),
    )
    await expect(stranger.campaigns.update(place(campaign), value)).rejects.toEqual(
      refusal(404, 'app_not_found'),
    )
    expect(await scene.onPlatform(campaign)).toMatchObject({ status: 'ENABLED' })
  })

  test('the campaign of another app, of the same owner too, reads as missing; so does its id on the platform', async () => {
    const campaign = await scene.create()
    const other = await adScene(app, owner)
    const bare = await app.make.app(owner)
    for (const where of [
      { app_id: other.app_id, campaign_id: campaign.id },
      { app_id: bare.id, campaign_id: campaign.id },
      { app_id: scene.app_id, campaign_id: campaign.platform_campaign_id },
      { app_id: scene.app_id, campaign_id: 'cmp_nope' },
    ]) {
      for (const name of unknown)
        await expect(scene.client.campaigns[name](where)).rejects.toEqual(refusal(404, 'campaign_not_found'))
      await expect(scene.client.campaigns.update(where, { field: 'name', value: 'New' })).rejects.toEqual(
        refusal(404, 'campaign_not_found'),
      )
    }
    expect(await scene.onPlatform(campaign)).toMatchObject({ status: 'ENABLED' })
  })
})
