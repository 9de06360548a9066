import { beforeEach, describe, expect, test } from 'vitest'
import { useMade } from '../../../../test/use-started.ts'
import { CAMPAIGN } from '../test/ad-scene.ts'
import { settleJobs, trackingScene, useTracking } from '../test/tracking-scene.ts'

const { app, owner, scene, scan, write, basePage, isVerified } = useTracking()

/** Of those that wait, how often each has waited for the platform; what is done is not kept. */
const scansOf = async (app_id: string) => {
  const rows = await app.sql<{ waited: number }>`select (data -> 'payload' ->> 'waited')::int as waited
    from pgboss.job where name = 'ads.rescan_tracking' and data -> 'payload' ->> 'app_id' = ${app_id}`
  return rows.map(({ waited }) => waited)
}

describe('a change of the code', () => {
  test('is announced with its revision, and one that changes nothing is not', async () => {
    app.atrium.events.announced.length = 0
    const { app_id } = scene
    await write('index.html', 'a')
    await write('index.html', 'a')
    await scene.client.source.delete_file({ app_id, path: 'index.html' })
    expect(app.atrium.events.announced).toEqual([
      { event: 'source.changed', payload: { app_id, revision: 1 } },
      { event: 'source.changed', payload: { app_id, revision: 2 } },
    ])
  })

  test('is followed by one scan, however many changes there are', async () => {
    for (const n of [1, 2, 3]) await write(`src/${n}.js`, '1')
    await write('index.html', basePage())
    await app.atrium.jobs.drain()
    expect(await isVerified()).toBe(false)
    expect(await scansOf(scene.app_id)).toEqual([0])
    await settleJobs(app)
    expect(await scansOf(scene.app_id)).toEqual([])
    expect(await isVerified()).toBe(true)
  })

  test('is left alone while the account is of a platform that is not in use', async () => {
    await write('index.html', basePage())
    await scene.set('ad_accounts', scene.account_id, 'platform', 'google')
    await settleJobs(app)
    expect(await scansOf(scene.app_id)).toEqual([])
    expect(await isVerified()).toBe(false)
  })

  test('of an app without an account is followed by none', async () => {
    const { id: app_id } = await app.make.app(owner)
    await app.as(owner).source.write_file({ app_id, path: 'index.html' }, { content: 'a' })
    await settleJobs(app)
    expect(await scansOf(app_id)).toEqual([])
  })
})

describe('a tag that is not published yet', () => {
  const untagged = useMade(() => trackingScene(app, owner), beforeEach)

  test('is waited for, but not for ever', async () => {
    await untagged.write('index.html', '<head></head>')
    await settleJobs(app)
    for (const [waited, seconds] of [60, 300, 900, 3_600, 21_600].entries()) {
      app.clock.move(seconds - 12)
      await app.atrium.jobs.drain()
      expect(await scansOf(untagged.app_id)).toEqual([waited + 1])
      app.clock.move(13)
      await app.atrium.jobs.drain()
    }
    expect(await scansOf(untagged.app_id)).toEqual([])
  })

  test('is found by the scan that waits for it', async () => {
    await untagged.write('index.html', basePage('AW-CONVERSION_ID'))
    await settleJobs(app)
    await untagged.write('index.html', basePage(await untagged.publishTags()))
    await settleJobs(app)
    expect(await untagged.isVerified()).toBe(true)
  })
})

test('what was found goes with the app', async () => {
  await write('index.html', basePage())
  await scan()
  await scene.client.apps.delete({ app_id: scene.app_id })
  await settleJobs(app)
  const rows = await app.sql`select from ad_tracking_scans where app_id = ${scene.app_id}`
  expect(rows).toEqual([])
})

describe('campaigns that waited', () => {
  const launch = (draft_id: string) =>
    scene.client.ads.launch({ app_id: scene.app_id }, { campaign: { ...CAMPAIGN, draft_id } })
  const status = async (campaign_id: string) => {
    const { status, pause_reason } = await scene.client.campaigns.read({ app_id: scene.app_id, campaign_id })
    return { status, pause_reason }
  }

  test('are enabled by a clean scan, unless somebody paused them', async () => {
    const { campaign: waiting } = await launch('one')
    const { campaign: held } = await launch('two')
    expect(waiting).toMatchObject({ status: 'PAUSED' })
    await scene.client.campaigns.pause({ app_id: scene.app_id, campaign_id: held.id })
    await write('index.html', '<head></head>')
    await scan()
    expect(await status(waiting.id)).toEqual({ status: 'PAUSED', pause_reason: 'tracking_pending' })
    await write('index.html', basePage())
    await scan()
    expect(await status(waiting.id)).toEqual({ status: 'ENABLED', pause_reason: null })
    expect(await scene.onPlatform(waiting)).toMatchObject({ status: 'ENABLED' })
    expect(await status(held.id)).toEqual({ status: 'PAUSED', pause_reason: 'user' })
  })

  test('are enabled by a change of the code alone, and by one of the mappings', async () => {
    const { app_id } = scene
    const { id: mapping_id } = await scene.client.conversions.create_mapping(
      { app_id },
      { entity_name: 'Order', event: 'create', conversion_type: 'PURCHASE' },
    )
    const { campaign } = await launch('one')
    await write('index.html', basePage())
    await write('src/a.js', '1')
    await settleJobs(app)
    expect(await status(campaign.id)).toMatchObject({ status: 'PAUSED' })
    await scene.client.conversions.delete_mapping({ app_id, mapping_id })
    await settleJobs(app)
    expect(await status(campaign.id)).toEqual({ status: 'ENABLED', pause_reason: null })
  })
})
