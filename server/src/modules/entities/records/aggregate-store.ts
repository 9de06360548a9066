/** Aggregates as one statement: a row of the answer is one JSON object, so that `having` is a condition like any other. */
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'
import { type Condition, type Json, OWN_FIELDS } from '../conditions/condition.ts'
import { at, conditionSql, numberKey, textKey } from '../conditions/condition-store.ts'
import type { Column, Measure, RowOrder, Unit } from './aggregate-query.ts'
import type { RecordKey } from './record-key.ts'
import type { RecordSet } from './record-store.ts'

type Sql = RawBuilder<unknown>
export type AggregateRow = { [key: string]: Json }

export const aggregateStore = (db: Db, { app_id, entity_name }: RecordSet) => ({
  /** Records that fulfil the condition, rows that fulfil `having`; at most so many. */
  async rows(
    condition: Condition,
    columns: readonly Column[],
    having: Condition,
    order: readonly RowOrder[],
    limit: number,
  ): Promise<AggregateRow[]> {
    const values = columns.map((column) => sql`${column.key}::text, ${columnSql(column)}`)
    const groups = columns.flatMap((column) => groupOf(column) ?? [])
    const { rows } = await sql<{ data: AggregateRow }>`
      select r.data from (
        select jsonb_build_object(${sql.join(values)}) as data from records r
         where r.app_id = ${app_id} and r.entity_name = ${entity_name} and ${conditionSql(condition)}
         ${groups.length > 0 ? sql`group by ${sql.join(groups)}` : sql``}) r
       where ${conditionSql(having)}
       order by ${sql.join([...order.flatMap(orderBy), sql`1`])}
       limit ${limit}`.execute(db)
    return rows.map(({ data }) => data)
  },
})

function columnSql(column: Column): Sql {
  switch (column.is) {
    case 'count':
      return sql`count(*)`
    case 'group':
      return shown(column.of, whole(column.of))
    case 'bucket':
      return bucket(column.of, column.unit)
    default:
      return measured(column.is, column.of)
  }
}

function groupOf(column: Column): Sql | null {
  if (column.is === 'group') return whole(column.of)
  return column.is === 'bucket' ? bucket(column.of, column.unit) : null
}

function measured(measure: Measure, of: RecordKey): Sql {
  switch (measure) {
    case 'sum':
      return sql`coalesce(sum(${ordered(of)}), 0)`
    case 'avg':
      return sql`avg(${ordered(of)})`
    case 'min':
      return shown(of, sql`min(${ordered(of)})`)
    case 'max':
      return shown(of, sql`max(${ordered(of)})`)
    case 'count_distinct':
      return sql`count(distinct ${whole(of)})`
  }
}

/** The value as it is; null and absent are the same. */
function whole(of: RecordKey): Sql {
  return of.kind === 'own' ? sql.ref(`r.${of.name}`) : sql`nullif(${at(sql`r.data`, of.path)}, 'null')`
}

function ordered(of: RecordKey): Sql {
  if (of.kind === 'own')
    return OWN_FIELDS[of.name] === 'text' ? sql`${sql.ref(`r.${of.name}`)} collate "C"` : whole(of)
  const value = at(sql`r.data`, of.path)
  return of.as === 'number' ? numberKey(value) : textKey(value)
}

/** Times in their one spelling. */
function shown(of: RecordKey, value: Sql): Sql {
  const isTime = of.kind === 'own' && OWN_FIELDS[of.name] === 'time'
  return isTime ? sql`to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')` : value
}

/** The first day of the unit that a time falls into, in UTC. */
function bucket(of: RecordKey, unit: Unit): Sql {
  const time = of.kind === 'own' ? sql`${whole(of)} at time zone 'UTC'` : timeIn(of.path)
  return sql`to_char(date_trunc(${sql.lit(unit)}, ${time}), 'YYYY-MM-DD')`
}

/** Texts that are times, read as UTC where they name no zone; all others have none, and none makes the reading fail. */
function timeIn(path: readonly string[]): Sql {
  const text = textKey(at(sql`r.data`, path))
  return sql`(case when ${text} ~ ${sql.lit(`^${DAY}(${TIME})?$`)} then ${text}::timestamp
    when ${text} ~ ${sql.lit(`^${DAY}${TIME}${ZONE}$`)} then ${text}::timestamptz at time zone 'UTC' end)`
}

const LEAP = '([0-9]{2}(0[48]|[2468][048]|[13579][26])|([02468][48]|[2468]0|[13579][26])00)'
const DAY = `((?!0000)[0-9]{4}-((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|1[0-9]|2[0-8]))|${LEAP}-02-29)`
const TIME = '[Tt ]([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9]([.][0-9]{1,9})?)?'
const ZONE = '([Zz]|[+-](0[0-9]|1[0-4]):?[0-5][0-9])'

/** Rows without a value last; numbers before texts, before the rest. */
function orderBy({ key, direction }: RowOrder): Sql[] {
  const value = at(sql`r.data`, [key])
  const way = sql.raw(`${direction} nulls last`)
  return [
    sql`${numberKey(value)} ${way}`,
    sql`${textKey(value)} ${way}`,
    sql`nullif(${value}, 'null') ${way}`,
  ]
}
