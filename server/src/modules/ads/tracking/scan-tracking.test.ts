import { mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type AdScene, adScene, CAMPAIGN } from '../../../../test/ad-scene.ts'
import { createTestApp, type TestApp } from '../../../../test/app.ts'
import type { Person } from '../../../../test/make.ts'
import { standardGoals } from './standard-goals.ts'

let folder: string
let app: TestApp
let owner: Person
let viewer: Person
let stranger: Person
let scene: AdScene
let tag: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'atrium-tracking-'))
  app = await createTestApp({ data_dir: folder, rate_limits: 'off', role: 'api' })
  owner = await app.make.person('owner')
  viewer = await app.make.person('viewer', { id: owner.workspace_id })
  stranger = await app.make.person('owner')
})
afterAll(async () => {
  await app.stop()
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  scene = await adScene(app, owner, { is_tracked: false })
  await scene.platform.ensureGoals(scene.customer_id, standardGoals('Shop'))
  app.clock.move(2)
  const read = await scene.platform.accountTag(scene.customer_id)
  tag = (read.outcome === 'done' && read.value) || ''
})

const refusal = (status: number, code: string) => expect.objectContaining({ status, code })
const scan = (app_id = scene.app_id) => scene.client.ads.scan_tracking({ app_id })
const write = (path: string, content: string) =>
  scene.client.source.write_file({ app_id: scene.app_id, path }, { content })
const basePage = (
  id = tag,
) => `<head><script async src="https://www.googletagmanager.com/gtag/js?id=${id}"></script>
<script>gtag('config', '${id}')</script></head>`
const verifiedDate = async () => {
  const { rows } = await sql<{ tracking_verified_date: Date | null; tracking_first_date: Date | null }>`
    select tracking_verified_date, tracking_first_date from ad_accounts where id = ${scene.account_id}`.execute(
    app.atrium.db,
  )
  return rows[0]?.tracking_verified_date ?? null
}
const isVerified = async () => (await verifiedDate()) !== null
const callFor = async (type: string) => {
  const actions = await scene.client.conversions.list_actions({ app_id: scene.app_id })
  const { conversion_id, label } = actions.find((one) => one.conversion_type === type) ?? {}
  return `gtag('event', 'conversion', { send_to: '${conversion_id}/${label}' })`
}
const trail = async (action: string) =>
  (await app.as(owner).audit.list({ app_id: scene.app_id, action })).items.map((one) => one.detail)

describe('a scan is refused', () => {
  test('to those who cannot edit the app', async () => {
    const { app_id } = scene
    await expect(app.as(viewer).ads.scan_tracking({ app_id })).rejects.toEqual(
      refusal(403, 'editor_required'),
    )
    await expect(app.as(stranger).ads.scan_tracking({ app_id })).rejects.toEqual(
      refusal(404, 'app_not_found'),
    )
  })
  test('while the platform cannot be reached', async () => {
    await write('index.html', basePage())
    await scene.set('ad_accounts', scene.account_id, 'platform', 'google')
    await expect(scan()).rejects.toEqual(refusal(503, 'ad_platform_unavailable'))
    expect(await isVerified()).toBe(false)
  })
  test('while the code cannot be read', async () => {
    await write('index.html', basePage())
    const repository = join(folder, 'source', `${scene.app_id}.git`)
    renameSync(repository, `${repository}.away`)
    await expect(scan()).rejects.toEqual(refusal(503, 'source_unavailable'))
    renameSync(`${repository}.away`, repository)
    expect(await scan()).toMatchObject({ is_clean: true })
  })
})

describe('a scan is skipped', () => {
  const skipped = (skipped_reason: string) => ({ gaps: [], calls_count: 0, is_clean: false, skipped_reason })
  test('without an account', async () => {
    const { id } = await app.make.app(owner)
    expect(await scan(id)).toEqual(skipped('no_ads_account'))
  })
  test('without code, or without any that a browser runs', async () => {
    expect(await scan()).toEqual(skipped('no_source'))
    await write('README.md', basePage())
    expect(await scan()).toEqual(skipped('no_source'))
    expect(await isVerified()).toBe(false)
  })
})

