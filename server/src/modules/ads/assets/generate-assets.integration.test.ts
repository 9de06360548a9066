import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { refusal } from '../../../../test/refusal.ts'
import { startApp } from '../../../../test/start-app.ts'
import { startModelServer } from '../../../ports/language-model/test/model-server.ts'
import { BAKERY, TEXTS, useAssets } from '../test/asset-scene.ts'

const { folder, app, owner, newApp, generate, sessionOf, creditsOf, work } = useAssets()

describe('is refused', () => {
  test('to those who cannot edit the app', async () => {
    const of = await newApp()
    const viewer = await app.make.person('viewer', { id: owner.workspace_id })
    await expect(generate(of, {}, viewer)).rejects.toEqual(refusal(403, 'editor_required'))
    const stranger = await app.make.person('owner')
    await expect(generate(of, {}, stranger)).rejects.toEqual(refusal(404, 'app_not_found'))
  })

  test.each([
    [{ business_name: undefined }, 'business_name', 'missing'],
    [{ business_name: ' ' }, 'business_name', 'string_pattern_mismatch'],
    [{ business_name: 'x'.repeat(129) }, 'business_name', 'string_too_long'],
    [{ business_description: 'x'.repeat(10_001) }, 'business_description', 'string_too_long'],
    [{ campaign_type: 'SEARCH' }, 'campaign_type', 'literal_error'],
    [{ landing_page: 'http://example.com' }, 'landing_page', 'string_pattern_mismatch'],
    [{ logo_url: 'javascript:alert(1)' }, 'logo_url', 'string_pattern_mismatch'],
    [{ logo_url: `https://example.com/${'x'.repeat(2_048)}` }, 'logo_url', 'string_too_long'],
    [{ field_types: [] }, 'field_types', 'too_short'],
    [{ field_types: ['VIDEO'] }, 'field_types', 'literal_error'],
    [{ field_types: ['LOGO', 'LOGO'] }, 'field_types', 'value_error'],
    [{ count: 0 }, 'count', 'greater_than_equal'],
    [{ count: 16 }, 'count', 'less_than_equal'],
  ])('with %j', async (changes, field, type) => {
    await expect(generate({ id: 'any' }, changes)).rejects.toMatchObject({
      status: 422,
      detail: [{ loc: expect.arrayContaining(['body', field]), type }],
    })
  })

  test('while three sessions run, however many are asked for at once; another app has its own', async () => {
    const [of, other] = [await newApp(), await newApp()]
    const asked = await Promise.allSettled(Array.from({ length: 6 }, () => generate(of, TEXTS)))
    const refused = asked.filter(({ status }) => status === 'rejected')
    expect(refused).toHaveLength(3)
    for (const { reason } of refused as PromiseRejectedResult[])
      expect(reason).toEqual(refusal(409, 'asset_session_limit_reached'))
    await generate(other, TEXTS)
    await work()
    await generate(of, TEXTS)
    await work()
  })

  test('without credits, and then nothing is begun', async () => {
    const poor = await app.make.person('owner', undefined, { credit_limit: 4 })
    const of = await app.make.app(poor)
    await expect(generate(of, TEXTS, poor)).rejects.toEqual(refusal(402, 'credits_exhausted'))
    expect(await work()).toEqual([])
    expect((await app.as(poor).assets.list({ app_id: of.id })).library).toEqual([])
  })
})

