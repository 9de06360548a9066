/** Declared indexes: what is wanted, what is there, and the statements that make the one of the other. */
import { OneOf } from '@atrium/contract'
import { type RawBuilder, sql } from 'kysely'
import { Type } from 'typebox'
import type { Db } from '../../../platform/database/db.ts'
import { json, type RowOf, table, text, time } from '../../../platform/database/table.ts'
import type { RecordKey } from '../records/record-key.ts'
import { keySql } from '../records/record-list-store.ts'
import type { EntitySchema } from '../schemas/entity-schema.ts'
import type { EntityIndex } from './entity-indexes.ts'

export const entityIndexes = table(
  'entity_indexes',
  {
    name: text(),
    app_id: text(),
    entity_name: text(),
    keys: json(Type.Unsafe<RecordKey[]>(Type.Array(Type.Unknown()))),
    state: text(OneOf(['building', 'ready', 'failed', 'dropping'])),
    error: text().nullable(),
    updated_date: time(),
  },
  { key: ['name'], notArchived: 'the schemas declare it' },
)
export type IndexRow = Omit<RowOf<typeof entityIndexes>, 'updated_date'>

const COLUMNS = sql`name, app_id, entity_name, keys, state, error`

export const indexStore = (db: Db) => ({
  async of(appId: string, entityName: string): Promise<IndexRow[]> {
    const { rows } = await sql<IndexRow>`
      select ${COLUMNS} from entity_indexes where app_id = ${appId} and entity_name = ${entityName}`.execute(
      db,
    )
    return rows
  },

  /** From now on the entity has these and no others. Returns whether there is anything to build or drop. */
  async declare(
    appId: string,
    entityName: string,
    indexes: readonly EntityIndex[],
    now: Date,
  ): Promise<boolean> {
    const rows = indexes.map(({ name, keys }) => ({ name, keys }))
    const wanted = await sql`
      insert into entity_indexes (name, app_id, entity_name, keys, state, updated_date)
      select name, ${appId}, ${entityName}, keys, 'building', ${now}
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given(name text, keys jsonb)
      on conflict (name) do update set state = 'building', error = null, updated_date = excluded.updated_date
       where entity_indexes.state in ('dropping', 'failed')`.execute(db)
    const unwanted = await sql`
      update entity_indexes set state = 'dropping', updated_date = ${now}
       where app_id = ${appId} and entity_name = ${entityName} and state <> 'dropping'
         and name <> all(${indexes.map(({ name }) => name)}::text[])`.execute(db)
    return Number(wanted.numAffectedRows ?? 0) + Number(unwanted.numAffectedRows ?? 0) > 0
  },

  /** How many the app and the whole installation want. */
  async counts(appId: string): Promise<{ app: number; all: number }> {
    const { rows } = await sql<{ app: number; all: number }>`
      select count(*) filter (where app_id = ${appId}) as app, count(*) as all
        from entity_indexes where state <> 'dropping'`.execute(db)
    return rows[0] ?? { app: 0, all: 0 }
  },

  /** Returns whether there were any. */
  async dropAll(appId: string, now: Date): Promise<boolean> {
    const { numAffectedRows } = await sql`
      update entity_indexes set state = 'dropping', updated_date = ${now}
       where app_id = ${appId} and state <> 'dropping'`.execute(db)
    return Number(numAffectedRows ?? 0) > 0
  },

  /** Those of apps and schemas that are gone go too; what failed is tried again after a while. */
  async review(now: Date, retryBefore: Date): Promise<void> {
    await sql`
      update entity_indexes i
         set state = case when wanted.is_there then 'building' else 'dropping' end, error = null, updated_date = ${now}
        from (select n.name, exists (
                select from entity_schemas s join apps a on a.id = s.app_id and a.deleted_at is null
                 where s.app_id = n.app_id and s.name = n.entity_name) as is_there from entity_indexes n) wanted
       where wanted.name = i.name and i.state <> 'dropping'
         and (not wanted.is_there or (i.state = 'failed' and i.updated_date < ${retryBefore}))`.execute(db)
  },

  /** Schemas that name indexes and have none yet: those of archives, and of before there were any. */
  async undeclared(limit: number): Promise<{ app_id: string; schema: EntitySchema }[]> {
    const { rows } = await sql<{ app_id: string; schema: EntitySchema }>`
      select s.app_id, s.schema from entity_schemas s join apps a on a.id = s.app_id and a.deleted_at is null
       where s.schema::text ~ '"index(es)?"\\s*:\\s*(true|\\[\\s*\\[)'
         and not exists (select from entity_indexes i where i.app_id = s.app_id and i.entity_name = s.name)
       order by s.app_id, s.name limit ${limit}`.execute(db)
    return rows
  },

  /** What is to be dropped goes first: it makes room. */
  async nextToDo(): Promise<IndexRow | null> {
    const { rows } = await sql<IndexRow>`
      select ${COLUMNS} from entity_indexes where state in ('building', 'dropping')
       order by state desc, updated_date, name limit 1`.execute(db)
    return rows[0] ?? null
  },

  async finish(name: string, state: 'ready' | 'failed', error: string | null, now: Date): Promise<void> {
    await sql`
      update entity_indexes set state = ${state}, error = ${error}, updated_date = ${now}
       where name = ${name} and state = 'building'`.execute(db)
  },

  async delete(name: string): Promise<void> {
    await sql`delete from entity_indexes where name = ${name} and state = 'dropping'`.execute(db)
  },

  /** Held until the connection ends; false when another node builds. */
  async lockBuilding(): Promise<boolean> {
    const { rows } = await sql<{ is_held: boolean }>`
      select pg_try_advisory_lock(hashtextextended('entity indexes', 0)) as is_held`.execute(db)
    return rows[0]?.is_held === true
  },

  async isValid(name: string): Promise<boolean> {
    const { rows } = await sql`
      select from pg_index i join pg_class c on c.oid = i.indexrelid
       where c.relname = ${name} and i.indrelid = 'records'::regclass and i.indisvalid`.execute(db)
    return rows.length > 0
  },

  async create({ name, app_id, entity_name, keys }: IndexRow): Promise<void> {
    await sql`
      create index concurrently ${sql.ref(name)} on records (${sql.join(columnsOf(keys))})
       where app_id = ${sql.lit(app_id)} and entity_name = ${sql.lit(entity_name)}`.execute(db)
  },

  async drop(name: string): Promise<void> {
    await sql`drop index concurrently if exists ${sql.ref(name)}`.execute(db)
  },

  /** How often which values are there: without that the planner would not know that an index helps. */
  async refreshStatistics(): Promise<void> {
    await sql`analyze records`.execute(db)
  },
})

/** As the lists have them, and the id at the end, which decides between equal ones. */
function columnsOf(keys: readonly RecordKey[]): RawBuilder<unknown>[] {
  const columns = keys.map((key) =>
    key.kind === 'own' ? sql.ref(key.name) : sql`(${keySql(key, sql`data`)})`,
  )
  const hasId = keys.some((key) => key.kind === 'own' && key.name === 'id')
  return hasId ? columns : [...columns, sql.ref('id')]
}
