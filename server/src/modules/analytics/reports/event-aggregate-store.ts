import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'
import type { EventFilter } from './event-filter.ts'
import { matches } from './event-query-store.ts'

export interface Aggregate {
  bucket: { unit: 'hour' | 'day' | 'week' | 'month'; time_zone: string } | null
  group: EventField | null
  /** How many groups get rows of their own. */
  top: number
  /** Whose numbers are summed up. */
  property: string | null
  /** From 0 to 100. */
  percentiles: readonly number[]
}

export type EventField = { column: (typeof GROUP_COLUMNS)[number] } | { property: string }
export const GROUP_COLUMNS = ['event_name', 'user_id', 'session_id', 'page_url'] as const

export interface AggregateRow {
  bucket: Date | null
  group: string | null
  is_other: boolean
  count: number
  unique_users: number
  values: number
  sum: number
  avg: number | null
  min: number | null
  max: number | null
  at: (number | null)[] | null
}

/** Larger ones could not be summed up; nobody means them. */
const LARGEST = '1e200'

export async function aggregateRows(
  db: Db,
  filter: EventFilter,
  { bucket, group, top, property, percentiles }: Aggregate,
  limit: number,
): Promise<AggregateRow[]> {
  const fractions = percentiles.map((percentile) => percentile / 100)
  const time = bucket
    ? sql`date_trunc(${sql.lit(bucket.unit)}, e.occurred_at, ${bucket.time_zone}::text)`
    : sql`null::timestamptz`
  // A letter before each value tells those that have none from the empty text.
  const { rows } = await sql<AggregateRow>`
    with events as (
      select ${time} as bucket, ${group ? sql`coalesce('v' || ${groupSql(group)}, '')` : sql`''`} as key, e.user_id,
             ${property === null ? sql`null::float8` : numberSql(property)} as value
        from analytics_events e where ${matches(filter)}
    ), ranked as (
      select key, row_number() over (order by count(*) desc, key) as rank from events group by key
       order by rank limit ${top}
    )
    select e.bucket, case when r.key <> '' then substr(r.key, 2) end as "group", r.key is null as is_other,
           count(*) as count, count(distinct e.user_id) as unique_users, count(e.value) as "values",
           coalesce(sum(e.value), 0) as sum, avg(e.value) as avg, min(e.value) as min, max(e.value) as max,
           percentile_cont(${fractions}::float8[]) within group (order by e.value) as at
      from events e left join ranked r on r.key = e.key
     group by e.bucket, r.key, r.rank
     order by e.bucket, r.rank nulls last limit ${limit}`.execute(db)
  return rows
}

/** As text; values of properties that are no text as JSON. */
function groupSql(field: EventField): RawBuilder<unknown> {
  if ('column' in field) return sql.ref(`e.${field.column}`)
  return sql`(nullif(e.properties -> ${field.property}::text, 'null') #>> '{}')`
}

function numberSql(property: string): RawBuilder<unknown> {
  const value = sql`e.properties -> ${property}::text`
  return sql`(case when jsonb_typeof(${value}) = 'number' and abs((${value})::numeric) < ${sql.lit(LARGEST)}::numeric
    then (${value})::float8 end)`
}

/** The database knows fewer names of time zones than we do. */
export function isUnknownTimeZone(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && error.code === '22023' && /time zone/.test(error.message)
  )
}
