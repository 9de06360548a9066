import { sql } from 'kysely'
import { collection } from '../../platform/archive/collection.ts'
import { archiveOf, exportByKey } from '../../platform/archive/table-archive.ts'
import { workspaces } from '../tables.ts'
import { recordImport } from './record-import.ts'
import { inScope } from './scope.ts'

export const workspaceArchive = collection({
  ...archiveOf(workspaces),
  placeOf: ({ id }) => ({ workspace_id: id }),
  conclude: recordImport,
  async finish(tx, { log }) {
    const { rows } = await sql<{ id: string }>`select id from workspaces where not exists
      (select from members where workspace_id = workspaces.id and role = 'owner' and status = 'joined')`.execute(
      tx,
    )
    for (const { id } of rows) log.warn({ workspace_id: id }, `the workspace ${id} has no owner`)
  },
  export: (db, scope) => exportByKey(db, workspaces, inScope(scope, 'workspaces.id')),
})
