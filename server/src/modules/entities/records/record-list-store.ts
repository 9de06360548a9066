/** Lists of records in an order, from anywhere in the middle, in the form that PostgreSQL walks an index for. */
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'
import { type Condition, OWN_FIELDS } from '../conditions/condition.ts'
import { at, booleanKey, conditionSql, numberKey, textKey } from '../conditions/condition-store.ts'
import type { RecordKey } from './record-key.ts'
import { MAX_RECORD_BYTES, type Most } from './record-size.ts'
import { RECORD_COLUMNS, type RecordRow, type RecordSet } from './record-store.ts'

export interface OrderPart {
  key: RecordKey
  direction: 'asc' | 'desc'
}

/** `then` orders those that are alike in everything before. */
export interface RecordOrder extends OrderPart {
  then?: readonly OrderPart[]
}

/** Where a page goes on: behind the record with this key and id; null is the key of those that have none. */
export interface RecordPosition {
  /** Of several parts of an order: a JSON list of them. */
  key: string | number | null
  id: string
}

export type SortKey = string | number | boolean | Date | null | readonly (string | number | boolean | null)[]
export type ListedRow = RecordRow & { sort_key: SortKey; bytes: number }
export type ListFrom = { skip: number } | { after: RecordPosition }

const COLUMNS = sql.raw(RECORD_COLUMNS)

