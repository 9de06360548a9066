import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { holdClock } from '../../../../test/hold-clock.ts'
import { refusal } from '../../../../test/refusal.ts'
import { useApp } from '../../../../test/use-app.ts'
import { useTeam } from '../../../../test/use-team.ts'
import { type AdScene, adScene } from '../test/ad-scene.ts'

const app = useApp({ rate_limits: 'off', role: 'api' })
const { owner } = useTeam(app)
let scene: AdScene

beforeAll(async () => {
  app.clock.move(3_600) // ahead of the database's, which calls jobs due too
})
beforeEach(async () => {
  await app.atrium.jobs.drain({ ignoreDelays: true }) // what the test before has left
  scene = await adScene(app, owner)
})

const place = ({ id }: { id: string }) => ({ app_id: scene.app_id, campaign_id: id })
const read = (campaign: { id: string }) => scene.client.campaigns.read(place(campaign))
const drain = () => app.atrium.jobs.drain()
/** Without a read in between, which would settle it by itself. */
const stored = ({ id }: { id: string }) => scene.row(id)
const looks = async () => (await drain()).filter(({ name }) => name === 'ads.reconcile_campaign').length
const trail = async (action: string) => {
  const { items } = await app.as(owner).audit.list({ app_id: scene.app_id, action })
  return items.map(({ actor_id, detail }) => ({ actor_id, detail }))
}

const BUDGET = { field: 'budget', value: 30_000_000 } as const
type Changed = 'pause' | 'resume' | 'delete' | 'update'
async function change(kind: Changed, campaign: { id: string }) {
  if (kind === 'update') return scene.client.campaigns.update(place(campaign), BUDGET)
  return scene.client.campaigns[kind](place(campaign))
}

/** A campaign that the change is sensible for. */
async function campaignFor(kind: Changed, sentinel: string) {
  const campaign = await scene.create({ campaign_name: `Spring [${kind}-${sentinel}]` }).catch(() => null)
  if (campaign) return campaign
  throw new Error('The campaign could not be created')
}

describe('a change whose answer is lost', () => {
  test.each(['pause', 'delete', 'update'] as const)(
    '%s that was applied: 409, then the truth',
    { tags: 'slow' },
    async (kind) => {
      holdClock(app.clock)
      const campaign = await campaignFor(kind, 'timeout-applied')
      const before = await stored(campaign)
      await expect(change(kind, campaign)).rejects.toMatchObject({
        status: 409,
        code: 'outcome_unknown',
        body: { campaign_id: campaign.id },
      })
      const after = await stored(campaign)
      expect(after).toMatchObject({
        status: 'ENABLED',
        settings: before.settings,
        unsettled: kind,
        claim_id: null,
      })
      expect(await looks()).toBe(0)
      app.clock.move(1)
      expect(await looks()).toBe(1)
      const truth = {
        pause: { status: 'PAUSED', pause_reason: 'user' },
        delete: { status: 'REMOVED', pause_reason: null },
        update: { status: 'ENABLED', settings: { daily_budget_micros: BUDGET.value } },
      }
      expect(await stored(campaign)).toMatchObject({ ...truth[kind], unsettled: null, next_check_date: null })
      expect(await looks()).toBe(0)
      expect(await trail(`campaigns.${kind}`)).toMatchObject([
        { actor_id: owner.id, detail: { outcome: 'unknown' } },
      ])
      expect(await trail('campaigns.settle')).toMatchObject([
        { actor_id: null, detail: { change: kind, applied: true } },
      ])
    },
  )

  test('resume that may still arrive: pausing all takes it for one that runs', async () => {
    const campaign = await scene.create()
    await change('pause', campaign)
    const { platform, customer_id } = scene
    const name = 'Spring [resume-timeout-lost]'
    await platform.updateCampaign(customer_id, campaign.platform_campaign_id, { name })
    await expect(change('resume', campaign)).rejects.toEqual(refusal(409, 'outcome_unknown'))
    expect(await stored(campaign)).toMatchObject({ pause_reason: 'user', unsettled: 'resume' })
    const answer = await scene.client.campaigns.pause_all({ app_id: scene.app_id })
    expect(answer).toEqual({ paused: 1, already_paused: 0, failed: [] })
    expect(await stored(campaign)).toMatchObject({ status: 'PAUSED', pause_reason: 'user', unsettled: null })
  })

  test.each(['pause', 'delete', 'update'] as const)('%s that was lost: 409, then as before', async (kind) => {
    const campaign = await campaignFor(kind, 'timeout-lost')
    const before = await stored(campaign)
    await expect(change(kind, campaign)).rejects.toEqual(refusal(409, 'outcome_unknown'))
    // It may still be on its way, so for two minutes it is looked for and not given up.
    for (const seconds of [1, 10, 30]) {
      app.clock.move(seconds)
      expect(await looks()).toBe(1)
      expect(await stored(campaign)).toMatchObject({ status: 'ENABLED', unsettled: kind })
    }
    app.clock.move(120)
    expect(await looks()).toBe(1)
    expect(await stored(campaign)).toMatchObject({
      status: 'ENABLED',
      settings: before.settings,
      unsettled: null,
      next_check_date: null,
    })
    expect(await trail('campaigns.settle')).toMatchObject([{ detail: { change: kind, applied: false } }])
  })

  test.each([
    ['timeout-applied', 'ENABLED', null],
    ['timeout-lost', 'PAUSED', 'tracking_pending'],
  ])('resume that ended in %s is %s in the end', async (sentinel, status, pause_reason) => {
    scene = await adScene(app, owner, { is_tracked: false })
    const campaign = await campaignFor('resume', sentinel)
    await expect(change('resume', campaign)).rejects.toEqual(refusal(409, 'outcome_unknown'))
    expect(await stored(campaign)).toMatchObject({ status: 'PAUSED', unsettled: 'resume' })
    for (const seconds of [1, 10, 30, 120]) {
      app.clock.move(seconds)
      await drain()
    }
    expect(await stored(campaign)).toMatchObject({ status, pause_reason, unsettled: null })
  })

  test('a pause while it waited for tracking holds at once, so that nothing starts it in the meantime', async () => {
    scene = await adScene(app, owner, { is_tracked: false })
    const campaign = await campaignFor('pause', 'timeout-lost')
    await expect(change('pause', campaign)).rejects.toEqual(refusal(409, 'outcome_unknown'))
    expect(await stored(campaign)).toMatchObject({
      status: 'PAUSED',
      pause_reason: 'user',
      unsettled: 'pause',
    })
  })

  test('is looked for in the background by longer and longer waits, for a day, while the platform is silent', async () => {
    holdClock(app.clock)
    const campaign = await scene.create({ campaign_name: 'Spring [delete-timeout-applied] [reads-fail]' })
    await expect(change('delete', campaign)).rejects.toEqual(refusal(409, 'outcome_unknown'))
    const waits = [1, 10, 30, 120, 600, ...Array(24).fill(3600)]
    for (const [at, seconds] of waits.entries()) {
      app.clock.move(seconds - 1)
      expect([at, await looks()]).toEqual([at, 0])
      app.clock.move(1)
      expect([at, await looks()]).toEqual([at, 1])
      expect(await stored(campaign)).toMatchObject({ unsettled: 'delete', checks: at + 1 })
    }
    app.clock.move(7200)
    expect(await looks()).toBe(0)
    expect(await stored(campaign)).toMatchObject({
      status: 'ENABLED',
      unsettled: 'delete',
      next_check_date: null,
    })
  })
})

