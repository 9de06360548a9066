/** A condition as SQL over a row `r` of records. Field names are declared ones and go in as literals, for the indexes. */
import { type RawBuilder, sql } from 'kysely'
import { type Condition, type Field, type Json, OWN_FIELDS, type Test } from './condition.ts'

type Sql = RawBuilder<unknown>

export function conditionSql(condition: Condition): RawBuilder<boolean> {
  return sql<boolean>`${compile(condition, sql`r.data`)}`
}

/** Text and numbers of a value as keys that sort; null when it is of another type. Declared indexes are on these. */
export const textKey = (value: Sql) =>
  sql`(case when jsonb_typeof(${value}) = 'string' then ${value} #>> '{}' end) collate "C"`
export const numberKey = (value: Sql) =>
  sql`(case when jsonb_typeof(${value}) = 'number' then (${value})::numeric end)`

/** A place in a jsonb value. */
export function at(root: Sql, path: readonly string[]): Sql {
  return path.reduce((value, name) => sql`(${value} -> ${sql.lit(name)})`, root)
}

/** `root` holds the fields of the record, or is the element of a list. */
function compile(condition: Condition, root: Sql): Sql {
  if ('all' in condition) return joined(condition.all, root, 'and', sql`true`)
  if ('any' in condition) return joined(condition.any, root, 'or', sql`false`)
  if ('not' in condition) return sql`not ${compile(condition.not, root)}`
  const { field, test } = condition
  if (field.kind === 'own') return ownTest(field, test)
  const value = at(root, field.path)
  const self = truth(valueTest(value, test))
  const mayBeList = field.kind === 'element' || field.mayBeList
  return mayBeList && OF_ELEMENTS.has(test.is)
    ? sql`(${self} or ${someElement(value, valueTest(sql`e.value`, test))})`
    : self
}

const OF_ELEMENTS: ReadonlySet<Test['is']> = new Set([
  'one_of',
  'less',
  'at_most',
  'more',
  'at_least',
  'like',
])

function joined(conditions: readonly Condition[], root: Sql, by: 'and' | 'or', none: Sql): Sql {
  if (conditions.length === 0) return none
  const parts = conditions.map((one) => compile(one, root))
  return sql`(${sql.join(parts, by === 'and' ? sql` and ` : sql` or `)})`
}

/** Nothing is unknown here: what cannot be said is not so. */
function truth(expression: Sql): Sql {
  return sql`coalesce(${expression}, false)`
}

function someElement(value: Sql, test: Sql): Sql {
  return sql`(case when jsonb_typeof(${value}) = 'array'
    then exists (select from jsonb_array_elements(${value}) e where ${test}) else false end)`
}

const SIGNS = { less: sql`<`, at_most: sql`<=`, more: sql`>`, at_least: sql`>=` }

function valueTest(value: Sql, test: Test): Sql {
  switch (test.is) {
    case 'one_of':
      return isOneOf(value, test.values)
    case 'there':
      return sql`jsonb_typeof(${value}) <> 'null'`
    case 'like':
      return sql`${textKey(value)} ~ ${test.pattern.text}`
    case 'list_with':
      return sql`(jsonb_typeof(${value}) = 'array' and ${all(test.values.map((one) => someElement(value, isOneOf(sql`e.value`, [one]))))})`
    case 'list_of':
      return sql`(case when jsonb_typeof(${value}) = 'array' then jsonb_array_length(${value}) = ${test.size} end)`
    case 'list_where':
      return someElement(value, compile(test.element, sql`e.value`))
    default: {
      const key = typeof test.than === 'number' ? numberKey(value) : textKey(value)
      return sql`${key} ${SIGNS[test.is]} ${test.than}`
    }
  }
}

function all(conditions: readonly Sql[]): Sql {
  return conditions.length === 0 ? sql`true` : sql`(${sql.join(conditions, sql` and `)})`
}

/** By type, so that texts and numbers can be found by an index. */
function isOneOf(value: Sql, values: readonly Json[]): Sql {
  const texts = values.filter((one) => typeof one === 'string')
  const numbers = values.filter((one) => typeof one === 'number')
  const others = values.filter((one) => one !== null && typeof one !== 'string' && typeof one !== 'number')
  const ways = [
    texts.length > 0 && sql`${textKey(value)} = any(${texts}::text[])`,
    numbers.length > 0 && sql`${numberKey(value)} = any(${numbers}::numeric[])`,
    ...others.map((one) => sql`${value} = ${JSON.stringify(one)}::jsonb`),
    values.includes(null) && sql`coalesce(jsonb_typeof(${value}) = 'null', true)`,
  ].filter((way) => way !== false)
  return ways.length === 0 ? sql`false` : sql`(${sql.join(ways, sql` or `)})`
}

function ownTest({ name }: Extract<Field, { kind: 'own' }>, test: Test): Sql {
  const type = OWN_FIELDS[name]
  const column = sql.ref(`r.${name}`)
  const key = type === 'text' ? sql`${column} collate "C"` : column
  const cast = type === 'time' ? sql`::timestamptz` : sql``
  if (test.is === 'there') return sql`true`
  if (test.is === 'like') return type === 'text' ? sql`${column} ~ ${test.pattern.text}` : sql`false`
  if (test.is === 'one_of') {
    const wanted = test.values.filter((one) => typeof one === (type === 'boolean' ? 'boolean' : 'string'))
    const list =
      type === 'time' ? sql`::timestamptz[]` : type === 'boolean' ? sql`::boolean[]` : sql`::text[]`
    return wanted.length === 0 ? sql`false` : sql`(${key} = any(${wanted}${list}))`
  }
  if (test.is === 'less' || test.is === 'at_most' || test.is === 'more' || test.is === 'at_least') {
    if (type === 'boolean' || typeof test.than !== 'string') return sql`false`
    return sql`(${key} ${SIGNS[test.is]} ${test.than}${cast})`
  }
  return sql`false`
}
