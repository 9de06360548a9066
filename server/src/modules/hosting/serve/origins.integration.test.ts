import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askSite, createSiteScene, PAGE } from '../test/site-scene.ts'

const FILES = { 'index.html': '<h1>Mine</h1>', 'x.js': 'let x', 'docs/index.html': 'docs' }

describe('at the origin of the console, sites', () => {
  let scene: Awaited<ReturnType<typeof createSiteScene>>
  beforeAll(async () => {
    scene = await createSiteScene({ base_url: 'https://atrium.example.com' })
    await scene.publish(FILES)
  })
  afterAll(() => scene.stop())

  test('stay in a sandbox without an origin, every file and every refusal', async () => {
    for (const path of ['', 'x.js', 'nope', 'docs', 'orders/7']) {
      const { headers } = await scene.get(path, { host: 'atrium.example.com', headers: PAGE })
      const policy = headers['content-security-policy'] ?? ''
      expect(policy).toMatch(/^sandbox allow-scripts /)
      expect(policy).not.toContain('allow-same-origin')
      expect(policy).not.toContain('allow-top-navigation')
    }
  })

  test('are no scripts for the console', async () => {
    const ask = (dest: string, site: string) =>
      scene.get('x.js', { headers: { 'sec-fetch-dest': dest, 'sec-fetch-site': site } })
    for (const dest of ['script', 'style', 'worker', 'serviceworker', 'empty']) {
      expect((await ask(dest, 'same-origin')).status).toBe(404)
      expect((await ask(dest, 'cross-site')).status).toBe(200)
    }
    for (const dest of ['document', 'iframe']) {
      const page = await ask(dest, 'same-origin')
      expect([page.status, page.headers.vary]).toEqual([200, 'Sec-Fetch-Dest, Sec-Fetch-Site'])
      expect(page.headers['content-security-policy']).toMatch(/^sandbox /)
    }
  })

  test('get no answer of the API with the cookie of the console', async () => {
    const cookie = `__Host-atrium=${await scene.app.make.session(scene.owner)}`
    const asked = { method: 'POST', headers: { cookie, origin: 'null', 'content-type': 'application/json' } }
    const { status, text } = await scene.ask('/api/apps', asked)
    expect([status, JSON.parse(text).code]).toEqual([403, 'cross_site_refused'])
    const read = await scene.ask('/api/auth/me', { headers: { cookie, origin: 'null' } })
    // Browsers give this answer to no page that sent a cookie along.
    expect(read.headers['access-control-allow-origin']).toBe('*')
    expect(read.headers['access-control-allow-credentials']).toBeUndefined()
  })
})

describe('at an origin of their own, sites', () => {
  let scene: Awaited<ReturnType<typeof createSiteScene>>
  const SITES = 'https://sites.example.net'
  beforeAll(async () => {
    scene = await createSiteScene({
      base_url: 'https://atrium.example.com',
      sites_url: SITES,
      files_url: 'https://files.example.net',
      trust_proxy: true,
    })
    await scene.publish(FILES)
  })
  afterAll(() => scene.stop())

  test('have addresses there, and no sandbox', async () => {
    const { url, revision } = await scene.app.as(scene.owner).site.read(scene.at)
    expect(url).toBe(`${SITES}/sites/${scene.shop.id}/`)
    expect(revision?.preview_url).toMatch(new RegExp(`^${SITES}/sites/`))
    for (const host of ['sites.example.net', 'SITES.example.net:443', 'sites.example.net.']) {
      const { status, text, headers } = await scene.get('', { host })
      expect([status, text, headers['content-security-policy']]).toEqual([200, '<h1>Mine</h1>', undefined])
    }
    const preview = new URL(revision?.preview_url ?? '').pathname
    expect((await scene.ask(preview, { host: 'sites.example.net' })).text).toBe('<h1>Mine</h1>')
  })

  test('are chosen by the host of the request, not by one that is said next to it', async () => {
    const headers = { 'x-forwarded-host': 'sites.example.net', forwarded: 'host=sites.example.net' }
    const { status } = await scene.get('', { host: 'atrium.example.com', headers })
    expect(status).toBe(308)
  })

  test('share it with nothing else', async () => {
    const headers = { ...PAGE, authorization: `Bearer ${scene.owner.token}` }
    for (const path of [
      '/',
      '/api/auth/me',
      '/healthz',
      '/metrics',
      '/openapi.json',
      '/files/a/b/c',
      '/docs',
    ]) {
      const { status, text } = await scene.ask(path, { host: 'sites.example.net', headers })
      expect([path, status, text]).toEqual([path, 404, 'Not found\n'])
    }
    const change = await scene.ask('/api/apps', { host: 'sites.example.net', method: 'POST', headers })
    expect(change.status).toBe(405)
  })

  test('are not served at any other host, which only leads there', async () => {
    for (const host of ['atrium.example.com', '127.0.0.1', 'other.example.org']) {
      const { status, headers } = await scene.get('docs/?x=1', { host })
      expect([status, headers.location]).toEqual([308, `${SITES}/sites/${scene.shop.id}/docs/?x=1`])
    }
    const files = await scene.get('', { host: 'files.example.net', headers: PAGE })
    expect([files.status, JSON.parse(files.text).code]).toEqual([404, 'route_not_found'])
  })
})