describe('anyone who reads', () => {
  test.each(['delete', 'pause'] as const)('sees at once that the %s was applied', async (kind) => {
    const campaign = await campaignFor(kind, 'timeout-applied')
    await expect(change(kind, campaign)).rejects.toEqual(refusal(409, 'outcome_unknown'))
    const status = kind === 'delete' ? 'REMOVED' : 'PAUSED'
    expect(await read(campaign)).toMatchObject({ status, unsettled: null })
    const { items } = await scene.client.campaigns.list({ app_id: scene.app_id })
    expect(items).toMatchObject([{ id: campaign.id, status, unsettled: null }])
    app.clock.move(1)
    await drain()
    expect(await stored(campaign)).toMatchObject({ status, unsettled: null })
  })

  test('sees that it has not happened and may still', async () => {
    const campaign = await campaignFor('delete', 'timeout-lost')
    await expect(change('delete', campaign)).rejects.toEqual(refusal(409, 'outcome_unknown'))
    expect(await read(campaign)).toMatchObject({ status: 'ENABLED', unsettled: 'delete' })
  })

  test('a deletion that turns out to be done frees the draft', async () => {
    const name = 'Spring [delete-timeout-applied]'
    const campaign = await scene.create({ campaign_name: name, draft_id: undefined })
    await expect(change('delete', campaign)).rejects.toEqual(refusal(409, 'outcome_unknown'))
    await expect(scene.create({ campaign_name: name, draft_id: undefined })).rejects.toEqual(
      refusal(409, 'already_launched'),
    )
    expect(await scene.launchState(campaign.id)).toBe('done')
    await read(campaign)
    expect(await scene.launchState(campaign.id)).toBe('released')
    expect((await scene.create({ campaign_name: name, draft_id: undefined })).id).not.toBe(campaign.id)
  })

  test('it frees no draft that has an id', async () => {
    const draft = { campaign_name: 'Spring [delete-timeout-applied]', draft_id: 'kept' }
    const campaign = await scene.create(draft)
    await expect(change('delete', campaign)).rejects.toEqual(refusal(409, 'outcome_unknown'))
    expect(await read(campaign)).toMatchObject({ status: 'REMOVED' })
    await expect(scene.create(draft)).rejects.toEqual(refusal(409, 'already_launched'))
  })
})

