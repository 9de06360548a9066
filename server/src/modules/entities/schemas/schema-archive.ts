import { MAX_ENTITIES_PER_APP } from '@atrium/contract/entity-schemas'
import { sql } from 'kysely'
import { pathOf } from '../../../platform/archive/check-row.ts'
import {
  type ArchiveRow,
  type Collection,
  collection,
  type ExportScope,
  type ImportContext,
} from '../../../platform/archive/collection.ts'
import { byKey } from '../../../platform/archive/export-archive.ts'
import {
  type ArchivedRow,
  archivedColumns,
  archiveOf,
  requireReferences,
  storedRow,
} from '../../../platform/archive/table-archive.ts'
import type { Db } from '../../../platform/database/db.ts'
import { isOfExportedApp } from '../../../tenancy/index.ts'
import { checkSchema } from './schema-rules.ts'
import { entitySchemas } from './schema-store.ts'

type ArchivedSchema = ArchivedRow<typeof entitySchemas>
type Rows = readonly ArchiveRow<ArchivedSchema>[]

export const entityArchive: readonly Collection[] = [
  collection({
    ...archiveOf(entitySchemas),
    key: ({ app_id, schema }) => [app_id, schema.name],
    import: importSchemas,
    export: exportSchemas,
  }),
]

async function importSchemas(tx: Db, rows: Rows, context: ImportContext): Promise<number> {
  for (const { row, index } of rows) {
    const [fault] = checkSchema(row.schema, ['schema'])
    if (fault) context.fail(index, pathOf(fault.loc), fault.msg)
  }
  await requireReferences(tx, entitySchemas, rows, context)
  const added = await entitySchemas.insertNew(
    tx,
    rows.map(({ row }) => ({ ...storedRow(entitySchemas, row, context.now), name: row.schema.name })),
  )
  await checkCount(tx, rows, context)
  return added.length
}

async function checkCount(tx: Db, rows: Rows, context: ImportContext): Promise<void> {
  const apps = [...new Set(rows.map(({ row }) => row.app_id))]
  const { rows: full } = await sql<{ app_id: string }>`
    select app_id from entity_schemas where app_id = any(${apps})
    group by app_id having count(*) > ${MAX_ENTITIES_PER_APP}`.execute(tx)
  const beyond = rows.findLast(({ row }) => full.some(({ app_id }) => app_id === row.app_id))
  if (beyond) context.fail(beyond.index, '', `An app has at most ${MAX_ENTITIES_PER_APP} entities`)
}

// The last part of the key stands inside the schema.
function exportSchemas(db: Db, scope: ExportScope) {
  return byKey<ArchivedSchema>(async (after, limit) => {
    const { rows } = await sql<ArchivedSchema>`
      select ${archivedColumns(entitySchemas)} from entity_schemas
       where (app_id, name) > (${after?.app_id ?? ''}, ${after?.schema.name ?? ''})
         and ${isOfExportedApp(scope, 'entity_schemas.app_id')}
       order by app_id, name limit ${limit}`.execute(db)
    return rows
  })
}