describe('a session', () => {
  test('is answered at once, made in the background, shown when done, and paid for once', {
    tags: 'slow',
  }, async () => {
    const of = await newApp()
    const answer = await fetch(`${app.baseUrl}/api/apps/${of.id}/ads-platform/assets/generate`, {
      method: 'POST',
      headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(BAKERY),
    })
    expect(answer.status).toBe(202)
    const { session_id, status, expires_at } = (await answer.json()) as Awaited<ReturnType<typeof generate>>
    expect(status).toBe('running')
    const left = Date.parse(expires_at) - app.clock.now().getTime()
    expect(Math.abs(left - 86_400_000)).toBeLessThan(60_000)
    expect(await sessionOf(of, session_id)).toEqual([])
    expect(await creditsOf(of)).toEqual([])

    await work()
    const rows = await sessionOf(of, session_id)
    const counts = [...Map.groupBy(rows, ({ field_type }) => field_type)].map(([field, some]) => [
      field,
      some.length,
    ])
    expect(Object.fromEntries(counts)).toEqual({
      HEADLINE: 5,
      LONG_HEADLINE: 2,
      DESCRIPTION: 4,
      BUSINESS_NAME: 1,
      LOGO: 1,
      MARKETING_IMAGE: 2,
      SQUARE_MARKETING_IMAGE: 2,
    })
    expect(rows[0]).toMatchObject({ asset_type: 'TEXT', text: 'Crumb & Co', url: null, width: null })
    expect(new Set(rows.map(({ id }) => id)).size).toBe(17)
    expect(await creditsOf(of)).toMatchObject([{ user_id: owner.id, kind: 'generation', amount: 5 }])

    const { library = [] } = await app.as(owner).assets.list({ app_id: of.id })
    expect(library).toHaveLength(17)
    expect(new Set(library.map((row) => row.session_id))).toEqual(new Set([session_id]))
    const { items } = await app.as(owner).audit.list({ action: 'assets.generate', app_id: of.id })
    expect(items).toMatchObject([
      { target_id: session_id, detail: { business_name: 'Crumb & Co', assets: 17 } },
    ])
  })

  test('has images of the right sizes under public addresses', async () => {
    const of = await newApp()
    const { session_id } = await generate(of, {
      field_types: ['LOGO', 'MARKETING_IMAGE', 'SQUARE_MARKETING_IMAGE'],
      count: 1,
    })
    await work()
    const rows = await sessionOf(of, session_id)
    expect(rows.map(({ width, height }) => [width, height])).toEqual([
      [512, 512],
      [1200, 628],
      [1200, 1200],
    ])
    for (const { url, width, height, text, asset_type } of rows) {
      expect([asset_type, text]).toEqual(['IMAGE', null])
      const image = await fetch(url ?? '')
      expect(image.headers.get('content-type')).toBe('image/png')
      const bytes = Buffer.from(await image.arrayBuffer())
      expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([width, height])
      expect(bytes.length).toBeLessThan(5_120 * 1024)
    }
    const { items } = await app.as(owner).files.list({ app_id: of.id })
    expect(items.map(({ name, created_by }) => [name, created_by]).toSorted()).toEqual([
      ['logo-1.png', owner.id],
      ['marketing_image-1.png', owner.id],
      ['square_marketing_image-1.png', owner.id],
    ])
  })

  test('takes a given logo as it is, as the first one', async () => {
    const of = await newApp()
    const logo_url = 'https://127.0.0.1:9/logo.png'
    const { session_id } = await generate(of, { field_types: ['LOGO'], logo_url, count: 2 })
    await work()
    const rows = await sessionOf(of, session_id)
    expect(rows[0]).toMatchObject({ url: logo_url, width: null, height: null })
    expect(rows[1]).toMatchObject({ url: expect.stringMatching(/\/logo-2\.png$/), width: 512 })
  })

  test('speaks the language asked for', async () => {
    const of = await newApp()
    const answer = await fetch(`${app.baseUrl}/api/apps/${of.id}/ads-platform/assets/generate`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${owner.token}`,
        'content-type': 'application/json',
        'accept-language': 'de-AT, en;q=0.5',
      },
      body: JSON.stringify({ business_name: 'Bäckerei', ...TEXTS }),
    })
    const { session_id } = (await answer.json()) as { session_id: string }
    await work()
    expect((await sessionOf(of, session_id)).map(({ text }) => text)).toContain('Mehr erfahren')
  })

  test('goes on where it was after a crash, and makes nothing twice', async () => {
    const of = await newApp()
    const { session_id } = await generate(of, { field_types: ['HEADLINE', 'LOGO'], count: 3 })
    await work()
    const before = await sessionOf(of, session_id)
    const { db } = app.atrium
    // As a process leaves it that dies after the texts and the first image.
    await sql`delete from ad_assets where session_id = ${session_id} and position > 3`.execute(db)
    await sql`update ad_asset_sessions set state = 'running' where id = ${session_id}`.execute(db)
    await sql`insert into pgboss.job (name, data) values ('ads.make_assets',
              ${JSON.stringify({ payload: { session_id }, attempt: 1 })}::jsonb)`.execute(db)
    const ran = (await work()).map(({ name }) => name)
    expect(ran).toContain('ads.make_assets')
    expect(ran).not.toContain('integrations.remove_files') // no image was drawn only to be thrown away
    const after = await sessionOf(of, session_id)
    expect(after).toHaveLength(6)
    expect(after.slice(0, 4)).toEqual(before.slice(0, 4))
    expect(after.slice(4).map(({ id }) => id)).not.toEqual(before.slice(4).map(({ id }) => id))
    expect(await creditsOf(of)).toHaveLength(2) // it was set back by hand; the next test has the end that counts once
  })

  test('that is worked on twice at once is made and paid for once', async () => {
    const of = await newApp()
    const { session_id } = await generate(of, { field_types: ['HEADLINE', 'LOGO'], count: 2 })
    await app.sql`insert into pgboss.job (name, data) select name, data from pgboss.job
               where name = 'ads.make_assets' and data->'payload'->>'session_id' = ${session_id}`
    await Promise.all([work(), work()])
    await work()
    expect(await sessionOf(of, session_id)).toHaveLength(4)
    expect(await creditsOf(of)).toHaveLength(1)
    expect((await app.as(owner).files.list({ app_id: of.id })).items).toHaveLength(2)
  })

  test('of an app that was deleted in the meantime leaves nothing behind', { tags: 'slow' }, async () => {
    const of = await newApp()
    await generate(of)
    await app.as(owner).apps.delete({ app_id: of.id })
    await work()
    const rows = await app.sql`select id from files where app_id = ${of.id}`
    expect(rows).toEqual([])
  })
})

describe('with a language model', () => {
  test('its texts come first; those that do not fit are replaced by ours', async () => {
    const model = await startModelServer()
    onTestFinished(model.close)
    const served = await startApp({ database_url: app.databaseUrl, data_dir: folder, ...model.settings })
    const of = await newApp()
    const answer = {
      headlines: ['Warm Bread', 'x'.repeat(31)],
      long_headlines: [],
      descriptions: ['Baked\nat dawn.'],
    }
    model.script(() => ({ say: [JSON.stringify(answer)] }))
    const { session_id } = await generate(of, { field_types: ['HEADLINE', 'DESCRIPTION'], count: 2 })
    await work(served)
    expect((await sessionOf(of, session_id)).map(({ text }) => text)).toEqual([
      'Warm Bread',
      'Crumb & Co',
      'Baked at dawn.',
      'Artisan sourdough bakery.',
    ])
    expect(model.calls).toHaveLength(1)

    // Again, as after a crash: what is written is not written again.
    const { db } = app.atrium
    await sql`update ad_asset_sessions set state = 'running' where id = ${session_id}`.execute(db)
    await sql`insert into pgboss.job (name, data) values ('ads.make_assets',
              ${JSON.stringify({ payload: { session_id }, attempt: 1 })}::jsonb)`.execute(db)
    await work(served)
    expect(await sessionOf(of, session_id)).toHaveLength(4)
    expect(model.calls).toHaveLength(1)

    model.script(() => ({ status: 400 }))
    const second = await generate(of, { ...TEXTS, count: 1 })
    await work(served)
    expect((await sessionOf(of, second.session_id)).map(({ text }) => text)).toEqual(['Crumb & Co'])
  })
})
