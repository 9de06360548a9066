import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSiteAddresses, createSites } from '../modules/hosting/index.ts'
import { createSiteScene } from '../modules/hosting/test/site-scene.ts'
import { scanHeaders } from '../modules/scans/scanner/headers/scan-headers.ts'
import { createOutboundHttp } from '../ports/outbound-http/guarded.ts'
import { createOwnSiteReader } from './scans-to-sources.ts'

let scene: Awaited<ReturnType<typeof createSiteScene>>
const outboundHttp = createOutboundHttp({ allow: [], caFile: null })
beforeAll(async () => {
  scene = await createSiteScene()
  await scene.publish({ 'index.html': '<!doctype html><p>Hello' })
})
afterAll(() => outboundHttp.close())

test('a site of this server is scanned although its address is private, and that is no visit', async () => {
  const { app, at } = scene
  const visits: unknown[] = []
  const sites = createSites({
    db: app.atrium.db,
    notifications: { on: () => () => {}, onReconnect: () => {} },
    addresses: createSiteAddresses({ baseUrl: () => app.baseUrl, sitesUrl: null, filesUrl: null }),
    visits: { record: (visit) => visits.push(visit) },
    isReady: () => true,
  })
  const readOwnSite = createOwnSiteReader(sites)
  const url = `${app.baseUrl}/sites/${at.app_id}/`
  const { findings, unchecked } = await scanHeaders(
    { outboundHttp, readOwnSite },
    url,
    new AbortController().signal,
  )
  expect(findings.map(({ rule_id }) => rule_id).sort()).toEqual([
    'csp_without_scripts',
    'frame_protection_missing',
  ])
  expect(unchecked).toBeNull()
  const sent = await scene.get('')
  const read = await readOwnSite(url, 20)
  expect(read).toMatchObject({ status: 200, body: '<!doctype html><p>He' })
  expect(read?.headers['content-security-policy']).toBe(sent.headers['content-security-policy'])
  expect(await readOwnSite(`${app.baseUrl}/api/apps`, 20)).toBeNull()
  expect(await readOwnSite('http://[', 20)).toBeNull()
  expect(visits).toEqual([])
})
