/** What a caller may read of a record, cut out by the database: the rest is never sent, and counts nowhere. */
import { type RawBuilder, sql } from 'kysely'
import { type Condition, isNever } from '../conditions/condition.ts'
import { at, conditionSql } from '../conditions/condition-store.ts'
import type { Presentation } from './present-record.ts'
import { isAlways, type Readers } from './record-rules.ts'

export interface VisibleData {
  /** The data of a row `r` of records. */
  data: RawBuilder<unknown>
  /** The bytes of `data` where it stands in a row `v`. */
  bytes: RawBuilder<number>
}

/** Of the fields that are named, or of all. */
export function visibleData({ rules }: Presentation, fields: readonly string[] | null): VisibleData {
  const names = [...rules.readers].flatMap(([name, { condition }]) =>
    isNever(condition) || (fields && !fields.includes(name)) ? [] : [name],
  )
  const rest = sql`(r.data - ${names}::text[])`
  const isWhole = sql`${rest} = '{}'`
  const chosen = sql`(case when ${isWhole} then r.data else r.data - array(select jsonb_object_keys${rest}) end)`
  const places = ruledPlaces(rules.readers, []).filter(({ path: [name = ''] }) => names.includes(name))
  if (places.length === 0)
    return {
      data: chosen,
      bytes: sql`(case when ${isWhole} then r.bytes else octet_length(v.data::text) end)`,
    }
  return { data: places.reduce(without, chosen), bytes: sql`octet_length(v.data::text)` }
}

interface RuledPlace {
  path: readonly string[]
  condition: Condition
}

function ruledPlaces(readers: Readers, above: readonly string[]): RuledPlace[] {
  return [...readers].flatMap(([name, { condition, inside }]) => {
    const path = [...above, name]
    return [
      ...(isAlways(condition) ? [] : [{ path, condition }]),
      ...(inside ? ruledPlaces(inside, path) : []),
    ]
  })
}

/** Only objects have parts with rules of their own: in a list, the name could be a position. */
function without(data: RawBuilder<unknown>, { path, condition }: RuledPlace): RawBuilder<unknown> {
  const above = path.slice(0, -1)
  const isThere = above.length > 0 ? sql`jsonb_typeof(${at(sql`r.data`, above)}) = 'object'` : sql`true`
  return sql`(${data} #- case when ${isThere} and not coalesce(${conditionSql(condition)}, false) then ${path}::text[] else '{}' end)`
}
