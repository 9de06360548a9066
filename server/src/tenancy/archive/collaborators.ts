import { collection } from '../../platform/archive/collection.ts'
import { archiveOf, exportByKey } from '../../platform/archive/table-archive.ts'
import { collaborators } from '../tables.ts'
import { isOfExportedApp } from './scope.ts'

export const collaboratorArchive = collection({
  ...archiveOf(collaborators),
  export: (db, scope) => exportByKey(db, collaborators, isOfExportedApp(scope, 'collaborators.app_id')),
})
