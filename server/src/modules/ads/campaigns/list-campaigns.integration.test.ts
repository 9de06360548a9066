import { iterate } from '@atrium/sdk'
import { beforeEach, describe, expect, test } from 'vitest'
import { holdClock } from '../../../../test/hold-clock.ts'
import { refusal } from '../../../../test/refusal.ts'
import { useApp } from '../../../../test/use-app.ts'
import { useTeam } from '../../../../test/use-team.ts'
import { type AdScene, adScene } from '../test/ad-scene.ts'

const app = useApp({ rate_limits: 'off', role: 'api' })
const { owner } = useTeam(app)
let scene: AdScene

beforeEach(async () => {
  await app.atrium.jobs.drain({ ignoreDelays: true }) // what the test before has left
  scene = await adScene(app, owner)
})

const NOTHING = { impressions: 0, clicks: 0, cost_micros: 0, conversions: 0 }
const DAY = 86_400
type Query = Parameters<AdScene['client']['campaigns']['list']>[1]
const list = async (query: Query = {}) => scene.client.campaigns.list({ app_id: scene.app_id }, query)
const items = async (query: Query = {}) => (await list(query)).items
const place = ({ id }: { id: string }) => ({ app_id: scene.app_id, campaign_id: id })

describe('the list', () => {
  test('has paused and removed campaigns too, newest first', async () => {
    const made = [await scene.create(), await scene.create(), await scene.create()]
    await scene.client.campaigns.pause(place(made[1] as never))
    await scene.client.campaigns.delete(place(made[0] as never))
    const found = await items()
    expect(found.map(({ id, status }) => [id, status])).toEqual([
      [made[2]?.id, 'ENABLED'],
      [made[1]?.id, 'PAUSED'],
      [made[0]?.id, 'REMOVED'],
    ])
    const { metrics, ...rest } = found[0] ?? {}
    expect(metrics).toEqual(NOTHING)
    expect(rest).toEqual(await scene.client.campaigns.read(place(made[2] as never)))
  })

  test('is empty without an account', async () => {
    const bare = await app.make.app(owner)
    expect(await scene.client.campaigns.list({ app_id: bare.id })).toEqual({
      items: [],
      next_cursor: null,
      has_more: false,
    })
  })

  test('comes in pages that meet each campaign once', async () => {
    const made: string[] = []
    for (let count = 0; count < 5; count++) made.unshift((await scene.create()).id)
    const query = { limit: 2, include_metrics: false }
    const first = await list(query)
    expect(first).toMatchObject({ has_more: true, next_cursor: expect.any(String) })
    const all = await Array.fromAsync(iterate(scene.client.campaigns.list, { app_id: scene.app_id }, query))
    expect(all.map(({ id }) => id)).toEqual(made)
    const foreign = (await adScene(app, owner)).app_id
    await expect(
      scene.client.campaigns.list({ app_id: foreign }, { cursor: String(first.next_cursor) }),
    ).rejects.toMatchObject({ status: 422, detail: [{ loc: ['query', 'cursor'] }] })
  })

  test('is narrowed to a part of the name', async () => {
    for (const campaign_name of ['Oak tables', 'Tables 50%', 'Lamps']) await scene.create({ campaign_name })
    const names = async (search: string) => (await items({ search })).map((one) => one.campaign_name)
    expect(await names('TABLE')).toEqual(['Tables 50%', 'Oak tables'])
    expect(await names('0%')).toEqual(['Tables 50%'])
    const { next_cursor } = await list({ search: 'table', limit: 1 })
    await expect(list({ cursor: String(next_cursor) })).rejects.toMatchObject({ status: 422 })
  })

  test('of campaigns made in the same moment too', async () => {
    const made: string[] = []
    for (let count = 0; count < 4; count++) made.push((await scene.create()).id)
    const moment = new Date()
    for (const id of made) await scene.set('ad_campaigns', id, 'created_date', moment)
    const query = { limit: 1, include_metrics: false }
    const all = await Array.fromAsync(iterate(scene.client.campaigns.list, { app_id: scene.app_id }, query))
    expect(all.map(({ id }) => id)).toEqual(made.sort())
  })

  test.each<[object, string]>([
    [{ limit: 0 }, 'limit'],
    [{ limit: 101 }, 'limit'],
    [{ include_metrics: 'perhaps' }, 'include_metrics'],
    [{ date_range: 'LAST_DECADE' }, 'date_range'],
    [{ cursor: 'made up' }, 'cursor'],
  ])('422: %o', async (query, field) => {
    await expect(list(query as Query)).rejects.toMatchObject({
      status: 422,
      detail: [{ loc: ['query', field] }],
    })
  })

  test('is for those who can edit the app', async () => {
    const viewer = app.as(await app.make.person('viewer', { id: owner.workspace_id }))
    const stranger = app.as(await app.make.person('owner'))
    const { app_id } = scene
    await expect(viewer.campaigns.list({ app_id })).rejects.toEqual(refusal(403, 'editor_required'))
    await expect(stranger.campaigns.list({ app_id })).rejects.toEqual(refusal(404, 'app_not_found'))
    const readOnly = app.as(await app.make.token(owner, { permission: 'read_only' }))
    expect(await readOnly.campaigns.list({ app_id })).toMatchObject({ items: [] })
  })
})

