import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import type { Condition, Json, OwnField } from './conditions/condition.ts'
import { at, conditionSql, numberKey, textKey } from './conditions/condition-store.ts'

export interface RecordRow {
  id: string
  data: { [field: string]: Json }
  created_by: string
  created_by_id: string
  created_date: Date
  updated_date: Date
  is_sample: boolean
}

/** The set of records that an operation works on. */
export interface RecordSet {
  app_id: string
  entity_name: string
}

export type SortKey =
  | { kind: 'own'; name: OwnField }
  | { kind: 'data'; path: readonly string[]; isNumber: boolean }

export interface RecordOrder {
  key: SortKey
  direction: 'asc' | 'desc'
}

/** Where a page goes on: behind the record with this key and id; null is the key of those that have none. */
export interface RecordPosition {
  key: string | number | null
  id: string
}

const COLUMNS = sql`r.id, r.data, r.created_by, r.created_by_id, r.created_date, r.updated_date, r.is_sample`

export const recordStore = (db: Db, { app_id, entity_name }: RecordSet) => {
  const isOfSet = sql`r.app_id = ${app_id} and r.entity_name = ${entity_name}`
  return {
    async find(id: string): Promise<RecordRow | null> {
      const { rows } = await sql<RecordRow>`
        select ${COLUMNS} from records r where ${isOfSet} and r.id = ${id}`.execute(db)
      return rows[0] ?? null
    },

    async insert(records: readonly RecordRow[]): Promise<void> {
      if (records.length === 0) return
      await sql`
        insert into records (app_id, entity_name, id, data, created_by, created_by_id, created_date, updated_date, is_sample)
        select ${app_id}, ${entity_name}, id, data, created_by, created_by_id, created_date, updated_date, is_sample
          from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as r(id text, data jsonb, created_by text,
               created_by_id text, created_date timestamptz, updated_date timestamptz, is_sample boolean)`.execute(
        db,
      )
    },

    /**
     * Merges the values into the record if it fulfils the condition, judged on the record as it is when it is
     * written: whoever changes another field at the same moment is neither overwritten nor overlooked.
     */
    async merge(
      id: string,
      values: { [field: string]: Json },
      condition: Condition,
      now: Date,
    ): Promise<RecordRow | null> {
      const { rows } = await sql<RecordRow>`
        update records r
           set data = r.data || ${JSON.stringify(values)}::jsonb,
               updated_date = greatest(${now}, r.updated_date + interval '1 millisecond')
         where ${isOfSet} and r.id = ${id} and ${conditionSql(condition)}
        returning ${COLUMNS}`.execute(db)
      return rows[0] ?? null
    },

    async delete(id: string, condition: Condition): Promise<RecordRow | null> {
      const { rows } = await sql<RecordRow>`
        delete from records r where ${isOfSet} and r.id = ${id} and ${conditionSql(condition)}
        returning ${COLUMNS}`.execute(db)
      return rows[0] ?? null
    },

    /** Held until the end of the transaction, always in the same order; at most so many. */
    async lock(condition: Condition, limit: number): Promise<RecordRow[]> {
      const { rows } = await sql<RecordRow>`
        select ${COLUMNS} from records r where ${isOfSet} and ${conditionSql(condition)}
         order by r.id limit ${limit} for update`.execute(db)
      return rows
    },

    /** Until the end of the transaction nobody else makes records by this key. */
    async lockKey(key: string): Promise<void> {
      const name = `upsert ${app_id} ${entity_name} ${key}`
      await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(db)
    },

    /** The data of records that are held, whole. */
    async replace(records: readonly Pick<RecordRow, 'id' | 'data'>[], now: Date): Promise<RecordRow[]> {
      if (records.length === 0) return []
      const { rows } = await sql<RecordRow>`
        update records r
           set data = given.data, updated_date = greatest(${now}, r.updated_date + interval '1 millisecond')
          from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as given(id text, data jsonb)
         where ${isOfSet} and r.id = given.id
        returning ${COLUMNS}`.execute(db)
      return rows
    },

    /** Those that fulfil the condition, at most so many. */
    async deleteSome(condition: Condition, limit: number): Promise<RecordRow[]> {
      const { rows } = await sql<RecordRow>`
        with chosen as (
          select r.id from records r where ${isOfSet} and ${conditionSql(condition)}
           order by r.id limit ${limit} for update)
        delete from records r using chosen where ${isOfSet} and r.id = chosen.id
        returning ${COLUMNS}`.execute(db)
      return rows
    },

    async count(condition: Condition): Promise<number> {
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from records r where ${isOfSet} and ${conditionSql(condition)}`.execute(db)
      return rows[0]?.count ?? 0
    },

    /** Those without a value in the key come last; ties by id, in the direction of the order. */
    async list(
      condition: Condition,
      order: RecordOrder,
      limit: number,
      from: { skip: number } | { after: RecordPosition },
    ): Promise<(RecordRow & { sort_key: string | number | boolean | Date | null })[]> {
      const key = keySql(order.key)
      // Every record has its own fields, and only without this can their index be walked backwards.
      const direction = sql.raw(order.direction)
      const nulls = order.key.kind === 'data' ? sql`nulls last` : sql``
      const skip = 'skip' in from ? from.skip : 0
      const after = 'after' in from ? sql`and ${isBehind(key, order, from.after)}` : sql``
      const { rows } = await sql<RecordRow & { sort_key: string | number | boolean | Date | null }>`
        select ${COLUMNS}, ${key} as sort_key from records r
         where ${isOfSet} and ${conditionSql(condition)} ${after}
         order by ${key} ${direction} ${nulls}, r.id ${direction}
         limit ${limit} offset ${skip}`.execute(db)
      return rows
    },
  }
}

function keySql(key: SortKey): RawBuilder<unknown> {
  if (key.kind === 'own') return sql.ref(`r.${key.name}`)
  const value = at(sql`r.data`, key.path)
  return key.isNumber ? numberKey(value) : textKey(value)
}

/** In the form that lets PostgreSQL begin in the middle of an index. */
function isBehind(key: RawBuilder<unknown>, order: RecordOrder, { key: last, id }: RecordPosition) {
  const sign = sql.raw(order.direction === 'asc' ? '>' : '<')
  if (last === null) return sql`(${key} is null and r.id ${sign} ${id})`
  const isTime = order.key.kind === 'own' && order.key.name.endsWith('_date')
  const value = isTime ? sql`${last}::timestamptz` : sql`${last}`
  const orEqual = sql.raw(order.direction === 'asc' ? '>=' : '<=')
  const behind = sql`(${key} ${orEqual} ${value} and (${key} ${sign} ${value} or r.id ${sign} ${id}))`
  return order.key.kind === 'own' ? behind : sql`(${behind} or ${key} is null)`
}
