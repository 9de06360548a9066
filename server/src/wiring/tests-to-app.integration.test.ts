import { describe, expect, test } from 'vitest'
import { testConfig } from '../../test/config.ts'
import { useApp } from '../../test/use-app.ts'
import { useTeam } from '../../test/use-team.ts'
import { createSiteAddresses } from '../modules/hosting/index.ts'
import { createSecrets } from '../platform/secrets.ts'
import { createTestedApps } from './tests-to-app.ts'

const app = useApp({ rate_limits: 'off' })
const { owner } = useTeam(app)

const BASE = 'https://atrium.example.com'
const FILES = 'https://files.example.com'

/** As a server at these addresses would see the apps of this one. */
function testedApps(sitesUrl: string | null = null) {
  const baseUrl = () => BASE
  const siteAddresses = createSiteAddresses({ baseUrl, sitesUrl, filesUrl: FILES })
  return createTestedApps(
    () => ({ db: app.atrium.db, baseUrl, filesUrl: () => FILES, siteAddresses }) as never,
  )
}
const publish = (app_id: string) =>
  app.as(owner).site.publish({ app_id }, { files: [{ path: 'index.html', content: '<p>Lamps' }] })
const setUrl = (app_id: string, published_url: string | null) =>
  app.as(owner).apps.update({ app_id }, { published_url })

describe('the site of an app', () => {
  test('is where somebody said, else what is published here, else nowhere', async () => {
    const { id } = await app.make.app(owner)
    const { siteUrl } = testedApps()
    expect(await siteUrl(id)).toBe(null)
    await publish(id)
    expect(await siteUrl(id)).toBe(`${app.baseUrl}/sites/${id}/`)
    await setUrl(id, 'https://shop.example.com/')
    expect(await siteUrl(id)).toBe('https://shop.example.com/')
    for (const taken of [null, `${BASE}/metrics`, `${BASE}/sites/other/`, `${FILES}/x`]) {
      await setUrl(id, taken)
      expect(await siteUrl(id), `${taken}`).toBe(`${BASE}/sites/${id}/`)
    }
    await setUrl(id, `${BASE}/sites/${id}/lamps`)
    expect(await siteUrl(id)).toBe(`${BASE}/sites/${id}/lamps`)
    await setUrl(id, null)
    await app.as(owner).site.unpublish({ app_id: id })
    expect(await siteUrl(id)).toBe(null)
    expect(await siteUrl('app_unknown')).toBe(null)
  })

  test('counts what changes', async () => {
    const { id } = await app.make.app(owner)
    const { revision } = testedApps()
    const before = await revision(id)
    await publish(id)
    expect(await revision(id)).toBeGreaterThan(before)
    expect(await revision('app_unknown')).toBe(0)
  })
})

test('a site lies below a path of its origin, or at a host of its own', async () => {
  const { id } = await app.make.app(owner)
  await publish(id)
  const { siteBase } = testedApps()
  expect(await siteBase(id, `${BASE}/sites/${id}/lamps?a=b`)).toBe(`/sites/${id}`)
  expect(await siteBase(id, `${BASE}/sites/${id}~3-abc/`)).toBe(`/sites/${id}~3-abc`)
  for (const elsewhere of [`${BASE}/sites/other/`, 'https://shop.example.com/a/b', 'nonsense'])
    expect(await siteBase(id, elsewhere)).toBe('')
  const label = id.toLowerCase().replaceAll('_', '-')
  const home = `http://${label}.sites.lan:8080/lamps`
  expect(await testedApps('http://*.sites.lan:8080').siteBase(id, home)).toBe('')
})

describe('origins of this installation', () => {
  test('are those of API, files and site; never a domain of somebody', async () => {
    const { id } = await app.make.app(owner)
    expect(await testedApps().ownOrigins(id)).toEqual([BASE, FILES])
    await publish(id)
    await app.sql`update apps set published_url = 'http://10.0.0.1/' where id = ${id}`
    await app.sql`
      insert into site_domains (id, app_id, domain, proof, created_date, verified_date)
      values ('dom_1', ${id}, 'shop.example.com', 'x', now(), now())`
    expect(await testedApps().ownOrigins(id)).toEqual([BASE, FILES])
    expect(await testedApps('https://sites.example.com').ownOrigins(id)).toEqual([
      ...[BASE, FILES, 'https://sites.example.com'],
    ])
    const label = id.toLowerCase().replaceAll('_', '-')
    const hosts = testedApps('http://*.sites.lan:8080')
    const home = `http://${label}.sites.lan:8080`
    expect(await hosts.ownOrigins(id)).toEqual([BASE, FILES, home])
    const preview = `http://${label}--1-abc.sites.lan:8080`
    expect(await hosts.ownOrigins(id, `${preview}/lamps`)).toEqual([BASE, FILES, home, preview])
    for (const foreign of ['http://other.sites.lan:8080/', 'http://10.0.0.1/', 'nonsense'])
      expect(await hosts.ownOrigins(id, foreign)).toEqual([BASE, FILES, home])
  })
})

test('a run gets the secrets of its app', async () => {
  const { id: app_id } = await app.make.app(owner)
  await app.as(owner).secrets.set({ app_id }, { STRIPE_KEY: 'sk_1' })
  const secrets = createSecrets(testConfig({ database_url: app.databaseUrl }).secret_key)
  const apps = createTestedApps(() => ({ db: app.atrium.db, secrets }) as never)
  expect(await apps.secrets(app_id)).toEqual({ STRIPE_KEY: 'sk_1' })
})