describe('figures', () => {
  test('are those of the last 30 days unless set otherwise, and stay when the campaign is removed', async () => {
    holdClock(app.clock) // those of today grow
    const campaign = await scene.create()
    app.clock.move(40 * DAY)
    const range = { app_id: scene.app_id }
    const sums = async (date_range: 'LAST_30_DAYS' | 'LAST_7_DAYS' | 'LAST_90_DAYS') =>
      (await scene.client.campaigns.metrics(range, { date_range })).totals
    const [listed] = await items()
    expect(listed?.metrics?.impressions).toBeGreaterThan(0)
    expect(listed?.metrics).toEqual(await sums('LAST_30_DAYS'))
    const [week] = await items({ date_range: 'LAST_7_DAYS' })
    expect(week?.metrics).toEqual(await sums('LAST_7_DAYS'))
    expect(week?.metrics?.cost_micros).toBeLessThan(listed?.metrics?.cost_micros ?? 0)
    await scene.client.campaigns.delete(place(campaign))
    const [removed] = await items({ date_range: 'LAST_90_DAYS' })
    expect(removed).toMatchObject({ status: 'REMOVED', metrics: await sums('LAST_90_DAYS') })
    expect(removed?.metrics?.cost_micros).toBeGreaterThan(listed?.metrics?.cost_micros ?? 0)
  })

  test('are absent when they are not wanted', async () => {
    await scene.create()
    expect((await items({ include_metrics: false }))[0]).not.toHaveProperty('metrics')
  })

  test('that cannot be read are null, and the list is there all the same', async () => {
    const campaign = await scene.create({ campaign_name: 'Spring [metrics-fail]' })
    expect(await items()).toMatchObject([{ id: campaign.id, status: 'ENABLED', metrics: null }])
  })

  test('are null of an account on another platform', async () => {
    await scene.create()
    await scene.set('ad_accounts', scene.account_id, 'platform', 'google')
    expect(await items()).toMatchObject([{ status: 'ENABLED', metrics: null }])
  })
})

describe('what happened on the platform', () => {
  test('is shown and kept', async () => {
    const [one, two] = [await scene.create(), await scene.create()]
    await scene.platform.setCampaignStatus(scene.customer_id, one.platform_campaign_id, 'PAUSED')
    await scene.platform.updateCampaign(scene.customer_id, two.platform_campaign_id, { name: 'Theirs' })
    app.clock.move(11 * 60)
    const [second, first] = await items()
    expect(first).toMatchObject({
      id: one.id,
      status: 'PAUSED',
      pause_reason: 'user',
      primary_status: 'PAUSED',
    })
    expect(second).toMatchObject({
      id: two.id,
      campaign_name: 'Theirs',
      review_status: expect.any(String),
    })
    expect(second?.review_status).not.toBe(two.review_status)
    expect(await scene.row(one.id)).toMatchObject({ status: 'PAUSED', pause_reason: 'user' })
    expect(await scene.row(two.id)).toMatchObject({ campaign_name: 'Theirs' })
    // How the platform judges it is no change of the campaign; what somebody did is.
    expect(String(first?.updated_date) > one.updated_date).toBe(true)
    const [again] = await items()
    expect(again).toMatchObject({ id: two.id, updated_date: second?.updated_date ?? 'none' })
  })

  test('a review that ends leaves the time of the last change', async () => {
    const campaign = await scene.create()
    app.clock.move(11 * 60)
    const [listed] = await items()
    expect(listed).toMatchObject({ review_status: expect.any(String), updated_date: campaign.updated_date })
    expect(listed?.review_status).not.toBe(campaign.review_status)
    expect(await scene.row(campaign.id)).toMatchObject({ review_status: listed?.review_status })
  })

  test('is taken over by many who read at once without one in the way of another', async () => {
    const made = await Promise.all(Array.from({ length: 6 }, () => scene.create()))
    for (const { platform_campaign_id } of made)
      await scene.platform.setCampaignStatus(scene.customer_id, platform_campaign_id, 'PAUSED')
    const lists = await Promise.all(Array.from({ length: 8 }, () => items({ include_metrics: false })))
    for (const found of lists) expect(found.map(({ status }) => status)).toEqual(Array(6).fill('PAUSED'))
    for (const { id } of made)
      expect(await scene.row(id)).toMatchObject({ status: 'PAUSED', pause_reason: 'user' })
  })

  test('is as it was last known while it cannot be read', async () => {
    const campaign = await scene.create({ campaign_name: 'Spring [reads-fail]' })
    await scene.platform.setCampaignStatus(scene.customer_id, campaign.platform_campaign_id, 'PAUSED')
    expect(await items()).toMatchObject([{ status: 'ENABLED', metrics: NOTHING }])
    expect(await scene.client.campaigns.read(place(campaign))).toMatchObject({ status: 'ENABLED' })
  })

  test('a launch whose answer was lost is there when the list is read', async () => {
    await expect(scene.create({ campaign_name: 'Spring [timeout-applied]' })).rejects.toEqual(
      refusal(409, 'outcome_unknown'),
    )
    await expect(scene.create({ campaign_name: 'Spring [timeout-lost]' })).rejects.toEqual(
      refusal(409, 'outcome_unknown'),
    )
    const found = await items()
    expect(found).toMatchObject([
      { campaign_name: 'Spring [timeout-applied]', status: 'PAUSED', unsettled: null },
    ])
    // Once, no matter who else looks for it.
    app.clock.move(2)
    await app.atrium.jobs.drain()
    expect((await items()).map(({ id }) => id)).toEqual(found.map(({ id }) => id))
  })

  test('many who read at once find it once', async () => {
    await expect(scene.create({ campaign_name: 'Spring [timeout-applied]' })).rejects.toEqual(
      refusal(409, 'outcome_unknown'),
    )
    const lists = await Promise.all(Array.from({ length: 5 }, () => items()))
    expect(new Set(lists.flat().map(({ id }) => id)).size).toBe(1)
  })
})
