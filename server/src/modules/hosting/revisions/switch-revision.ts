import type { Db } from '../../../platform/database/db.ts'
import { type App, setPublishedUrl } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { revisionStore, type Site, siteStore } from '../site-store.ts'
import type { RevisionRow } from '../tables.ts'

/** From the end of the transaction visitors get this revision, and everybody who wants to know is notified. */
export async function switchRevision(
  deps: Deps,
  tx: Db,
  app: App,
  site: Site,
  revision: Pick<RevisionRow, 'id' | 'number'>,
): Promise<void> {
  await siteStore(tx).update(app.id, { active_revision_id: revision.id })
  await revisionStore(tx).publish(revision.id)
  const url = deps.siteAddresses.siteUrl(site)
  await followPublishedUrl(deps, tx, site, url)
  await deps.events.announce(tx, 'app.published', {
    app_id: app.id,
    workspace_id: app.workspace_id,
    revision_id: revision.id,
    number: revision.number,
    url,
  })
}

/** `published_url` of the app follows the site, unless somebody set it to something else by hand. */
export async function followPublishedUrl(
  { clock }: Pick<Deps, 'clock'>,
  tx: Db,
  site: Pick<Site, 'app_id' | 'published_url'>,
  url: string | null,
): Promise<void> {
  const isOurs = await setPublishedUrl(tx, site.app_id, { before: site.published_url, url, now: clock.now() })
  if (isOurs) await siteStore(tx).update(site.app_id, { published_url: url })
}
