import { sql } from 'kysely'
import { type Collection, collection, type ExportScope } from '../../../platform/archive/collection.ts'
import { archiveOf, exportByKey } from '../../../platform/archive/table-archive.ts'
import type { Db } from '../../../platform/database/db.ts'
import { isOfExportedApp } from '../../../tenancy/index.ts'
import { recordViews } from './view-store.ts'

/** Views go with their app, those of people who left its workspace excepted: nobody would come to own them. */
export const recordViewArchive: readonly Collection[] = [
  collection({
    ...archiveOf(recordViews),
    leaves: 'their owner is not in the workspace of the app any more',
    export: exportViews,
  }),
]

function exportViews(db: Db, scope: ExportScope) {
  const isOwned = sql<boolean>`exists (
    select from members join apps on apps.workspace_id = members.workspace_id
     where apps.id = record_views.app_id and members.user_id = record_views.owner_id)`
  return exportByKey(
    db,
    recordViews,
    sql<boolean>`${isOfExportedApp(scope, 'record_views.app_id')} and ${isOwned}`,
  )
}
