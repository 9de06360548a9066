import {
  type ArchiveRow,
  type Collection,
  collection,
  type ImportContext,
} from '../../../platform/archive/collection.ts'
import {
  type ArchivedRow,
  archiveOf,
  exportByKey,
  requireReferences,
  storedRow,
} from '../../../platform/archive/table-archive.ts'
import type { Db } from '../../../platform/database/db.ts'
import { isOfExportedApp } from '../../../tenancy/index.ts'
import { isWithinSize } from './record-size.ts'
import { records } from './record-store.ts'
import { recordUsageStore } from './record-usage-store.ts'

export const recordArchive: readonly Collection[] = [
  collection({
    ...archiveOf(records),
    after: ['apps', 'entity_schemas'],
    import: importRecords,
    export: (db, scope) => exportByKey(db, records, isOfExportedApp(scope, 'records.app_id')),
  }),
]

/** As they are: what a schema asks of values holds when they are written, not for what is there. */
async function importRecords(
  tx: Db,
  rows: readonly ArchiveRow<ArchivedRow<typeof records>>[],
  context: ImportContext,
): Promise<number> {
  await requireReferences(tx, records, rows, context)
  const stored = rows.map(({ row, index }) => {
    if (!isWithinSize(row.data)) context.fail(index, 'data', 'A record has at most 8 MiB')
    return storedRow(records, row, context.now)
  })
  const added = await records.insertNew(tx, stored)
  await recordUsageStore(tx).addNew(added)
  return added.length
}
