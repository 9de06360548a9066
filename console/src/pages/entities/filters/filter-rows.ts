/** A filter as rows of field, operator and value, as far as rows can say it. */
import {
  isObject,
  isOwnField,
  type Json,
  type Properties,
  propertyAt,
  typesOf,
} from '../../../entity-schema.ts'
import { words } from './words.ts'

export const OPERATORS = {
  is: 'is',
  is_not: words.isNot,
  contains: 'contains',
  starts: words.startsWith,
  more: words.isMoreThan,
  at_least: words.isAtLeast,
  less: words.isLessThan,
  at_most: words.isAtMost,
  empty: words.isEmpty,
  there: words.hasAValue,
} as const
export type Operator = keyof typeof OPERATORS

export interface FilterRow {
  field: string
  operator: Operator
  /** As typed; its meaning depends on the field. Not used by the last two operators. */
  text: string
}

export interface FilterRows {
  match: 'all' | 'any'
  rows: FilterRow[]
}

export type FieldKind = 'text' | 'number' | 'boolean' | 'choice' | 'time' | 'date' | 'list' | 'other'

export const takesValue = (operator: Operator) => operator !== 'empty' && operator !== 'there'

/** What sort of values a field has, which decides how it can be asked about. */
export function fieldKind(properties: Properties, field: string): FieldKind {
  if (isOwnField(field)) return field === 'is_sample' ? 'boolean' : field.endsWith('_date') ? 'time' : 'text'
  const property = propertyAt(properties, field)
  const types = (property && typesOf(property)?.filter((type) => type !== 'null')) ?? []
  if (property?.enum && !types.includes('array')) return 'choice'
  if (types.length !== 1) return 'other'
  switch (types[0]) {
    case 'number':
    case 'integer':
      return 'number'
    case 'boolean':
      return 'boolean'
    case 'array':
      return 'list'
    case 'string':
      return property?.format === 'date' ? 'date' : 'text'
    default:
      return 'other'
  }
}

const OPERATORS_OF: Record<FieldKind, readonly Operator[]> = {
  text: ['is', 'is_not', 'contains', 'starts', 'empty', 'there'],
  number: ['is', 'is_not', 'more', 'at_least', 'less', 'at_most', 'empty', 'there'],
  boolean: ['is', 'is_not', 'empty', 'there'],
  choice: ['is', 'is_not', 'empty', 'there'],
  time: ['more', 'at_least', 'less', 'at_most'],
  date: ['is', 'is_not', 'more', 'at_least', 'less', 'at_most', 'empty', 'there'],
  list: ['is', 'is_not', 'empty', 'there'],
  other: ['is', 'is_not', 'empty', 'there'],
}

export const operatorsOf = (kind: FieldKind) => OPERATORS_OF[kind]

/** The words fit what is compared: dates come after each other, lists contain. */
export function operatorWords(operator: Operator, kind: FieldKind): string {
  if (kind === 'list' && operator === 'is') return 'contains'
  if (kind === 'list' && operator === 'is_not') return words.doesNotContain
  if (kind === 'date' || kind === 'time') return TIME_WORDS[operator] ?? OPERATORS[operator]
  return OPERATORS[operator]
}

const TIME_WORDS: Partial<Record<Operator, string>> = {
  more: words.isAfter,
  at_least: words.isFrom,
  less: words.isBefore,
  at_most: words.isUntil,
}

const ORDER: Partial<Record<Operator, string>> = {
  more: '$gt',
  at_least: '$gte',
  less: '$lt',
  at_most: '$lte',
}

/** The filter that the rows stand for; null for none. */
export function filterOf(
  { match, rows }: FilterRows,
  properties: Properties,
): { [key: string]: Json } | null {
  const conditions = rows.map((row) => conditionOf(row, fieldKind(properties, row.field)))
  if (conditions.length === 0) return null
  if (match === 'any' && conditions.length > 1) return { $or: conditions }
  const fields = new Set(rows.map(({ field }) => field))
  return fields.size === rows.length
    ? Object.fromEntries(conditions.flatMap(Object.entries))
    : { $and: conditions }
}

