/** Lists of records in an order, from anywhere in the middle, in the form that PostgreSQL walks an index for. */
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'
import { type Condition, OWN_FIELDS } from '../conditions/condition.ts'
import { at, booleanKey, conditionSql, numberKey, textKey } from '../conditions/condition-store.ts'
import type { RecordKey } from './record-key.ts'
import { MAX_STORED_BYTES, type Most } from './record-size.ts'
import { RECORD_COLUMNS, type RecordRow, type RecordSet } from './record-store.ts'
import type { VisibleData } from './visible-data-store.ts'

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
export type StoredRow = RecordRow & { sort_key: SortKey; bytes: number }
/** Data and `bytes` are of what the caller may read; `stored_bytes` of all of it. */
export type ListedRow = StoredRow & { stored_bytes: number }
export type ListFrom = { skip: number } | { after: RecordPosition }

const COLUMNS = sql.raw(RECORD_COLUMNS)

/** Which records, in which order, and what of them. */
export interface ListQuery {
  condition: Condition
  order: RecordOrder
  visible: VisibleData
}

export const recordListStore = (db: Db, set: RecordSet) => {
  const run = async (part: Part, { condition, order, visible }: ListQuery, most: Most, from: ListFrom) =>
    (await shownSql(listSql(set, part, condition, order, most, from), order, visible).execute(db)).rows
  return {
    /**
     * Those without a value in the key come last; ties by id, in the direction of the order. At most so many bytes are
     * read, of whole records: the one that is beyond is the last.
     */
    async list(query: ListQuery, most: Most, from: ListFrom): Promise<ListedRow[]> {
      const { condition, order } = query
      if (order.then?.length || order.key.kind === 'own') return run('all', query, most, from)
      const isBeyond = 'after' in from && from.after.key === null
      const first = isBeyond ? [] : await run('with_key', query, most, from)
      const left = { rows: most.rows - first.length, bytes: most.bytes - storedBytesOf(first) }
      if (left.rows === 0 || left.bytes <= 0) return first
      const rest = await run('without_key', query, left, {
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
  order: RecordOrder,
  most: Most,
  from: ListFrom,
): RawBuilder<StoredRow> {
  const { key, direction, then = [] } = order
  const parts = [{ key, direction }, ...then]
  const columns = parts.map((one) => keySql(one.key))
  const [column = sql``] = columns
  const ofPart = {
    all: sql``,
    with_key: sql`and ${column} is not null`,
    without_key: sql`and ${column} is null`,
  }
  const behind =
    then.length > 0 ? isBehindAll : (_: unknown, at: RecordPosition) => isBehind(key, direction, at)
  const after = 'after' in from ? sql`and ${behind(parts, from.after)}` : sql``
  const skip = 'skip' in from && from.skip > 0 ? sql`offset ${from.skip}` : sql``
  const named = columns.map((one, place) => sql`${one} as ${sql.ref(sortKey(place))}`)
  const rows = sql<StoredRow>`
    select ${COLUMNS}, ${sql.join(named)}, r.bytes from records r
     where ${isOf(set)} and ${conditionSql(condition)} ${ofPart[part]} ${after}
     order by ${orderSql(order, columns, sql`r.id`)} limit ${most.rows} ${skip}`
  if (most.rows * MAX_STORED_BYTES <= most.bytes) return rows
  const by = byNames(order, '')
  return sql<StoredRow>`
    select * from (
      select *, sum(bytes) over (order by ${by} rows unbounded preceding) - bytes as bytes_before
        from (${rows}) listed
    ) counted where bytes_before < ${most.bytes} order by ${by}`
}

/** Of several keys, the first has the name of one alone. */
const sortKey = (place: number) => (place === 0 ? 'sort_key' : `sort_key_${place}`)

/** By several keys, a sort of its own: no declared index has every mix of directions. */
function orderSql(
  { direction, then = [] }: RecordOrder,
  keys: readonly RawBuilder<unknown>[],
  id: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const last = then.length > 0 ? sql.raw('nulls last') : sql``
  const parts = [{ direction }, ...then]
  return sql`${sql.join(parts.map((part, place) => sql`${keys[place]} ${sql.raw(part.direction)} ${last}`))}, ${id} ${sql.raw(direction)}`
}

function byNames(order: RecordOrder, table: string): RawBuilder<unknown> {
  const keys = [order, ...(order.then ?? [])].map((_, place) => sql.ref(`${table}${sortKey(place)}`))
  return orderSql(order, keys, sql.ref(`${table}id`))
}

/** The rows as the caller sees them. Each key is sent once: keys may be as large as the record. */
function shownSql(
  rows: RawBuilder<StoredRow>,
  order: RecordOrder,
  visible: VisibleData,
): RawBuilder<ListedRow> {
  const keys = [order, ...(order.then ?? [])].map((_, place) => sql.ref(`r.${sortKey(place)}`))
  const [key = sql``] = keys
  const shownKey = keys.length > 1 ? sql`jsonb_build_array(${sql.join(keys)})` : key
  return sql<ListedRow>`
    select r.id, v.data, r.created_by, r.created_by_id, r.created_date, r.updated_date, r.is_sample,
           ${shownKey} as sort_key, r.bytes as stored_bytes,
           greatest(${visible.bytes}, octet_length(${shownKey}::text)) as bytes
      from (${rows}) r cross join lateral (select ${visible.data} as data offset 0) v
     order by ${byNames(order, 'r.')}`
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

export function storedBytesOf(rows: readonly { stored_bytes: number }[]): number {
  return rows.reduce((sum, row) => sum + row.stored_bytes, 0)
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
