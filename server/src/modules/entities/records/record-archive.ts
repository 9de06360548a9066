import { Id } from '@atrium/contract'
import { sql } from 'kysely'
import { Type } from 'typebox'
import {
  type ArchiveRow,
  type Collection,
  collection,
  type ExportScope,
  type ImportContext,
} from '../../../platform/archive/collection.ts'
import { byKey } from '../../../platform/archive/export-archive.ts'
import { insertNew, named, requireKnown } from '../../../platform/archive/store-rows.ts'
import { ArchiveTime, readTime } from '../../../platform/archive/times.ts'
import type { Db } from '../../../platform/database/db.ts'
import { isWithinSize } from './record-size.ts'

const Data = Type.Record(Type.String(), Type.Unknown())

const ArchivedRecord = Type.Object({
  app_id: Id,
  entity_name: Type.String({ pattern: '^\\w+$', maxLength: 64 }),
  id: Id,
  data: Data,
  created_by: Type.Optional(Type.String({ maxLength: 320 })),
  created_by_id: Type.Optional(Id),
  created_date: Type.Optional(ArchiveTime),
  updated_date: Type.Optional(ArchiveTime),
  is_sample: Type.Optional(Type.Boolean()),
})
type ArchivedRecord = Type.Static<typeof ArchivedRecord>

export const recordArchive: readonly Collection[] = [
  collection({
    name: 'records',
    after: ['apps', 'entity_schemas'],
    row: ArchivedRecord,
    key: ({ app_id, entity_name, id }) => [app_id, entity_name, id],
    import: importRecords,
    export: exportRecords,
  }),
]

const RECORD_COLUMNS = {
  app_id: 'text',
  entity_name: 'text',
  id: 'text',
  data: 'jsonb',
  created_by: 'text',
  created_by_id: 'text',
  created_date: 'timestamptz',
  updated_date: 'timestamptz',
  is_sample: 'boolean',
}

/** As they are: what a schema asks of values holds when they are written, not for what is there. */
async function importRecords(
  tx: Db,
  rows: readonly ArchiveRow<ArchivedRecord>[],
  context: ImportContext,
): Promise<number> {
  await requireKnown(tx, rows, context, { table: 'apps', noun: 'app', of: named('app_id') })
  const records = rows.map(({ row, index }) => {
    if (!isWithinSize(row.data)) context.fail(index, 'data', 'A record has at most 1 MiB')
    const created_date = readTime(row.created_date ?? 'now', context.now)
    return {
      created_by: 'anonymous',
      created_by_id: 'anonymous',
      is_sample: false,
      ...row,
      created_date,
      updated_date: row.updated_date ? readTime(row.updated_date, context.now) : created_date,
    }
  })
  return (await insertNew(tx, 'records', RECORD_COLUMNS, records, 'id')).length
}

type RecordKey = { app_id: string; entity_name: string; id: string }

function exportRecords(db: Db, scope: ExportScope) {
  return byKey<RecordKey & { [Field in keyof ArchivedRecord]: unknown }>(async (after, limit) => {
    const { app_id, entity_name, id } = after ?? { app_id: '', entity_name: '', id: '' }
    const { rows } = await sql<RecordKey & { [Field in keyof ArchivedRecord]: unknown }>`
      select r.app_id, r.entity_name, r.id, r.data, r.created_by, r.created_by_id, r.created_date, r.updated_date,
             r.is_sample
        from records r join apps a on a.id = r.app_id and a.deleted_at is null
       where (r.app_id, r.entity_name, r.id) > (${app_id}, ${entity_name}, ${id})
         and (${scope.workspace_ids}::text[] is null or a.workspace_id = any(${scope.workspace_ids}))
       order by r.app_id, r.entity_name, r.id limit ${limit}`.execute(db)
    return rows
  })
}