describe('a scan finds', () => {
  test('what is missing, then that nothing is', async () => {
    const { app_id } = scene
    const mapping = await scene.client.conversions.create_mapping(
      { app_id },
      { entity_name: 'Order', event: 'create', conversion_type: 'PURCHASE' },
    )
    await scene.client.conversions.create_mapping(
      { app_id },
      { entity_name: 'Lead', event: 'create', conversion_type: 'CONTACT', is_enabled: false },
    )
    await write('index.html', '<head></head>')
    const missing = { kind: 'event_call_missing', mapping_id: mapping.id, conversion_type: 'PURCHASE' }
    expect(await scan()).toMatchObject({ gaps: [{ kind: 'base_tag_missing' }, missing], is_clean: false })
    await write('index.html', basePage())
    expect(await scan()).toMatchObject({ gaps: [missing], calls_count: 0, is_clean: false })
    expect(await isVerified()).toBe(false)
    await write('src/Pay.jsx', `const pay = () => { ${await callFor('PURCHASE')} }`)
    expect(await scan()).toEqual({ gaps: [], calls_count: 1, is_clean: true })
    expect(await isVerified()).toBe(true)
  })

  test('the ids of another account', async () => {
    await write('index.html', basePage('AW-99'))
    expect(await scan()).toMatchObject({
      gaps: [
        { kind: 'base_tag_not_configured', file_path: 'index.html' },
        { kind: 'wrong_conversion_id', file_path: 'index.html' },
      ],
      is_clean: false,
    })
  })

  test('what mappings need now, in code that was read before', async () => {
    const { app_id } = scene
    await write('index.html', basePage())
    expect(await scan()).toMatchObject({ is_clean: true })
    const repository = join(folder, 'source', `${app_id}.git`)
    renameSync(repository, `${repository}.away`) // so that nothing can be read again
    const { id: mapping_id } = await scene.client.conversions.create_mapping(
      { app_id },
      { entity_name: 'Order', event: 'create', conversion_type: 'PURCHASE' },
    )
    expect(await scan()).toMatchObject({ gaps: [{ kind: 'event_call_missing' }], is_clean: false })
    await scene.client.conversions.update_mapping({ app_id, mapping_id }, { is_enabled: false })
    expect(await scan()).toMatchObject({ is_clean: true })
    renameSync(`${repository}.away`, repository)
  })

  test('again by another reader what an older one found', async () => {
    await write('index.html', basePage())
    await scan()
    await sql`update ad_tracking_scans set scanner = 0, findings = '{"loaders":[],"configs":[],"calls":[],"pages":1}'
      where app_id = ${scene.app_id}`.execute(app.atrium.db)
    expect(await scan()).toMatchObject({ is_clean: true })
  })
})

