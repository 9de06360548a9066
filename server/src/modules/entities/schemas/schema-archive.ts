import { Id } from '@atrium/contract'
import { MAX_ENTITIES_PER_APP } from '@atrium/contract/entity-schemas'
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
import { checkSchema } from './schema-rules.ts'

const ArchivedSchema = Type.Object({
  app_id: Id,
  schema: Type.Object({ name: Type.String() }, { additionalProperties: true }),
  created_date: Type.Optional(ArchiveTime),
  updated_date: Type.Optional(ArchiveTime),
})
type ArchivedSchema = Type.Static<typeof ArchivedSchema>

export const entityArchive: readonly Collection[] = [
  collection({
    name: 'entity_schemas',
    after: ['apps'],
    row: ArchivedSchema,
    key: ({ app_id, schema }) => [app_id, schema.name],
    import: importSchemas,
    export: exportSchemas,
  }),
]

type Rows = readonly ArchiveRow<ArchivedSchema>[]

const COLUMNS = {
  app_id: 'text',
  name: 'text',
  schema: 'json',
  created_date: 'timestamptz',
  updated_date: 'timestamptz',
}

async function importSchemas(tx: Db, rows: Rows, context: ImportContext): Promise<number> {
  for (const { row, index } of rows) {
    const [fault] = checkSchema(row.schema, ['schema'])
    if (fault) context.fail(index, fault.loc.reduce(below, ''), fault.msg)
  }
  await requireKnown(tx, rows, context, { table: 'apps', noun: 'app', of: named('app_id') })
  const values = rows.map(({ row }) => {
    const created_date = readTime(row.created_date ?? 'now', context.now)
    const updated_date = row.updated_date ? readTime(row.updated_date, context.now) : created_date
    return { app_id: row.app_id, name: row.schema.name, schema: row.schema, created_date, updated_date }
  })
  const added = await insertNew(tx, 'entity_schemas', COLUMNS, values, 'app_id')
  await checkCount(tx, rows, context)
  return added.length
}

/** `['schema', 'indexes', 0]` as `schema.indexes[0]`. */
function below(path: string, place: string | number): string {
  if (typeof place === 'number') return `${path}[${place}]`
  return path === '' ? place : `${path}.${place}`
}

async function checkCount(tx: Db, rows: Rows, context: ImportContext): Promise<void> {
  const apps = [...new Set(rows.map(({ row }) => row.app_id))]
  const { rows: full } = await sql<{ app_id: string }>`
    select app_id from entity_schemas where app_id = any(${apps})
    group by app_id having count(*) > ${MAX_ENTITIES_PER_APP}`.execute(tx)
  const beyond = rows.findLast(({ row }) => full.some(({ app_id }) => app_id === row.app_id))
  if (beyond) context.fail(beyond.index, '', `An app has at most ${MAX_ENTITIES_PER_APP} entities`)
}

type ExportedSchema = { app_id: string; schema: { name: string }; created_date: Date; updated_date: Date }

function exportSchemas(db: Db, scope: ExportScope) {
  return byKey<ExportedSchema>(async (after, limit) => {
    const { rows } = await sql<ExportedSchema>`
      select s.app_id, s.schema, s.created_date, s.updated_date
        from entity_schemas s join apps a on a.id = s.app_id and a.deleted_at is null
       where (s.app_id, s.name) > (${after?.app_id ?? ''}, ${after?.schema.name ?? ''})
         and (${scope.workspace_ids}::text[] is null or a.workspace_id = any(${scope.workspace_ids}))
       order by s.app_id, s.name limit ${limit}`.execute(db)
    return rows
  })
}
