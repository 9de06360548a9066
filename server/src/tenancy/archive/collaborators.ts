import { sql } from 'kysely'
import { collection } from '../../platform/archive/collection.ts'
import { archiveOf, exportByKey } from '../../platform/archive/table-archive.ts'
import { collaborators } from '../tables.ts'
import { inScope } from './scope.ts'

export const collaboratorArchive = collection({
  ...archiveOf(collaborators),
  export: (db, scope) =>
    exportByKey(
      db,
      collaborators,
      sql`exists (select from apps
        where apps.id = app_id and deleted_at is null and ${inScope(scope, 'apps.workspace_id')})`,
    ),
})
