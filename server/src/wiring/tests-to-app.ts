/** What runs of tests need of the app that they test. */

import type { TestedApps } from '../modules/browser-tests/index.ts'
import { openSecrets } from '../modules/functions/index.ts'
import { type SiteAddresses, siteStore } from '../modules/hosting/index.ts'
import { scanStore } from '../modules/scans/index.ts'
import type { Db } from '../platform/database/db.ts'
import type { Secrets } from '../platform/secrets.ts'
import { createTestUser, publishedUrlOf, removeTestUser, type TestUserDeps } from '../tenancy/index.ts'

/** What other parts of the server offer for it. */
export interface OtherParts extends TestUserDeps {
  secrets: Secrets
  siteAddresses: SiteAddresses
  baseUrl(): string
  filesUrl(): string
}

type Whose = Awaited<ReturnType<TestedApps['whoseAddress']>>

export function createTestedApps(others: () => OtherParts): TestedApps {
  /** Where the hosted site is on this installation, whatever domain it has; null where it has no address yet. */
  const homeOf = (site: { app_id: string; label: string } | null) =>
    site && new URL(others().siteAddresses.siteUrl({ ...site, domain: null }))

  const whoseAddress = async (appId: string, url: URL, db = others().db): Promise<Whose> => {
    const { siteAddresses, baseUrl, filesUrl } = others()
    const site = await siteStore(db).find(appId)
    // A site that was never published has no label, but its address by path is known.
    const home = homeOf(site ?? { app_id: appId, label: 'none' })
    const isOurs =
      [baseUrl(), filesUrl()].some((own) => new URL(own).origin === url.origin) ||
      (siteAddresses.isSitesHost(url.host) && home?.protocol === url.protocol && home.port === url.port)
    if (!isOurs) return 'elsewhere'
    const place = siteAddresses.locate(url.host, url.pathname)
    const isItsSite = place.kind === 'site' && place.name === (place.by === 'app' ? appId : site?.label)
    return isItsSite ? 'site' : 'installation'
  }

  return {
    async siteUrl(appId, tx = others().db) {
      const set = URL.parse((await publishedUrlOf(tx, appId)) ?? '')
      // Anybody who edits the app may set it, and to begin elsewhere on this installation is nobody's to choose.
      if (set && (await whoseAddress(appId, set, tx)) !== 'installation') return set.href
      return hostedUrl(others(), tx, appId)
    },
    async revision(appId, tx = others().db) {
      return (await scanStore(tx).findApp(appId))?.revision ?? 0
    },
    secrets: (appId) => openSecrets(others(), appId),
    async ownOrigins(appId, startUrl = null) {
      const { db, baseUrl, filesUrl } = others()
      const home = homeOf(await siteStore(db).find(appId))
      const start = startUrl === null ? null : URL.parse(startUrl)
      const isPreview = start !== null && (await whoseAddress(appId, start)) === 'site'
      const urls = [new URL(baseUrl()), new URL(filesUrl()), home, isPreview ? start : null]
      return [...new Set(urls.flatMap((url) => url?.origin ?? []))]
    },
    async siteBase(appId, text) {
      const url = URL.parse(text)
      if (!url || (await whoseAddress(appId, url)) !== 'site') return ''
      const place = others().siteAddresses.locate(url.host, url.pathname)
      return place.kind === 'site' ? place.base.replace(/\/$/, '') : ''
    },
    whoseAddress: (appId, url) => whoseAddress(appId, url),
    createTestUser: (appId, role) => createTestUser(others(), appId, role),
    removeTestUser: (appId, userId) => removeTestUser(others(), appId, userId),
  }
}

/** The address of what is published here; null when nothing is. */
async function hostedUrl(
  { siteAddresses }: Pick<OtherParts, 'siteAddresses'>,
  db: Db,
  appId: string,
): Promise<string | null> {
  const site = await siteStore(db).find(appId)
  return site && site.active_revision_id !== null ? siteAddresses.siteUrl(site) : null
}