describe('tracking is verified', () => {
  test('the first time, and the trail tells of it', async () => {
    await write('index.html', basePage())
    await scan()
    const first = await verifiedDate()
    expect(first).not.toBeNull()
    app.clock.move(60)
    await scan()
    expect(await verifiedDate()).toEqual(first)
    expect(await trail('ads.verify_tracking')).toEqual([{ revision: 1 }])
  })

  test('until newer code has lost the tag; a call alone does not matter', async () => {
    const { app_id } = scene
    await scene.client.conversions.create_mapping(
      { app_id },
      { entity_name: 'Order', event: 'create', conversion_type: 'PURCHASE' },
    )
    await write('index.html', basePage())
    await write('src/Pay.jsx', await callFor('PURCHASE'))
    await scan()
    await write('src/Pay.jsx', 'const pay = 1')
    expect(await scan()).toMatchObject({ is_clean: false })
    expect(await isVerified()).toBe(true)
    await write('index.html', '<head></head>')
    expect(await scan()).toMatchObject({ is_clean: false })
    expect(await isVerified()).toBe(false)
    expect(await trail('ads.lose_tracking')).toEqual([{ revision: 4 }])
  })

  test('as long as the tag may be in code that was not read', async () => {
    await write('index.html', basePage())
    await scan()
    await write('index.html', '<head></head>')
    await write('src/large.js', 'a'.repeat(600 * 1024))
    const { gaps } = await scan()
    expect(gaps.map(({ kind }) => kind)).toEqual(['base_tag_missing', 'source_too_large'])
    expect(await isVerified()).toBe(true)
  })

  test('until the code is gone', async () => {
    await write('index.html', basePage())
    await scan()
    await scene.client.source.delete_file({ app_id: scene.app_id, path: 'index.html' })
    expect(await scan()).toMatchObject({ skipped_reason: 'no_source' })
    expect(await isVerified()).toBe(false)
  })

  test('since the first time, for figures of the past', async () => {
    await write('index.html', basePage())
    await scan()
    const first = await verifiedDate()
    await write('index.html', '')
    await scan()
    app.clock.move(3600)
    await write('index.html', basePage())
    await scan()
    const { rows } =
      await sql`select tracking_first_date, tracking_verified_date > tracking_first_date as is_later
      from ad_accounts where id = ${scene.account_id}`.execute(app.atrium.db)
    expect(rows).toEqual([{ tracking_first_date: first, is_later: true }])
  })

  test('not by a scan that was overtaken by one of newer code', async () => {
    await write('index.html', basePage())
    await sql`insert into ad_tracking_scans (app_id, revision, scanner, findings, is_clean, scanned_date)
      values (${scene.app_id}, 7, 0, '{}', false, now())`.execute(app.atrium.db)
    expect(await scan()).toMatchObject({ is_clean: true })
    expect(await isVerified()).toBe(false)
  })
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
    await settleJobs()
    expect(await status(campaign.id)).toMatchObject({ status: 'PAUSED' })
    await scene.client.conversions.delete_mapping({ app_id, mapping_id })
    await settleJobs()
    expect(await status(campaign.id)).toEqual({ status: 'ENABLED', pause_reason: null })
  })
})

const settleJobs = async () => {
  await app.atrium.jobs.drain()
  app.clock.move(11)
  await app.atrium.jobs.drain()
}
/** Of those that wait, how often each has waited for the platform; what is done is not kept. */
const scansOf = async (app_id: string) => {
  const { rows } = await sql<{ waited: number }>`select (data -> 'payload' ->> 'waited')::int as waited
    from pgboss.job where name = 'ads.rescan_tracking' and data -> 'payload' ->> 'app_id' = ${app_id}`.execute(
    app.atrium.db,
  )
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
    await settleJobs()
    expect(await scansOf(scene.app_id)).toEqual([])
    expect(await isVerified()).toBe(true)
  })

  test('of an app without an account is followed by none', async () => {
    const { id: app_id } = await app.make.app(owner)
    await app.as(owner).source.write_file({ app_id, path: 'index.html' }, { content: 'a' })
    await settleJobs()
    expect(await scansOf(app_id)).toEqual([])
  })
})

describe('a tag that is not published yet', () => {
  beforeEach(async () => {
    scene = await adScene(app, owner, { is_tracked: false })
  })
  test('is waited for, but not for ever', async () => {
    await write('index.html', '<head></head>')
    await settleJobs()
    for (const [waited, seconds] of [60, 300, 900, 3_600, 21_600].entries()) {
      app.clock.move(seconds - 12)
      await app.atrium.jobs.drain()
      expect(await scansOf(scene.app_id)).toEqual([waited + 1])
      app.clock.move(13)
      await app.atrium.jobs.drain()
    }
    expect(await scansOf(scene.app_id)).toEqual([])
  })

  test('is found by the scan that waits for it', async () => {
    await write('index.html', basePage('AW-CONVERSION_ID'))
    await settleJobs()
    await scene.platform.ensureGoals(scene.customer_id, standardGoals('Shop'))
    app.clock.move(2)
    const read = await scene.platform.accountTag(scene.customer_id)
    await write('index.html', basePage((read.outcome === 'done' && read.value) || ''))
    await settleJobs()
    expect(await isVerified()).toBe(true)
  })
})

test('what was found goes with the app', async () => {
  await write('index.html', basePage())
  await scan()
  await scene.client.apps.delete({ app_id: scene.app_id })
  await settleJobs()
  const { rows } = await sql`select from ad_tracking_scans where app_id = ${scene.app_id}`.execute(
    app.atrium.db,
  )
  expect(rows).toEqual([])
})
