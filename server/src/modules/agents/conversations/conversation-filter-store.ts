/** A comparison of a conversation filter as SQL over `conversations`. */
import { type RawBuilder, sql } from 'kysely'
import type { Comparison } from './conversation-filter.ts'

type Sql = RawBuilder<unknown>

const SIGNS = { $gt: sql`>`, $gte: sql`>=`, $lt: sql`<`, $lte: sql`<=` }

/** Never null, so that "not" is the opposite. Values of `metadata` are compared as texts, ordered ones by their type. */
export function comparisonSql(comparison: Comparison): RawBuilder<boolean> {
  const { operator, values } = comparison
  const value = compared(comparison)
  switch (operator) {
    case '$exists':
      return values[0] === 'true' ? sql`${value} is not null` : sql`${value} is null`
    case '$eq':
    case '$in':
      return sql`coalesce(${among(comparison, value)}, false)`
    case '$ne':
    case '$nin':
      return sql`not coalesce(${among(comparison, value)}, false)`
    default:
      return sql`coalesce(${ordered(comparison, value, SIGNS[operator])}, false)`
  }
}

function compared(comparison: Comparison): Sql {
  if (comparison.field === 'metadata') return sql`(metadata #>> ${comparison.path}::text[])`
  return sql.ref(comparison.field === 'created_by_id' ? 'user_id' : comparison.field)
}

function among({ field, values }: Comparison, value: Sql): Sql {
  return sql`${value} = any(${values}::${sql.raw(typeOf(field))}[])`
}

function ordered(comparison: Comparison, value: Sql, sign: Sql): Sql {
  const [than] = comparison.values
  const asText = sql`${value} collate "C" ${sign} ${than}::text`
  if (comparison.field !== 'metadata')
    return typeOf(comparison.field) === 'text' ? asText : sql`${value} ${sign} ${than}::timestamptz`
  const number = Number(than)
  const asNumber =
    than === '' || !Number.isFinite(number)
      ? sql`null`
      : sql`${value}::numeric ${sign} ${String(number)}::numeric`
  return sql`(case jsonb_typeof(metadata #> ${comparison.path}::text[])
    when 'number' then ${asNumber} when 'string' then ${asText} end)`
}

function typeOf(field: Comparison['field']): 'text' | 'timestamptz' {
  return field === 'created_date' || field === 'updated_date' ? 'timestamptz' : 'text'
}