export const recordListStore = (db: Db, set: RecordSet) => {
  const run = async (part: Part, condition: Condition, order: RecordOrder, most: Most, from: ListFrom) =>
    (await listSql(set, part, condition, order, most, from).execute(db)).rows
  return {
    /**
     * Those without a value in the key come last; ties by id, in the direction of the order. Of those that are too many
     * bytes, the first one is the last that is read.
     */
    async list(condition: Condition, order: RecordOrder, most: Most, from: ListFrom): Promise<ListedRow[]> {
      if (order.then?.length) return (await severalSql(set, condition, order, most, from).execute(db)).rows
      if (order.key.kind === 'own') return run('all', condition, order, most, from)
      const isBeyond = 'after' in from && from.after.key === null
      const first = isBeyond ? [] : await run('with_key', condition, order, most, from)
      const left = { rows: most.rows - first.length, bytes: most.bytes - bytesOf(first) }
      if (left.rows === 0 || left.bytes <= 0) return first
      const rest = await run('without_key', condition, order, left, {
        ...(isBeyond ? from : { skip: await restOfSkip(condition, order, first, from) }),
      })
      return [...first, ...rest]
    },

    /** The different values of the key, or of the elements of its lists, behind the one given. */
    async values(
      condition: Condition,
      { key, direction }: RecordOrder,
      limit: number,
      after: string | number | null,
      isList: boolean,
    ): Promise<{ value: SortKey }[]> {
      const isOfElements = isList && key.kind === 'data'
      const column = isOfElements ? keySql({ ...key, path: [] }, sql`e.value`) : keySql(key)
      const elements = isOfElements ? elementsOf(at(sql`r.data`, key.path)) : sql``
      const sign = sql.raw(direction === 'asc' ? '>' : '<')
      const behind = after === null ? sql`` : sql`and ${column} ${sign} ${valueSql(key, after)}`
      const { rows } = await sql<{ value: SortKey }>`
        select distinct ${column} as value from records r ${elements}
         where ${isOf(set)} and ${conditionSql(condition)} and ${column} is not null ${behind}
         order by value ${sql.raw(direction)} limit ${limit}`.execute(db)
      return rows
    },
  }

  /** What is left to be passed over among those without a key. */
  async function restOfSkip(
    condition: Condition,
    { key }: RecordOrder,
    first: readonly ListedRow[],
    from: ListFrom,
  ): Promise<number> {
    if (first.length > 0 || !('skip' in from) || from.skip === 0) return 0
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from records r
       where ${isOf(set)} and ${conditionSql(condition)} and ${keySql(key)} is not null`.execute(db)
    return from.skip - (rows[0]?.count ?? 0)
  }
}

/** Nulls are a part of their own: in one statement, an index could serve only one of the two directions. */
type Part = 'all' | 'with_key' | 'without_key'

export function listSql(
  set: RecordSet,
  part: Part,
  condition: Condition,
  { key, direction }: RecordOrder,
  most: Most,
  from: ListFrom,
): RawBuilder<ListedRow> {
  const column = keySql(key)
  const way = sql.raw(direction)
  const ofPart = {
    all: sql``,
    with_key: sql`and ${column} is not null`,
    without_key: sql`and ${column} is null`,
  }
  const after = 'after' in from ? sql`and ${isBehind(key, direction, from.after)}` : sql``
  const skip = 'skip' in from && from.skip > 0 ? sql`offset ${from.skip}` : sql``
  const rows = sql<ListedRow>`
    select ${COLUMNS}, ${column} as sort_key, r.bytes from records r
     where ${isOf(set)} and ${conditionSql(condition)} ${ofPart[part]} ${after}
     order by ${column} ${way}, r.id ${way} limit ${most.rows} ${skip}`
  if (most.rows * MAX_RECORD_BYTES <= most.bytes) return rows
  return sql<ListedRow>`
    select * from (
      select *, sum(bytes) over (order by sort_key ${way}, id ${way} rows unbounded preceding) - bytes as bytes_before
        from (${rows}) listed
    ) counted where bytes_before < ${most.bytes} order by sort_key ${way}, id ${way}`
}

/** By several keys: one statement with a sort of its own, as no declared index has every mix of directions. */
function severalSql(
  set: RecordSet,
  condition: Condition,
  { key, direction, then = [] }: RecordOrder,
  most: Most,
  from: ListFrom,
): RawBuilder<ListedRow> {
  const parts = [{ key, direction }, ...then]
  const columns = parts.map((part) => keySql(part.key))
  const way = sql.raw(direction)
  const names = parts.map((_, place) => sql.ref(`sort_key_${place}`))
  const orderOf = (keys: readonly RawBuilder<unknown>[], id: RawBuilder<unknown>) =>
    sql`${sql.join(parts.map((part, place) => sql`${keys[place]} ${sql.raw(part.direction)} nulls last`))}, ${id} ${way}`
  const after = 'after' in from ? sql`and ${isBehindAll(parts, from.after)}` : sql``
  const skip = 'skip' in from && from.skip > 0 ? sql`offset ${from.skip}` : sql``
  return sql<ListedRow>`
    select * from (
      select *, sum(bytes) over (order by ${orderOf(names, sql.ref('id'))} rows unbounded preceding) - bytes as bytes_before
        from (
          select ${COLUMNS}, r.bytes, jsonb_build_array(${sql.join(columns)}) as sort_key,
                 ${sql.join(columns.map((column, place) => sql`${column} as ${names[place]}`))}
            from records r where ${isOf(set)} and ${conditionSql(condition)} ${after}
           order by ${orderOf(columns, sql`r.id`)} limit ${most.rows} ${skip}
        ) listed
    ) counted where bytes_before < ${most.bytes} order by ${orderOf(names, sql.ref('id'))}`
}

/** Alike in the first parts and behind in the next, for one of them; at last by id. */
function isBehindAll(parts: readonly OrderPart[], { key, id }: RecordPosition): RawBuilder<unknown> {
  const last: unknown[] = JSON.parse(String(key))
  const sign = (direction: 'asc' | 'desc') => sql.raw(direction === 'asc' ? '>' : '<')
  const first = parts[0]?.direction ?? 'asc'
  return parts.reduceRight<RawBuilder<unknown>>(
    (rest, part, place) => {
      const column = keySql(part.key)
      const value = last[place]
      // Nothing is behind those without a value but others without one.
      if (value === null || value === undefined) return sql`(${column} is null and ${rest})`
      const than = valueSql(part.key, typeof value === 'number' ? value : String(value))
      return sql`(${column} ${sign(part.direction)} ${than} or ${column} is null or (${column} = ${than} and ${rest}))`
    },
    sql`r.id ${sign(first)} ${id}`,
  )
}

export function bytesOf(rows: readonly { bytes: number }[]): number {
  return rows.reduce((sum, row) => sum + row.bytes, 0)
}

export function keySql(key: RecordKey, root: RawBuilder<unknown> = sql`r.data`): RawBuilder<unknown> {
  if (key.kind === 'own') return sql.ref(`r.${key.name}`)
  const value = at(root, key.path)
  if (key.as === 'number') return numberKey(value)
  return key.as === 'boolean' ? booleanKey(value) : textKey(value)
}

function elementsOf(list: RawBuilder<unknown>) {
  return sql`cross join lateral jsonb_array_elements(
    case when jsonb_typeof(${list}) = 'array' then ${list} else '[]' end) e`
}

function isOf({ app_id, entity_name }: RecordSet) {
  return sql`r.app_id = ${app_id} and r.entity_name = ${entity_name}`
}

function isBehind(key: RecordKey, direction: 'asc' | 'desc', { key: last, id }: RecordPosition) {
  const column = keySql(key)
  const sign = sql.raw(direction === 'asc' ? '>' : '<')
  if (last === null) return sql`r.id ${sign} ${id}`
  const value = valueSql(key, last)
  const orEqual = sql.raw(direction === 'asc' ? '>=' : '<=')
  return sql`${column} ${orEqual} ${value} and (${column} ${sign} ${value} or r.id ${sign} ${id})`
}

/** A value to hold the key against. */
function valueSql(key: RecordKey, value: string | number): RawBuilder<unknown> {
  if (key.kind === 'data') return key.as === 'number' ? sql`${value}::numeric` : sql`${value}::text`
  const type = { text: sql`::text`, time: sql`::timestamptz`, boolean: sql`::boolean` }[OWN_FIELDS[key.name]]
  return sql`${value}${type}`
}

/** A sort key as a cursor carries it. */
export function keyOf(value: SortKey): string | number | null {
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'object' && value !== null) return JSON.stringify(value)
  return typeof value === 'boolean' ? String(value) : value
}
