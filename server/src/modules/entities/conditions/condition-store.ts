/** A condition as SQL over a row `r` of records. Field names are declared ones and go in as literals, for the indexes. */
import { type RawBuilder, sql } from 'kysely'
import { type Condition, type Field, type Json, OF_ELEMENTS, OWN_FIELDS, type Test } from './condition.ts'

type Sql = RawBuilder<unknown>

/** For `where`, in which unknown counts as not so: without the doubt made plain, an index can be used. */
export function conditionSql(condition: Condition): RawBuilder<boolean> {
  return sql<boolean>`${compile(condition, sql`r.data`, 'wanted')}`
}

/** Texts, numbers and truths of a value as keys that sort; null when it is of another type. Declared indexes are on these. */
export const textKey = (value: Sql) =>
  sql`(case when jsonb_typeof(${value}) = 'string' then ${value} #>> '{}' end) collate "C"`
export const numberKey = (value: Sql) =>
  sql`(case when jsonb_typeof(${value}) = 'number' then (${value})::numeric end)`

export const booleanKey = (value: Sql) =>
  sql`(case when jsonb_typeof(${value}) = 'boolean' then ${value} #>> '{}' end) collate "C"`

/** A place in a jsonb value. */
export function at(root: Sql, path: readonly string[]): Sql {
  return path.reduce((value, name) => sql`(${value} -> ${sql.lit(name)})`, root)
}

/** Where it must be `known`, nothing is unknown: below a "not", what cannot be said would stay so. */
type Doubt = 'wanted' | 'known'

/** `root` holds the fields of the record, or is the element of a list. */
function compile(condition: Condition, root: Sql, doubt: Doubt): Sql {
  if ('all' in condition) return joined(condition.all, root, doubt, 'and', sql`true`)
  if ('any' in condition) return joined(condition.any, root, doubt, 'or', sql`false`)
  if ('not' in condition) return sql`not ${compile(condition.not, root, 'known')}`
  const { field, test } = condition
  if (field.kind === 'own') return ownTest(field, test)
  const value = at(root, field.path)
  const self = doubt === 'known' ? truth(valueTest(value, test)) : valueTest(value, test)
  const mayBeList = field.kind === 'element' || field.mayBeList
  return mayBeList && OF_ELEMENTS.has(test.is)
    ? sql`(${self} or ${someElement(value, valueTest(sql`e.value`, test))})`
    : self
}

function joined(conditions: readonly Condition[], root: Sql, doubt: Doubt, by: 'and' | 'or', none: Sql): Sql {
  if (conditions.length === 0) return none
  const parts = conditions.map((one) => compile(one, root, doubt))
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
      return someElement(value, compile(test.element, sql`e.value`, 'wanted'))
    default: {
      const key = typeof test.than === 'number' ? numberKey(value) : textKey(value)
      return sql`${key} ${SIGNS[test.is]} ${test.than}`
    }
  }
}

function all(conditions: readonly Sql[]): Sql {
  return conditions.length === 0 ? sql`true` : sql`(${sql.join(conditions, sql` and `)})`
}

/** By type, so that an index can find them; one value as itself, since only then the rows come in the order of the rest. */
function isOneOf(value: Sql, values: readonly Json[]): Sql {
  const texts = values.filter((one) => typeof one === 'string')
  const numbers = values.filter((one) => typeof one === 'number')
  const booleans = values.filter((one) => typeof one === 'boolean').map(String)
  const others = values.filter((one) => typeof one === 'object' && one !== null)
  const ways = [
    ...among(textKey(value), texts, 'text'),
    ...among(numberKey(value), numbers, 'numeric'),
    ...among(booleanKey(value), booleans, 'text'),
    ...others.map((one) => sql`${value} = ${JSON.stringify(one)}::jsonb`),
    ...(values.includes(null) ? [sql`coalesce(jsonb_typeof(${value}) = 'null', true)`] : []),
  ]
  if (ways.length === 0) return sql`false`
  return ways.length === 1 && ways[0] ? ways[0] : sql`(${sql.join(ways, sql` or `)})`
}

type Type = 'text' | 'numeric' | 'timestamptz' | 'boolean'

function among(key: Sql, values: readonly Json[], type: Type): Sql[] {
  if (values.length === 0) return []
  if (values.length === 1) return [sql`${key} = ${values[0]}::${sql.raw(type)}`]
  return [sql`${key} = any(${values}::${sql.raw(type)}[])`]
}

const OWN_TYPES = { text: 'text', time: 'timestamptz', boolean: 'boolean' } as const

function ownTest({ name }: Extract<Field, { kind: 'own' }>, test: Test): Sql {
  const type = OWN_FIELDS[name]
  const column = sql.ref(`r.${name}`)
  const key = type === 'text' ? sql`${column} collate "C"` : column
  const cast = type === 'time' ? sql`::timestamptz` : sql``
  if (test.is === 'there') return sql`true`
  if (test.is === 'like') return type === 'text' ? sql`${column} ~ ${test.pattern.text}` : sql`false`
  if (test.is === 'one_of') {
    const wanted = test.values.filter((one) => typeof one === (type === 'boolean' ? 'boolean' : 'string'))
    // Not by "C": equal is equal in any order, and the indexes of these columns are in that of the database.
    return among(column, wanted, OWN_TYPES[type])[0] ?? sql`false`
  }
  if (test.is === 'less' || test.is === 'at_most' || test.is === 'more' || test.is === 'at_least') {
    if (type === 'boolean' || typeof test.than !== 'string') return sql`false`
    return sql`(${key} ${SIGNS[test.is]} ${test.than}${cast})`
  }
  return sql`false`
}
