/** Which files can be published: those that are sent, and those of the app’s code. */
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { refusal } from '../../../../test/refusal.ts'
import { createSiteScene, PAGE } from '../test/site-scene.ts'

const scene = await createSiteScene()
const { app, owner, at, publish, get, ask } = scene
afterAll(scene.stop)

const { site, source } = app.as(owner)
const newApp = async () => ({ app_id: (await app.make.app(owner)).id })

describe('sent files', () => {
  const refusedAt = (...loc: (string | number)[]) =>
    expect.objectContaining({
      status: 422,
      body: expect.objectContaining({ detail: [expect.objectContaining({ loc })] }),
    })

  test('have paths that lead nowhere else', async () => {
    const paths = [
      '../index.html',
      'a/../../b',
      '/etc/passwd',
      'a//b',
      'a/',
      './a',
      'a\\b',
      '..\\a',
      'C:/a',
      'a\0b',
      'a\nb',
      'con',
      'aux.txt',
      '.git/config',
      'a/．．/b',
      'x'.repeat(300),
      `${'d/'.repeat(32)}x`,
      'e\u0301.txt',
    ]
    for (const path of paths) {
      const files = [
        { path: 'index.html', content: '' },
        { path, content: '' },
      ]
      await expect(site.publish(at, { files }), path).rejects.toEqual(refusedAt('body', 'files', 1, 'path'))
    }
    expect((await site.read(at)).revisions_count).toBe(0)
  })

  test('stand next to each other on every system', async () => {
    for (const [one, two] of [
      ['a.txt', 'a.txt'],
      ['a.txt', 'A.TXT'],
      ['a', 'a/b'],
      ['a/b', 'a'],
      ['ﬁ.txt', 'fi.txt'],
    ] as const) {
      const files = ['index.html', one, two].map((path) => ({ path, content: '' }))
      await expect(site.publish(at, { files }), two).rejects.toEqual(refusedAt('body', 'files', 2, 'path'))
    }
  })

  test('are text, or bytes in base64', async () => {
    const files = [
      { path: 'index.html', content: 'Hé 👋' },
      { path: 'x.bin', content: 'AP8=', encoding: 'base64' as const },
    ]
    await site.publish(at, { files })
    expect((await get('')).text).toBe('Hé 👋')
    expect([...(await get('x.bin')).bytes]).toEqual([0, 255])
    const broken = [...files, { path: 'y.bin', content: 'AP8', encoding: 'base64' as const }]
    await expect(site.publish(at, { files: broken })).rejects.toEqual(
      refusedAt('body', 'files', 2, 'content'),
    )
  })

  test('are not too many, nor too large', { tags: 'slow' }, async () => {
    const many = Array.from({ length: 2_001 }, (_, n) => ({ path: `f${n}`, content: '' }))
    await expect(site.publish(at, { files: many })).rejects.toEqual(refusedAt('body', 'files'))
    await expect(site.publish(at, { files: [] })).rejects.toEqual(refusedAt('body', 'files'))
    const large = { 'index.html': '', 'large.txt': 'x'.repeat(25 * 1024 * 1024 + 1) }
    await expect(publish(large)).rejects.toEqual(refusal(413, 'site_too_large'))
  })

  test('have an index.html at the top', { tags: 'slow' }, async () => {
    for (const path of ['about.html', 'dist/index.html', 'INDEX.HTML']) {
      await expect(publish({ [path]: 'x' })).rejects.toEqual(refusal(409, 'site_without_index'))
    }
  })

  test('are stored once, compressed where it helps', { tags: 'slow' }, async () => {
    const text = 'a text that repeats itself. '.repeat(100)
    await publish({ 'index.html': text, 'copy.html': text, 'raw.bin': 'a binary that repeats. '.repeat(100) })
    await publish({ 'index.html': text, 'other.html': text })
    const { rows } = await sql<{ is_br: boolean; is_gz: boolean }>`
      select brotli is not null as is_br, gzip is not null as is_gz from site_files
       where bytes in (${Buffer.from(text)}, ${Buffer.from('a binary that repeats. '.repeat(100))})
       order by brotli is null`.execute(app.atrium.db)
    expect(rows).toEqual([
      { is_br: true, is_gz: true },
      { is_br: false, is_gz: false },
    ])
  })
})

describe('the code of the app', () => {
  const write = (at: { app_id: string }, files: Record<string, string>) =>
    Object.entries(files).reduce(
      (before, [path, content]) =>
        before.then(() => source.write_file({ ...at, path }, { content })).then(() => {}),
      Promise.resolve(),
    )

  test('is published from a folder, dist unless another is named', { tags: 'slow' }, async () => {
    const at = await newApp()
    await expect(site.publish(at, {})).rejects.toEqual(refusal(409, 'site_without_index'))
    await write(at, {
      'dist/index.html': 'built',
      'dist/assets/a.js': 'js',
      'dist/.env': 'secret',
      'dist/.well-known/x.txt': 'known',
      'distant/index.html': 'other',
      'public/site/index.html': 'plain',
      'src/main.ts': 'code',
    })
    expect(await site.publish(at, {})).toMatchObject({ file_count: 3 })
    const at1 = `/sites/${at.app_id}`
    expect((await ask(`${at1}/`)).text).toBe('built')
    expect((await ask(`${at1}/assets/a.js`)).text).toBe('js')
    expect((await ask(`${at1}/.well-known/x.txt`)).text).toBe('known')
    for (const path of ['.env', 'src/main.ts', 'dist/index.html']) {
      expect((await ask(`${at1}/${path}`)).status).toBe(404)
    }
    for (const folder of ['public/site', 'public/site/', './public/site']) {
      await site.publish(at, { folder })
      expect((await ask(`${at1}/`)).text).toBe('plain')
    }
    for (const folder of ['..', 'a/../b', '/dist', 'dist//x', 'a\\b']) {
      await expect(site.publish(at, { folder }), folder).rejects.toMatchObject({ status: 422 })
    }
    await expect(site.publish(at, { folder: 'nowhere' })).rejects.toEqual(refusal(409, 'site_without_index'))
  })

  test('is published as it is with a dot, without functions and what is hidden', async () => {
    const at = await newApp()
    await write(at, {
      'index.html': 'static',
      'functions/pay/entry.ts': 'server side',
      'lib/functions/x.js': 'client side',
      'node_modules/x/index.js': 'x',
      '.github/x.yml': 'x',
    })
    expect(await site.publish(at, { folder: '.' })).toMatchObject({ file_count: 2 })
    expect((await ask(`/sites/${at.app_id}/functions/pay/entry.ts`)).status).toBe(404)
    expect((await ask(`/sites/${at.app_id}/lib/functions/x.js`)).text).toBe('client side')
  })

  test('that names another file as git does for links is only a text', async () => {
    const at = await newApp()
    await write(at, { 'dist/index.html': 'x', 'dist/link': '../../../etc/passwd' })
    await site.publish(at, {})
    expect((await ask(`/sites/${at.app_id}/link`)).text).toBe('../../../etc/passwd')
  })

  test('that cannot be read publishes nothing', async () => {
    const at = await newApp()
    await write(at, { 'dist/index.html': 'x' })
    await sql`update app_source_files set blob_id = ${'0'.repeat(40)} where app_id = ${at.app_id}`.execute(
      app.atrium.db,
    )
    await expect(site.publish(at, {})).rejects.toEqual(refusal(503, 'source_unavailable'))
    expect((await ask(`/sites/${at.app_id}/`, { headers: PAGE })).status).toBe(404)
  })
})
