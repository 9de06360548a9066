import type { Db } from '../../platform/database/db.ts'
import { transaction } from '../../platform/database/transaction.ts'
import { addRevision } from './revisions/add-revision.ts'
import { prepareContents } from './revisions/store-contents.ts'
import { type Site, siteStore } from './site-store.ts'

export interface ImportedRevision {
  files: Record<string, string>
  message: string
  created_by: string
  created_date: Date
}

/** Brings in a site with its past, such as that of the demo company; nobody is notified of it. The last one is live. Null when there is no such app. */
export async function importSite(
  db: Db,
  app_id: string,
  revisions: readonly ImportedRevision[],
): Promise<Site | null> {
  for (const { files, created_date: now, ...about } of revisions) {
    const sent = Object.entries(files).map(([path, text]) => ({ path, bytes: Buffer.from(text) }))
    const prepared = await prepareContents(db, sent)
    await transaction(db, async (tx) => {
      const added = await addRevision(tx, { app_id, prepared, ...about, now })
      if (added) await siteStore(tx).update(app_id, { active_revision_id: added.revision.id })
    })
  }
  return siteStore(db).find(app_id)
}
