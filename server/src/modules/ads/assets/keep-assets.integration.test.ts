import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { fillTables } from '../../../../test/fill-tables.ts'
import { startApp } from '../../../../test/start-app.ts'
import { BAKERY, TEXTS, useAssets } from '../test/asset-scene.ts'

const { folder, app, owner, newApp, generate, sessionOf, creditsOf, work } = useAssets()

describe('when files cannot be kept', () => {
  test('an app without room for files gets the texts alone', async () => {
    const tight = await startApp({
      database_url: app.databaseUrl,
      data_dir: folder,
      files_per_app_bytes: 100,
    })
    const of = await newApp()
    const { session_id } = await generate(of)
    await work(tight)
    const rows = await sessionOf(of, session_id)
    expect(rows).toHaveLength(12)
    expect(rows.every(({ asset_type }) => asset_type === 'TEXT')).toBe(true)
    expect(await creditsOf(of)).toHaveLength(1)
  })

  test('it is tried again; in the end there is what was made, or nothing and no charge', {
    tags: 'slow',
    timeout: 60_000,
  }, async () => {
    const s3 = {
      ...{ endpoint: 'http://127.0.0.1:9', bucket: 'x', region: 'x' },
      ...{ accessKeyId: 'x', secretAccessKey: 'x' },
    }
    const broken = await startApp({ database_url: app.databaseUrl, s3 })
    const [some, none] = [await newApp(), await newApp()]
    const { session_id } = await generate(some, { field_types: ['HEADLINE', 'LOGO'] })
    const empty = await generate(none, { field_types: ['LOGO'] })
    await expect(work(broken)).rejects.toMatchObject({ code: 'file_storage_unavailable' })
    expect(await sessionOf(some, session_id)).toHaveLength(5)
    expect(await creditsOf(some)).toHaveLength(1)
    expect(await sessionOf(none, empty.session_id)).toEqual([])
    expect(await creditsOf(none)).toEqual([])

    // What was held for it can be used again.
    const frugal = await app.make.person('owner', undefined, { credit_limit: 5 })
    const app_id = (await app.make.app(frugal)).id
    const once = () => app.as(frugal).assets.generate({ app_id }, { ...BAKERY, field_types: ['LOGO'] })
    await once()
    await expect(once()).rejects.toMatchObject({ code: 'credits_exhausted' })
    await expect(work(broken)).rejects.toMatchObject({ code: 'file_storage_unavailable' })
    await once()
  })
})

describe('what is kept', () => {
  const keep = async () => {
    await app.sql`insert into pgboss.job (name, data) values ('ads.keep_asset_sessions', '{"payload": {}, "attempt": 1}')`
    await work()
  }

  /** Texts that are newer than what there is. */
  const fillAssets = (appId: string, which: 'accepted' | 'others', count: number) =>
    fillTables(app.databaseUrl, (db) =>
      sql`insert into ad_assets
                (id, app_id, session_id, position, field_type, text, expires_at, created_date, accepted_date)
          select ${`${appId}_${which}_`} || n, ${appId}, ${`${appId}_${which}`}, n, 'HEADLINE', 'x', now(), now(),
                 case when ${which === 'accepted'}::boolean then now() end
            from generate_series(1, ${count}::int) n`.execute(db),
    )

  test('a session that nobody works on is ended after an hour; one whose day is over is forgotten', async () => {
    const of = await newApp()
    const { session_id } = await generate(of, TEXTS)
    await app.sql`delete from pgboss.job where name = 'ads.make_assets'`
    const stateOf = async () =>
      (await app.sql<{ state: string }>`select state from ad_asset_sessions where id = ${session_id}`)[0]
        ?.state
    await keep()
    expect(await stateOf()).toBe('running')
    await app.sql`update ad_asset_sessions set created_date = created_date - interval '61 minutes'
               where id = ${session_id}`
    await keep()
    expect(await stateOf()).toBe('failed')
    expect(await creditsOf(of)).toEqual([])
    await app.sql`update ad_asset_sessions set expires_at = now() - interval '1 hour' where id = ${session_id}`
    await keep()
    expect(await stateOf()).toBeUndefined()
  })

  test('behind the newest 5,000 those that nobody accepted go with their files, accepted ones count apart', {
    tags: 'slow',
  }, async () => {
    const of = await newApp()
    const { session_id } = await generate(of, { field_types: ['LOGO'], count: 2 })
    await work()
    const [first, second] = await sessionOf(of, session_id)
    const { db } = app.atrium
    await sql`update ad_assets set created_date = created_date - interval '1 hour' where session_id = ${session_id}`.execute(
      db,
    )
    await app.as(owner).assets.accept({ app_id: of.id, session_asset_id: second?.id ?? '' }, {})
    await fillAssets(of.id, 'others', 4_999)
    const filesOf = async () => (await app.as(owner).files.list({ app_id: of.id })).items.length
    const ids = async () => {
      const { rows } = await sql<{ id: string }>`select id from ad_assets where app_id = ${of.id}`.execute(db)
      return new Set(rows.map(({ id }) => id))
    }
    await generate(of, { ...TEXTS, count: 1 })
    await work()
    // 4,999 and the new one are 5,000: the oldest goes. What was accepted stays.
    const left = await ids()
    expect([left.size, left.has(first?.id ?? ''), left.has(second?.id ?? '')]).toEqual([5_001, false, true])
    expect(await filesOf()).toBe(1)
    expect((await fetch(first?.url ?? '')).status).toBe(404)
    expect((await fetch(second?.url ?? '')).status).toBe(200)
    const { rows } = await sql`
      select bytes = (select sum(size) from files where app_id = ${of.id} and status = 'stored') as is_given_back
        from file_totals where app_id = ${of.id}`.execute(db)
    expect(rows).toEqual([{ is_given_back: true }])

    // Behind as many accepted ones it is no longer listed; a campaign may still show its file.
    await fillAssets(of.id, 'accepted', 5_000)
    await generate(of, { ...TEXTS, count: 1 })
    await work()
    expect((await ids()).has(second?.id ?? '')).toBe(false)
    expect((await fetch(second?.url ?? '')).status).toBe(200)
  })
})
