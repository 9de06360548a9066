import { Id, Nullable, OneOf } from '@atrium/contract'
import { CONVERSION_TYPES, MAPPING_EVENTS, MAX_MAPPINGS_PER_APP } from '@atrium/contract/conversions'
import { sql } from 'kysely'
import { Type } from 'typebox'
import {
  type ArchiveRow,
  collection,
  type ExportScope,
  type ImportContext,
} from '../../../platform/archive/collection.ts'
import { byKey } from '../../../platform/archive/export-archive.ts'
import { insertNew, named, requireKnown } from '../../../platform/archive/store-rows.ts'
import { ArchiveTime, readTime } from '../../../platform/archive/times.ts'
import type { Db } from '../../../platform/database/db.ts'

const ArchivedMapping = Type.Object({
  id: Id,
  app_id: Id,
  entity_name: Type.String({ pattern: '^\\w+$', maxLength: 64 }),
  event: OneOf(MAPPING_EVENTS),
  conversion_type: OneOf(CONVERSION_TYPES),
  conversion_action_id: Type.Optional(Nullable(Id)),
  is_enabled: Type.Optional(Type.Boolean()),
  created_date: Type.Optional(ArchiveTime),
  updated_date: Type.Optional(ArchiveTime),
})
type ArchivedMapping = Type.Static<typeof ArchivedMapping>

/** Which writes of entities count as which goal; how often they did so is not in an archive. */
export const mappingArchive = collection({
  name: 'conversion_mappings',
  after: ['apps'],
  row: ArchivedMapping,
  key: ({ id }) => [id],
  import: importMappings,
  export: exportMappings,
})

const COLUMNS = {
  id: 'text',
  app_id: 'text',
  entity_name: 'text',
  event: 'text',
  conversion_type: 'text',
  conversion_action_id: 'text',
  is_enabled: 'boolean',
  created_date: 'timestamptz',
  updated_date: 'timestamptz',
}

type Rows = readonly ArchiveRow<ArchivedMapping>[]

async function importMappings(tx: Db, rows: Rows, context: ImportContext): Promise<number> {
  await requireKnown(tx, rows, context, { table: 'apps', noun: 'app', of: named('app_id') })
  const mappings = rows.map(({ row }) => {
    const created_date = readTime(row.created_date ?? 'now', context.now)
    return {
      is_enabled: true,
      conversion_action_id: null,
      ...row,
      created_date,
      updated_date: row.updated_date ? readTime(row.updated_date, context.now) : created_date,
    }
  })
  const added = new Set(await insertNew(tx, 'conversion_mappings', COLUMNS, mappings, 'id'))
  await refuseTwins(tx, rows, added, context)
  await refuseTooMany(tx, rows, context)
  return added.size
}

async function refuseTwins(tx: Db, rows: Rows, added: ReadonlySet<string>, context: ImportContext) {
  const left = rows.filter(({ row }) => !added.has(row.id))
  if (left.length === 0) return
  const { rows: known } = await sql<{ id: string }>`
    select id from conversion_mappings where id = any(${left.map(({ row }) => row.id)})`.execute(tx)
  const twin = left.find(({ row }) => known.every(({ id }) => id !== row.id))
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

type ExportedMapping = { id: string } & { [Field in keyof ArchivedMapping]: unknown }

function exportMappings(db: Db, scope: ExportScope) {
  return byKey<ExportedMapping>(async (after, limit) => {
    const { rows } = await sql<ExportedMapping>`
      select m.id, m.app_id, m.entity_name, m.event, m.conversion_type, m.conversion_action_id, m.is_enabled,
             m.created_date, m.updated_date
        from conversion_mappings m join apps a on a.id = m.app_id and a.deleted_at is null
       where m.id > ${after?.id ?? ''}
         and (${scope.workspace_ids}::text[] is null or a.workspace_id = any(${scope.workspace_ids}))
       order by m.id limit ${limit}`.execute(db)
    return rows
  })
}
