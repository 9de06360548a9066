import { sql } from 'kysely'
import { collection } from '../../platform/archive/collection.ts'
import { archiveOf, exportByKey } from '../../platform/archive/table-archive.ts'
import { apps } from '../tables.ts'
import { inScope } from './scope.ts'

/** Apps and agents; deleted ones that are still being removed do not go out. */
export const appArchive = collection({
  ...archiveOf(apps),
  leaves: 'they were deleted and are being removed',
  export: (db, scope) =>
    exportByKey(db, apps, sql`deleted_at is null and ${inScope(scope, 'apps.workspace_id')}`),
})