function conditionOf({ field, operator, text }: FilterRow, kind: FieldKind): { [key: string]: Json } {
  const order = ORDER[operator]
  if (order) return { [field]: { [order]: meant(text, kind) } }
  switch (operator) {
    case 'is_not':
      return { [field]: { $ne: meant(text, kind) } }
    case 'contains':
      return { [field]: { $regex: escaped(text), $options: 'i' } }
    case 'starts':
      return { [field]: { $regex: `^${escaped(text)}` } }
    case 'empty':
      return { [field]: { $exists: false } }
    case 'there':
      return { [field]: { $exists: true } }
    default:
      return { [field]: meant(text, kind) }
  }
}

function meant(text: string, kind: FieldKind): Json {
  if (kind === 'number' && text.trim() !== '' && Number.isFinite(Number(text))) return Number(text)
  if (kind === 'boolean') return text === 'true'
  if (kind !== 'choice' && kind !== 'other') return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function textOf(value: Json, kind: FieldKind): string | null {
  if (kind === 'choice' || kind === 'other') return JSON.stringify(value)
  if (kind === 'boolean') return typeof value === 'boolean' ? String(value) : null
  if (kind === 'number') return typeof value === 'number' ? String(value) : null
  return typeof value === 'string' ? value : null
}

/** The rows of a filter; null when it says what rows cannot. */
export function rowsOf(filter: Json, properties: Properties): FilterRows | null {
  if (!isObject(filter)) return null
  const [[key, list] = ['', null], ...others] = Object.entries(filter)
  const isList = others.length === 0 && (key === '$or' || key === '$and')
  if (isList && !Array.isArray(list)) return null
  const conditions =
    isList && Array.isArray(list) ? list : Object.entries(filter).map(([k, v]) => ({ [k]: v }))
  const rows = conditions.map((condition) => rowOf(condition, properties))
  const known = rows.filter((row) => row !== null)
  const match = isList && key === '$or' ? 'any' : 'all'
  return known.length === conditions.length ? { match, rows: known } : null
}

function rowOf(condition: Json, properties: Properties): FilterRow | null {
  if (!isObject(condition)) return null
  const [[field, wanted] = ['', null], ...others] = Object.entries(condition)
  const isKnown = isOwnField(field) || propertyAt(properties, field) !== null
  if (others.length > 0 || !isKnown) return null
  const row = comparedIn(field, wanted, fieldKind(properties, field))
  // Only what comes back as it was may be shown so.
  const same =
    row && JSON.stringify(conditionOf(row, fieldKind(properties, field))) === JSON.stringify(condition)
  return same ? row : null
}

function comparedIn(field: string, wanted: Json, kind: FieldKind): FilterRow | null {
  const row = (operator: Operator, text: string | null) => (text === null ? null : { field, operator, text })
  if (!isObject(wanted)) return row('is', textOf(wanted, kind))
  const { $exists, $regex } = wanted
  if (typeof $exists === 'boolean') return row($exists ? 'there' : 'empty', '')
  if (typeof $regex === 'string') {
    const isStart = $regex.startsWith('^')
    return row(isStart ? 'starts' : 'contains', unescaped(isStart ? $regex.slice(1) : $regex))
  }
  const [[operator, value] = ['', null]] = Object.entries(wanted)
  if (operator === '$ne') return row('is_not', textOf(value, kind))
  const ordered = Object.entries(ORDER).find(([, name]) => name === operator)?.[0] as Operator | undefined
  return ordered ? row(ordered, textOf(value, kind)) : null
}

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
const unescaped = (pattern: string) => pattern.replace(/\\(.)/g, '$1')

/** A row in words, for its chip. */
export function rowWords({ field, operator, text }: FilterRow, properties: Properties): string {
  const kind = fieldKind(properties, field)
  const compared = `${field} ${operatorWords(operator, kind)}`
  if (!takesValue(operator)) return compared
  const shown = kind === 'boolean' ? (text === 'true' ? 'yes' : 'no') : text.replace(/^"(.*)"$/, '$1')
  return `${compared} ${kind === 'number' || kind === 'boolean' ? shown : `“${shown}”`}`
}
