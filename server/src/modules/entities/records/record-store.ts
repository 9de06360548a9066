import { Id } from '@atrium/contract'
import { EntityName } from '@atrium/contract/record'
import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Db } from '../../../platform/database/db.ts'
import { prepared } from '../../../platform/database/prepared.ts'
import { boolean, integer, json, type RowOf, table, text, time } from '../../../platform/database/table.ts'
import type { Condition, Json } from '../conditions/condition.ts'
import { at, conditionSql } from '../conditions/condition-store.ts'
import { type Most, withinSize } from './record-size.ts'

type Data = { [field: string]: Json }

export const records = table(
  'records',
  {
    app_id: text(Id),
    entity_name: text(EntityName),
    id: text(Id),
    data: json(Type.Unsafe<Data>(Type.Record(Type.String(), Type.Unknown()))),
    created_by: text(Type.String({ maxLength: 320 })).default('anonymous'),
    created_by_id: text(Id).default('anonymous'),
    created_date: time().default('now'),
    updated_date: time().default('created_date'),
    is_sample: boolean().default(false),
    bytes: integer().notArchived('the database computes it'),
  },
  { key: ['app_id', 'entity_name', 'id'], references: { app_id: 'apps' } },
)
type Stored = RowOf<typeof records>

/** The set of records that an operation works on. */
export type RecordSet = Pick<Stored, 'app_id' | 'entity_name'>
export type RecordRow = Omit<Stored, keyof RecordSet | 'bytes'>

/** A record that is locked and not read. */
export interface HeldRecord {
  id: string
  bytes: number
}

export const RECORD_COLUMNS =
  'r.id, r.data, r.created_by, r.created_by_id, r.created_date, r.updated_date, r.is_sample'
const COLUMNS = sql.raw(RECORD_COLUMNS)

const recordById = prepared<RecordRow>(
  'record',
  `select ${RECORD_COLUMNS} from records r where r.app_id = $1 and r.entity_name = $2 and r.id = $3`,
)

export async function findRecord(
  db: Db,
  { app_id, entity_name }: RecordSet,
  id: string,
): Promise<RecordRow | null> {
  const [row] = await recordById(db, [app_id, entity_name, id])
  return row ?? null
}

export const recordStore = (db: Db, { app_id, entity_name }: RecordSet) => {
  const isOfSet = sql`r.app_id = ${app_id} and r.entity_name = ${entity_name}`
  return {
    find: (id: string) => findRecord(db, { app_id, entity_name }, id),

    /** Until the end of the transaction nobody else changes it. */
    async findAndHold(id: string): Promise<RecordRow | null> {
      const { rows } = await sql<RecordRow>`
        select ${COLUMNS} from records r where ${isOfSet} and r.id = ${id} for update`.execute(db)
      return rows[0] ?? null
    },

    async insert(records: readonly RecordRow[]): Promise<void> {
      if (records.length === 0) return
      const insert = sql`
        insert into records (app_id, entity_name, id, data, created_by, created_by_id, created_date, updated_date, is_sample)
        select ${app_id}, ${entity_name}, id, data, created_by, created_by_id, created_date, updated_date, is_sample
          from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as r(id text, data jsonb, created_by text,
               created_by_id text, created_date timestamptz, updated_date timestamptz, is_sample boolean)`
      await withinSize(insert.execute(db))
    },

    async delete(id: string, condition: Condition): Promise<RecordRow | null> {
      const { rows } = await sql<RecordRow>`
        delete from records r where ${isOfSet} and r.id = ${id} and ${conditionSql(condition)}
        returning ${COLUMNS}`.execute(db)
      return rows[0] ?? null
    },

    /** The first that fulfil the condition; of those that are too many bytes, one. */
    async first(condition: Condition, most: Most): Promise<{ id: string; bytes: number }[]> {
      const { rows } = await sql<{ id: string; bytes: number }>`
        select id, bytes from (
          select *, sum(bytes) over (order by id rows unbounded preceding) - bytes as bytes_before from (
            select r.id, r.bytes from records r where ${isOfSet} and ${conditionSql(condition)}
             order by r.id limit ${most.rows}) first
        ) counted where bytes_before < ${most.bytes} order by id`.execute(db)
      return rows
    },

    /** Of those that have the same values in these fields, the oldest. */
    async oldestOfEach(condition: Condition, fields: readonly string[]): Promise<string[]> {
      const keys = sql.join(fields.map((name) => at(sql`r.data`, [name])))
      const { rows } = await sql<{ id: string }>`
        select distinct on (${keys}) r.id from records r where ${isOfSet} and ${conditionSql(condition)}
         order by ${keys}, r.id`.execute(db)
      return rows.map(({ id }) => id)
    },

    /** Locks those of these that fulfil the condition until the end of the transaction, always in the same order. */
    async hold(ids: readonly string[], condition: Condition): Promise<HeldRecord[]> {
      const { rows } = await sql<HeldRecord>`
        select r.id, r.bytes from records r where ${isOfSet} and r.id = any(${ids}) and ${conditionSql(condition)}
         order by r.id for update`.execute(db)
      return rows
    },

    /** Records that are locked, in the order of their ids. */
    async read(ids: readonly string[]): Promise<RecordRow[]> {
      const { rows } = await sql<RecordRow>`
        select ${COLUMNS} from records r where ${isOfSet} and r.id = any(${ids}) order by r.id`.execute(db)
      return rows
    },

    /** Which of these are there at all. */
    async present(ids: readonly string[]): Promise<ReadonlySet<string>> {
      if (ids.length === 0) return new Set()
      const { rows } = await sql<{ id: string }>`
        select r.id from records r where ${isOfSet} and r.id = any(${ids})`.execute(db)
      return new Set(rows.map(({ id }) => id))
    },

    /** Until the end of the transaction nobody else makes records by the key of these fields. */
    async lockKey(fields: readonly string[]): Promise<void> {
      const name = `upsert ${app_id} ${entity_name} ${fields.toSorted().join(' ')}`
      await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(db)
    },

    /** The data of records that are held, whole. */
    async replace(records: readonly Pick<RecordRow, 'id' | 'data'>[], now: Date): Promise<RecordRow[]> {
      if (records.length === 0) return []
      const update = sql<RecordRow>`
        update records r
           set data = given.data, updated_date = greatest(${now}, r.updated_date + interval '1 millisecond')
          from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as given(id text, data jsonb)
         where ${isOfSet} and r.id = given.id
        returning ${COLUMNS}`
      return (await withinSize(update.execute(db))).rows
    },

    /** Those of these that still fulfil the condition. */
    async deleteOf(ids: readonly string[], condition: Condition): Promise<RecordRow[]> {
      const { rows } = await sql<RecordRow>`
        with chosen as (
          select r.id from records r where ${isOfSet} and r.id = any(${ids}) and ${conditionSql(condition)}
           order by r.id for update)
        delete from records r using chosen where ${isOfSet} and r.id = chosen.id
        returning ${COLUMNS}`.execute(db)
      return rows
    },

    async count(condition: Condition): Promise<number> {
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from records r where ${isOfSet} and ${conditionSql(condition)}`.execute(db)
      return rows[0]?.count ?? 0
    },
  }
}

export function byId(rows: readonly RecordRow[]): Map<string, RecordRow> {
  return new Map(rows.map((row) => [row.id, row]))
}
