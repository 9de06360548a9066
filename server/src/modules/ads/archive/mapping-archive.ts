import { MAX_MAPPINGS_PER_APP } from '@atrium/contract/conversions'
import { sql } from 'kysely'
import { type ArchiveRow, collection, type ImportContext } from '../../../platform/archive/collection.ts'
import { type ArchivedRow, archiveOf, exportByKey } from '../../../platform/archive/table-archive.ts'
import type { Db } from '../../../platform/database/db.ts'
import { isOfExportedApp } from '../../../tenancy/index.ts'
import { conversionMappings } from '../conversions/mapping-store.ts'

/** Which writes of entities count as which goal; how often they did so is not in an archive. */
export const mappingArchive = collection({
  ...archiveOf(conversionMappings),
  import: importMappings,
  export: (db, scope) =>
    exportByKey(db, conversionMappings, isOfExportedApp(scope, 'conversion_mappings.app_id')),
})

type Rows = readonly ArchiveRow<ArchivedRow<typeof conversionMappings>>[]

async function importMappings(tx: Db, rows: Rows, context: ImportContext): Promise<number> {
  const added = await archiveOf(conversionMappings).import(tx, rows, context)
  await refuseTwins(tx, rows, context)
  await refuseTooMany(tx, rows, context)
  return added
}

async function refuseTwins(tx: Db, rows: Rows, context: ImportContext) {
  const { rows: known } = await sql<{ id: string }>`
    select id from conversion_mappings where id = any(${rows.map(({ row }) => row.id)})`.execute(tx)
  const ids = new Set(known.map(({ id }) => id))
  const twin = rows.find(({ row }) => !ids.has(row.id))
  if (twin) context.fail(twin.index, '', 'Another mapping counts the same write as the same goal')
}

async function refuseTooMany(tx: Db, rows: Rows, context: ImportContext): Promise<void> {
  const apps = [...new Set(rows.map(({ row }) => row.app_id))]
  const { rows: full } = await sql<{ app_id: string }>`
    select app_id from conversion_mappings where app_id = any(${apps})
     group by app_id having count(*) > ${MAX_MAPPINGS_PER_APP}`.execute(tx)
  const beyond = rows.findLast(({ row }) => full.some(({ app_id }) => app_id === row.app_id))
  if (beyond) context.fail(beyond.index, '', `An app has at most ${MAX_MAPPINGS_PER_APP} mappings`)
}
