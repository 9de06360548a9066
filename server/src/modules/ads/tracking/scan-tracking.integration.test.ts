import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { refusal } from '../../../../test/refusal.ts'
import { useTracking } from '../test/tracking-scene.ts'

const { folder, app, owner, viewer, stranger, scene, scan, write, basePage, isVerified } = useTracking()
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
    expect(await scene.client.ads.scan_tracking({ app_id: id })).toEqual(skipped('no_ads_account'))
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
    await write('src/Pay.jsx', `const pay = () => { ${await scene.callFor('PURCHASE')} }`)
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
    await app.sql`update ad_tracking_scans set scanner = 0, findings = '{"loaders":[],"configs":[],"calls":[],"pages":1}'
      where app_id = ${scene.app_id}`
    expect(await scan()).toMatchObject({ is_clean: true })
  })
})

describe('tracking is verified', () => {
  test('the first time, and the audit log says so', async () => {
    await write('index.html', basePage())
    await scan()
    const first = await scene.verifiedDate()
    expect(first).not.toBeNull()
    app.clock.move(60)
    await scan()
    expect(await scene.verifiedDate()).toEqual(first)
    expect(await trail('ads.verify_tracking')).toEqual([{ revision: 1 }])
  })

  test('until newer code has lost the tag; a call alone does not matter', async () => {
    const { app_id } = scene
    await scene.client.conversions.create_mapping(
      { app_id },
      { entity_name: 'Order', event: 'create', conversion_type: 'PURCHASE' },
    )
    await write('index.html', basePage())
    await write('src/Pay.jsx', await scene.callFor('PURCHASE'))
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
    const first = await scene.verifiedDate()
    await write('index.html', '')
    await scan()
    app.clock.move(3600)
    await write('index.html', basePage())
    await scan()
    const rows =
      await app.sql`select tracking_first_date, tracking_verified_date > tracking_first_date as is_later
      from ad_accounts where id = ${scene.account_id}`
    expect(rows).toEqual([{ tracking_first_date: first, is_later: true }])
  })

  test('not by a scan that was overtaken by one of newer code', async () => {
    await write('index.html', basePage())
    await app.sql`insert into ad_tracking_scans (app_id, revision, scanner, findings, is_clean, scanned_date)
      values (${scene.app_id}, 7, 0, '{}', false, now())`
    expect(await scan()).toMatchObject({ is_clean: true })
    expect(await isVerified()).toBe(false)
  })
})
