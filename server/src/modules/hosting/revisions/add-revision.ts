import type { Db } from '../../../platform/database/db.ts'
import { refuse } from '../../../platform/errors.ts'
import { makeId } from '../../../platform/ids.ts'
import { siteFileStore } from '../file-store.ts'
import { labelsFor, makePreviewKey } from '../site-address.ts'
import { contentHashOf } from '../site-rules.ts'
import { revisionStore, type Site, siteStore } from '../site-store.ts'
import type { RevisionRow } from '../tables.ts'
import { type Prepared, storeContents } from './store-contents.ts'

/** A revision to be. */
export interface Draft {
  app_id: string
  prepared: Prepared
  message: string | null
  created_by: string | null
  /** Nobody is to get it, unless somebody publishes it later. */
  isPreview?: boolean
  now: Date
}

interface Added {
  site: Site
  revision: RevisionRow
  /** `unchanged`: the active one has exactly these files. */
  status: 'published' | 'unchanged'
}

/** Stores a revision that nobody gets yet; undefined when contents that were counted on are gone. */
export async function addRevision(tx: Db, draft: Draft): Promise<Added | undefined> {
  const { app_id, prepared, message, created_by, isPreview = false, now } = draft
  const { files } = prepared
  if (!(await storeContents(tx, prepared, now))) return undefined
  const site = await siteStore(tx).ensure(app_id, labelsFor(app_id), now)
  if (!site) throw refuse('app_not_found')
  const revisions = revisionStore(tx)
  const content_hash = contentHashOf(files)
  const active = site.active_revision_id && (await revisions.find(app_id, site.active_revision_id))
  if (active && active.content_hash === content_hash) return { site, revision: active, status: 'unchanged' }
  const revision = {
    id: makeId('srev', now),
    app_id,
    number: site.last_number + 1,
    preview_key: makePreviewKey(),
    content_hash,
    file_count: files.length,
    bytes: files.reduce((sum, { size }) => sum + size, 0),
    message,
    created_by,
    created_date: now,
    is_preview: isPreview,
  }
  await revisions.insert(revision)
  await siteFileStore(tx).insertFiles(
    files.map(({ path, hash, content_type }) => ({ revision_id: revision.id, path, hash, content_type })),
  )
  await siteStore(tx).update(app_id, { last_number: revision.number })
  return { site, revision, status: 'published' }
}
