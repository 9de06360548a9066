import { DEFAULT_SITE_FOLDER } from '@atrium/contract/hosting'
import type { Db } from '../../../platform/database/db.ts'
import { transaction } from '../../../platform/database/transaction.ts'
import type { Deps } from '../deps.ts'
import type { SiteFile } from '../site-rules.ts'
import { revisionStore } from '../site-store.ts'
import { addRevision } from './add-revision.ts'
import { inFolder, readFolder, requireSizes } from './folder-of-code.ts'
import { prepareContents } from './store-contents.ts'

const KEPT_PREVIEWS = 10
const MOST_TRIES = 2

export interface PreviewRequest {
  app_id: string
  message: string
  /** The email of the person. */
  created_by: string | null
  /** What else is stored in the same transaction. */
  alsoStore(tx: Db, made: MadePreview): Promise<void>
}

export interface MadePreview {
  revision_id: string
  url: string
}

/**
 * Makes a revision of the code as it is, which visitors do not get; null when the code has no site. Where the active one has
 * exactly these files, that is the preview. Refuses with `site_too_large`, `source_unavailable`.
 */
export async function previewSite(
  deps: Pick<Deps, 'db' | 'clock' | 'sites' | 'siteAddresses' | 'siteSource'>,
  { app_id, message, created_by, alsoStore }: PreviewRequest,
): Promise<MadePreview | null> {
  const files = await findSite(deps, app_id)
  if (!files) return null
  requireSizes(files.map(({ bytes }) => bytes.length))
  for (let tried = 1; tried <= MOST_TRIES; tried++) {
    const draft = { prepared: await prepareContents(deps.db, files), now: deps.clock.now() }
    const made = await transaction(deps.db, async (tx) => {
      const added = await addRevision(tx, { app_id, message, created_by, isPreview: true, ...draft })
      if (!added) return undefined
      const { site, revision } = added
      await revisionStore(tx).deleteOld(app_id, {
        ...{ kept: KEPT_PREVIEWS, isPreview: true, activeId: site.active_revision_id },
      })
      const preview = { revision_id: revision.id, url: deps.siteAddresses.previewUrl(site, revision) }
      await alsoStore(tx, preview)
      return preview
    })
    if (made) {
      deps.sites.invalidate(app_id)
      return made
    }
  }
  throw new Error('the contents of a site were purged while they were stored')
}

/** In the folder that sites are published from, else at the top of the code (G532). */
async function findSite(deps: Pick<Deps, 'siteSource'>, appId: string): Promise<SiteFile[] | null> {
  for (const folder of [DEFAULT_SITE_FOLDER, '.']) {
    const files = await readFolder(deps, appId, inFolder(folder))
    if (files.some(({ path }) => path === 'index.html')) return files
  }
  return null
}
