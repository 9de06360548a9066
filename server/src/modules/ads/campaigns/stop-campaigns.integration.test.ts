import { beforeEach, describe, expect, test } from 'vitest'
import { useApp } from '../../../../test/use-app.ts'
import { useMade } from '../../../../test/use-started.ts'
import { useTeam } from '../../../../test/use-team.ts'
import { adScene } from '../test/ad-scene.ts'

const app = useApp({ rate_limits: 'off', role: 'api' })
const { owner } = useTeam(app)
const scene = useMade(() => adScene(app, owner), beforeEach)

const deleteApp = () => app.as(owner).apps.delete({ app_id: scene.app_id })
const heard = async () =>
  (await app.atrium.jobs.drain())
    .filter(({ name }) => name === 'on.app.deleted.ads.stop_campaigns')
    .map(({ outcome }) => outcome)

describe('the campaigns of a deleted app', () => {
  test('are paused, so that nothing is spent that nobody can reach', { tags: 'slow' }, async () => {
    const [running, removed] = [await scene.create(), await scene.create()]
    await scene.client.campaigns.delete({ app_id: scene.app_id, campaign_id: removed.id })
    await deleteApp()
    expect(await heard()).toEqual(['completed'])
    expect(await scene.onPlatform(running)).toMatchObject({ status: 'PAUSED' })
    expect(await scene.onPlatform(removed)).toMatchObject({ status: 'REMOVED' })
    const { items } = await app.as(owner).audit.list({ app_id: scene.app_id, action: 'campaigns.pause' })
    expect(items).toMatchObject([{ target_id: running.id, actor_id: null }])
  })

  test('are paused later when the platform cannot be reached', async () => {
    const campaign = await scene.create({ campaign_name: 'Spring [pause-unavailable]' })
    await deleteApp()
    expect(await heard()).toEqual(['retried'])
    await scene.platform.updateCampaign(scene.customer_id, campaign.platform_campaign_id, { name: 'Spring' })
    app.clock.move(10)
    expect(await heard()).toEqual(['completed'])
    expect(await scene.onPlatform(campaign)).toMatchObject({ status: 'PAUSED' })
  })

  test('also one that is just being launched', async () => {
    const campaign = await scene.create()
    await app.sql`update ad_launches set state = 'enable_sent' where campaign_id = ${campaign.id}`
    await deleteApp()
    expect(await heard()).toEqual(['retried'])
    await app.sql`update ad_launches set state = 'done' where campaign_id = ${campaign.id}`
    app.clock.move(10)
    expect(await heard()).toEqual(['completed'])
    expect(await scene.onPlatform(campaign)).toMatchObject({ status: 'PAUSED' })
  })

  test('of another platform are not forgotten', { tags: 'slow' }, async () => {
    await scene.create()
    await scene.set('ad_accounts', scene.account_id, 'platform', 'google')
    await deleteApp()
    expect(await heard()).toEqual(['retried'])
  })

  test('nothing happens where there is no advertising', { tags: 'slow' }, async () => {
    const { id: app_id } = await app.make.app(owner)
    await app.as(owner).apps.delete({ app_id })
    expect(await heard()).toContain('completed')
  })
})