describe('the next change', () => {
  test('waits until the platform has reported what became of the one before', async () => {
    const campaign = await campaignFor('pause', 'timeout-applied')
    await expect(change('pause', campaign)).rejects.toEqual(refusal(409, 'outcome_unknown'))
    expect(await scene.client.campaigns.resume(place(campaign))).toEqual({ status: 'resumed' })
    expect(await scene.onPlatform(campaign)).toMatchObject({ status: 'ENABLED' })
    expect(await stored(campaign)).toMatchObject({ status: 'ENABLED', unsettled: null })
    expect(await trail('campaigns.settle')).toMatchObject([{ detail: { change: 'pause', status: 'PAUSED' } }])
    app.clock.move(1)
    await drain()
    expect(await stored(campaign)).toMatchObject({ status: 'ENABLED', unsettled: null })
  })

  test('a deletion repeated after it was applied is done, without asking again', async () => {
    const campaign = await campaignFor('delete', 'timeout-applied')
    await expect(change('delete', campaign)).rejects.toEqual(refusal(409, 'outcome_unknown'))
    expect(await change('delete', campaign)).toEqual({ status: 'deleted' })
    expect(await stored(campaign)).toMatchObject({ status: 'REMOVED', unsettled: null })
  })

  test('a deletion repeated after it was lost is sent again', async () => {
    const campaign = await campaignFor('delete', 'timeout-lost')
    await expect(change('delete', campaign)).rejects.toEqual(refusal(409, 'outcome_unknown'))
    await scene.client.campaigns.update(place(campaign), { field: 'name', value: 'Spring' })
    expect(await change('delete', campaign)).toEqual({ status: 'deleted' })
    expect(await scene.onPlatform(campaign)).toMatchObject({ status: 'REMOVED' })
  })

  test('a removed campaign that nobody knew to be removed is not changed', async () => {
    const campaign = await campaignFor('delete', 'timeout-applied')
    await expect(change('delete', campaign)).rejects.toEqual(refusal(409, 'outcome_unknown'))
    await expect(change('pause', campaign)).rejects.toEqual(refusal(409, 'campaign_removed'))
    expect(await stored(campaign)).toMatchObject({ status: 'REMOVED', unsettled: null })
  })

  test('is not sent while the platform cannot tell', async () => {
    const campaign = await scene.create({ campaign_name: 'Spring [pause-timeout-applied] [reads-fail]' })
    await expect(change('pause', campaign)).rejects.toEqual(refusal(409, 'outcome_unknown'))
    const before = await stored(campaign)
    await expect(change('resume', campaign)).rejects.toEqual(refusal(503, 'ad_platform_unavailable'))
    expect(await stored(campaign)).toMatchObject({
      unsettled: 'pause',
      unsettled_since: before.unsettled_since,
      claim_id: null,
    })
  })
})

describe('a change that cannot be sent', () => {
  test.each(['pause', 'resume', 'delete', 'update'] as const)(
    '%s answers 503 and leaves all as it was',
    async (kind) => {
      scene = await adScene(app, owner, { is_tracked: kind !== 'resume' })
      const campaign = await campaignFor(kind, 'unavailable')
      const before = await stored(campaign)
      await expect(change(kind, campaign)).rejects.toMatchObject({
        status: 503,
        code: 'ad_platform_unavailable',
        retry_after: 30,
      })
      expect(await stored(campaign)).toEqual({ ...before, checks: 0 })
      expect(await trail(`campaigns.${kind}`)).toEqual([])
    },
  )

  test('nor can that of an account on another platform', async () => {
    const campaign = await scene.create()
    await scene.set('ad_accounts', scene.account_id, 'platform', 'google')
    for (const kind of ['pause', 'resume', 'delete', 'update'] as const)
      await expect(change(kind, campaign)).rejects.toEqual(refusal(503, 'ad_platform_unavailable'))
    expect(await read(campaign)).toMatchObject({ status: 'ENABLED' })
  })

  test.each(['pause', 'resume', 'delete', 'update'] as const)(
    '%s that the platform refuses answers why',
    async (kind) => {
      const campaign = await scene.create()
      const before = await stored(campaign)
      // The platform knows no such campaign.
      await scene.set('ad_campaigns', campaign.id, 'platform_campaign_id', '99999999999')
      await expect(change(kind, campaign)).rejects.toMatchObject({
        status: 400,
        code: 'rejected_by_platform',
        body: { reasons: [{ code: expect.any(String), message: expect.any(String) }] },
      })
      expect(await stored(campaign)).toEqual({ ...before, platform_campaign_id: '99999999999' })
    },
  )
})