describe('with a host each, sites', () => {
  let scene: Awaited<ReturnType<typeof createSiteScene>>
  let label: string
  beforeAll(async () => {
    scene = await createSiteScene({
      base_url: 'https://atrium.example.com',
      sites_url: 'https://*.apps.example.net:8443',
    })
    await scene.publish(FILES)
    label = scene.shop.id.replace('_', '-')
  })
  afterAll(() => scene.stop())

  test('are at the top of it', async () => {
    const { url, revision } = await scene.app.as(scene.owner).site.read(scene.at)
    expect(url).toBe(`https://${label}.apps.example.net:8443/`)
    const host = `${label}.apps.example.net`
    for (const asked of [host, `${host}:8443`, host.toUpperCase(), `${host}.:8443`]) {
      const { status, text, headers } = await scene.ask('/', { host: asked })
      expect([status, text, headers['content-security-policy']]).toEqual([200, '<h1>Mine</h1>', undefined])
    }
    expect((await scene.ask('/docs', { host })).headers.location).toBe('/docs/')
    expect((await scene.ask('/orders/7', { host, headers: PAGE })).text).toBe('<h1>Mine</h1>')
    expect((await scene.ask('/api/auth/me', { host })).text).toBe('Not found\n')
    const preview = new URL(revision?.preview_url ?? '')
    expect(preview.host).toMatch(new RegExp(`^${label}--1-[a-z0-9]{12}\\.apps\\.example\\.net:8443$`))
    expect((await scene.ask('/', { host: preview.host })).text).toBe('<h1>Mine</h1>')
  })

  test('lead to the pages that client libraries expect there, unless they have their own', async () => {
    const host = `${label}.apps.example.net`
    const home = `https://${host}:8443/`
    const query = new URLSearchParams({ from_url: `${home}cart` })
    const lead = async (path: string) => (await scene.ask(path, { host, headers: PAGE })).headers.location
    const there = `https://atrium.example.com`
    const named = new URLSearchParams({ app_id: scene.shop.id, from_url: `${home}cart` })
    expect(await lead(`/login?${query}`)).toBe(`${there}/login?${named}`)
    expect(await lead(`/api/apps/auth/logout?${query}`)).toBe(`${there}/api/apps/auth/logout?${named}`)
    const api = (path: string) => scene.ask(path.replace(there, ''), { host: 'atrium.example.com' })
    const signIn = await api(`${there}/login?${named}`)
    expect([signIn.status, signIn.headers.location]).toEqual([
      303,
      `${there}/apps-sign-in/${scene.shop.id}?${query}`,
    ])
    const back = await api(`${there}/api/apps/auth/logout?${named}`)
    expect([back.status, back.headers.location]).toEqual([303, `${home}cart`])
    expect(await lead(`/login?${query}&state=x`)).toBeUndefined()
    await scene.publish({ ...FILES, 'login/index.html': 'own' })
    expect(await lead(`/login?${query}`)).toBe(`/login/?${query}`)
    await scene.publish(FILES)
  })

  test('are chosen by it, and nothing else is served below it', async () => {
    const hosts = [
      'apps.example.net',
      'x.apps.example.net',
      `${label}--1-000000000000.apps.example.net`,
      `${label}--1.apps.example.net`,
      `a.${label}.apps.example.net`,
      `-${label}.apps.example.net`,
    ]
    for (const host of hosts) {
      const { status, text } = await scene.ask('/', { host, headers: PAGE })
      expect([host, status, text]).toEqual([host, 404, 'Not found\n'])
    }
    expect((await scene.ask('/healthz', { host: 'evilapps.example.net' })).status).toBe(200)
  })

  test('are found from their old address', async () => {
    const { status, headers } = await scene.get('docs/?x=1', { host: 'atrium.example.com' })
    expect([status, headers.location]).toEqual([308, `https://${label}.apps.example.net:8443/docs/?x=1`])
  })

  test('of apps whose ids are no host names have another one', async () => {
    const { app, owner } = scene
    const { id } = await app.make.app(owner)
    const app_id = `Shop.${'x'.repeat(60)}`
    await sql`update apps set id = ${app_id} where id = ${id}`.execute(app.atrium.db)
    const file = { path: 'index.html', content: 'odd' }
    const { url } = await app.as(owner).site.publish({ app_id }, { files: [file] })
    expect(url).toMatch(/^https:\/\/site-[a-z0-9]{20}\.apps\.example\.net:8443\/$/)
    expect((await askSite(app.baseUrl, '/', { host: new URL(url).host })).text).toBe('odd')
  })
})
