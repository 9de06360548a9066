import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { refusal } from '../../../../test/refusal.ts'
import { purgeSiteFiles } from '../purge-site-files.ts'
import { createSiteScene, PAGE } from '../test/site-scene.ts'

const scene = await createSiteScene()
const { app, owner, viewer, stranger, shop, at, publish, get, ask } = scene
afterAll(scene.stop)

const site = app.as(owner).site
const publishedUrl = async () => (await app.as(owner).apps.read(at)).published_url
const purge = () =>
  purgeSiteFiles.run({ db: app.atrium.db, clock: app.clock } as never, {}, {
    signal: new AbortController().signal,
  } as never)
const auditOf = async (action: string) =>
  (await app.as(owner).audit.list({ limit: 100 })).items.filter((entry) => entry.action === action)

describe('publishing', () => {
  test('makes a revision, serves it at once, and gives the app its address', async () => {
    expect(await site.read(at)).toEqual({ url: null, revision: null, revisions_count: 0, spa_fallback: true })
    expect((await get('', { headers: PAGE })).status).toBe(404)
    const made = await publish({ 'index.html': '<p>One</p>', 'a/b.css': 'p {}' }, 'First')
    expect(made).toMatchObject({
      number: 1,
      file_count: 2,
      bytes: 14,
      message: 'First',
      created_by: owner.email,
      is_active: true,
      status: 'published',
      url: `${app.baseUrl}/sites/${shop.id}/`,
    })
    const { status: _status, url: _url, ...revision } = made
    expect(await site.read(at)).toEqual({ url: made.url, revision, revisions_count: 1, spa_fallback: true })
    expect((await get('')).text).toBe('<p>One</p>')
    expect((await get('a/b.css')).text).toBe('p {}')
    expect(await publishedUrl()).toBe(made.url)
    expect((await auditOf('site.publish'))[0]).toMatchObject({ target_id: made.id, app_id: shop.id })
    expect(app.atrium.events.announced).toContainEqual({
      event: 'app.published',
      payload: {
        app_id: shop.id,
        workspace_id: owner.workspace_id,
        revision_id: made.id,
        number: 1,
        url: made.url,
      },
    })
  })

  test('the same files again change nothing', async () => {
    const first = await publish({ 'index.html': 'same', 'x.js': 'x' })
    const again = await publish({ 'x.js': 'x', 'index.html': 'same' })
    expect(again).toMatchObject({ id: first.id, number: first.number, status: 'unchanged' })
    const other = await publish({ 'y.js': 'x', 'index.html': 'same' })
    expect(other).toMatchObject({ number: first.number + 1, status: 'published' })
  })

  test('another revision is switched to as a whole, and back', async () => {
    const old = await publish({ 'index.html': 'old', 'only-old.txt': 'old' })
    const fresh = await publish({ 'index.html': 'new' })
    expect((await get('')).text).toBe('new')
    expect((await get('only-old.txt')).status).toBe(404)
    const back = await site.activate({ ...at, revision_id: old.id })
    expect(back).toMatchObject({ id: old.id, is_active: true })
    expect((await get('')).text).toBe('old')
    expect((await get('only-old.txt')).text).toBe('old')
    const { items } = await site.list_revisions(at, { limit: 2 })
    expect(items.map(({ id, is_active }) => [id, is_active])).toEqual([
      [fresh.id, false],
      [old.id, true],
    ])
    expect((await auditOf('site.activate'))[0]).toMatchObject({ target_id: old.id })
    await site.activate({ ...at, revision_id: old.id }) // once more is no change
    expect(await auditOf('site.activate')).toHaveLength(1)
  })

  test('every revision has a preview that cannot be guessed', async () => {
    const first = await publish({ 'index.html': 'to preview' })
    await publish({ 'index.html': 'after it' })
    const path = new URL(first.preview_url).pathname
    expect(path).toMatch(new RegExp(`^/sites/${shop.id}~${first.number}-[a-z0-9]{12}/$`))
    const { status, text, headers } = await ask(path)
    expect([status, text, headers['x-robots-tag']]).toEqual([200, 'to preview', 'noindex'])
    for (const wrong of [path.replace(/-[a-z0-9]+/, '-000000000000'), path.replace(/-[a-z0-9]+/, '')]) {
      expect((await ask(wrong, { headers: PAGE })).status).toBe(404)
    }
    const other = await app.make.app(owner)
    expect((await ask(path.replace(shop.id, other.id), { headers: PAGE })).status).toBe(404)
  })

  test('unpublishing takes it off the web; revisions and previews stay', async () => {
    const made = await publish({ 'index.html': 'soon gone' })
    expect(await site.unpublish(at)).toEqual({ unpublished: true })
    expect((await get('', { headers: PAGE })).status).toBe(404)
    expect((await ask(new URL(made.preview_url).pathname)).text).toBe('soon gone')
    expect(await site.read(at)).toMatchObject({ url: null, revision: null })
    expect((await site.read(at)).revisions_count).toBeGreaterThan(1)
    expect(await publishedUrl()).toBeNull()
    await expect(site.unpublish(at)).rejects.toEqual(refusal(409, 'site_not_published'))
    expect(await auditOf('site.unpublish')).toHaveLength(1)
    await site.activate({ ...at, revision_id: made.id })
    expect(await publishedUrl()).toBe(`${app.baseUrl}/sites/${shop.id}/`)
  })

  test('an address that was set by hand stays', async () => {
    await app.as(owner).apps.update(at, { published_url: 'https://shop.example.com' })
    await publish({ 'index.html': `by hand ${Math.random()}` })
    expect(await publishedUrl()).toBe('https://shop.example.com')
    await site.unpublish(at)
    expect(await publishedUrl()).toBe('https://shop.example.com')
    await app.as(owner).apps.update(at, { published_url: null })
    await publish({ 'index.html': 'follows again' })
    expect(await publishedUrl()).toBe(`${app.baseUrl}/sites/${shop.id}/`)
  })

  test('the last twenty revisions are kept, and the one that visitors get', async () => {
    const { id: app_id } = await app.make.app(owner)
    const publishOne = (text: string) =>
      site.publish({ app_id }, { files: [{ path: 'index.html', content: text }] })
    const first = await publishOne('0')
    for (let n = 1; n <= 21; n++) await publishOne(String(n))
    const numbers = async () =>
      (await site.list_revisions({ app_id }, { limit: 100 })).items.map(({ number }) => number)
    expect(await numbers()).toEqual(Array.from({ length: 20 }, (_, n) => 22 - n))
    await expect(site.activate({ app_id, revision_id: first.id })).rejects.toEqual(
      refusal(404, 'site_revision_not_found'),
    )
    const oldest = (await site.list_revisions({ app_id }, { limit: 100 })).items.at(-1)
    await site.activate({ app_id, revision_id: oldest?.id ?? '' })
    expect((await ask(`/sites/${app_id}/`)).text).toBe('2')
    const page = await site.list_revisions({ app_id }, { limit: 19 })
    expect(page.has_more).toBe(true)
    const rest = await site.list_revisions({ app_id }, { cursor: page.next_cursor ?? '' })
    expect(rest.items.map(({ number }) => number)).toEqual([3])
    // A preview counts among them once it is activated.
    const newest = page.items[0]?.id ?? ''
    await app.sql`update site_revisions set is_preview = true where id = ${newest}`
    await publishOne('23')
    expect(await numbers()).toHaveLength(20)
    await site.activate({ app_id, revision_id: newest })
    expect(await numbers()).toEqual(Array.from({ length: 20 }, (_, n) => 23 - n))
  })

  test('is for editors; others read, strangers see no app', async () => {
    const made = await publish({ 'index.html': 'roles' })
    const file = { files: [{ path: 'index.html', content: 'x' }] }
    const asViewer = app.as(viewer).site
    await expect(asViewer.publish(at, file)).rejects.toEqual(refusal(403, 'editor_required'))
    const revision = { ...at, revision_id: made.id }
    await expect(asViewer.activate(revision)).rejects.toEqual(refusal(403, 'editor_required'))
    await expect(asViewer.unpublish(at)).rejects.toEqual(refusal(403, 'editor_required'))
    expect((await asViewer.read(at)).revision?.id).toBe(made.id)
    expect((await asViewer.list_revisions(at)).items[0]?.id).toBe(made.id)
    const asStranger = app.as(stranger).site
    for (const call of [
      () => asStranger.read(at),
      () => asStranger.publish(at, file),
      () => asStranger.list_revisions(at),
      () => asStranger.activate(revision),
      () => asStranger.unpublish(at),
    ]) {
      await expect(call()).rejects.toEqual(refusal(404, 'app_not_found'))
    }
    const other = await app.make.app(owner)
    await expect(site.activate({ app_id: other.id, revision_id: made.id })).rejects.toEqual(
      refusal(404, 'site_revision_not_found'),
    )
  })

  test('many at once make one revision each, and the last number wins', async () => {
    const { id: app_id } = await app.make.app(owner)
    const made = await Promise.all(
      ['a', 'b', 'c', 'd', 'e'].map((content) =>
        site.publish({ app_id }, { files: [{ path: 'index.html', content }] }),
      ),
    )
    expect(made.map(({ number }) => number).toSorted()).toEqual([1, 2, 3, 4, 5])
    const { revision } = await site.read({ app_id })
    expect(revision?.number).toBe(5)
    expect((await ask(`/sites/${app_id}/`)).text).toBe('abcde'[made.findIndex(({ number }) => number === 5)])
  })

  test('what a deleted app had is gone at once, and its contents after an hour', {
    tags: 'slow',
  }, async () => {
    await publish({ 'index.html': 'of another app' })
    const gone = await app.make.app(owner)
    const text = `only here ${Math.random()}`
    await site.publish({ app_id: gone.id }, { files: [{ path: 'index.html', content: text }] })
    expect((await ask(`/sites/${gone.id}/`)).text).toBe(text)
    await app.as(owner).apps.delete({ app_id: gone.id })
    // Well before the 5 s for which a node remembers by itself.
    const status = async () => (await ask(`/sites/${gone.id}/`, { headers: PAGE })).status
    await expect.poll(status, { timeout: 2_000 }).toBe(404)
    await app.atrium.jobs.drain()
    const { rows } = await sql`select from sites where app_id = ${gone.id}`.execute(app.atrium.db)
    expect(rows).toEqual([])
    const contents = async () =>
      (
        await sql<{ count: number }>`
          select count(*)::integer as count from site_files where bytes = ${Buffer.from(text)}`.execute(
          app.atrium.db,
        )
      ).rows[0]?.count
    await purge()
    expect(await contents()).toBe(1)
    app.clock.move(3_700)
    await purge()
    expect(await contents()).toBe(0)
    expect((await get('')).text).toBe('of another app')
  })
})
