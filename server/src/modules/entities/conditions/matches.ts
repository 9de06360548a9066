import { isDeepStrictEqual } from 'node:util'
import {
  type Condition,
  type Field,
  type Json,
  OF_ELEMENTS,
  OWN_FIELDS,
  type RecordValues,
  type Test,
} from './condition.ts'

/** Whether a record fulfils a condition. */
export function matches(condition: Condition, record: RecordValues): boolean {
  return holds(condition, (field) => (field.kind === 'element' ? undefined : valueIn(record, field)))
}

type ValueAt = (field: Field) => Json | undefined

function holds(condition: Condition, valueAt: ValueAt): boolean {
  if ('all' in condition) return condition.all.every((one) => holds(one, valueAt))
  if ('any' in condition) return condition.any.some((one) => holds(one, valueAt))
  if ('not' in condition) return !holds(condition.not, valueAt)
  const { field, test } = condition
  const value = valueAt(field)
  if (passes(test, value)) return true
  const mayBeList = field.kind === 'element' || (field.kind === 'data' && field.mayBeList)
  return (
    mayBeList && Array.isArray(value) && OF_ELEMENTS.has(test.is) && value.some((one) => passes(test, one))
  )
}

function passes(test: Test, value: Json | undefined): boolean {
  switch (test.is) {
    case 'one_of':
      return test.values.some((one) => isEqual(one, value ?? null))
    case 'there':
      return value !== undefined && value !== null
    case 'like':
      return typeof value === 'string' && test.pattern.test(value)
    case 'list_with':
      return Array.isArray(value) && test.values.every((one) => value.some((has) => isEqual(has, one)))
    case 'list_of':
      return Array.isArray(value) && value.length === test.size
    case 'list_where':
      return Array.isArray(value) && value.some((one) => holds(test.element, elementValue(one)))
    default:
      return isOrdered(test.is, compare(value, test.than))
  }
}

function isEqual(one: Json, other: Json): boolean {
  if (typeof one !== 'object' || typeof other !== 'object') return one === other
  return isDeepStrictEqual(one, other)
}

/** Negative, zero or positive; null when the two cannot be compared. */
function compare(value: Json | undefined, than: string | number): number | null {
  if (typeof value === 'number' && typeof than === 'number') return value - than
  if (typeof value === 'string' && typeof than === 'string') return compareText(value, than)
  return null
}

/** By code points, as PostgreSQL's "C" does; the order of UTF-16 differs beyond the basic plane. */
export function compareText(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b))
}

function isOrdered(is: 'less' | 'at_most' | 'more' | 'at_least', order: number | null): boolean {
  if (order === null) return false
  if (is === 'less') return order < 0
  if (is === 'at_most') return order <= 0
  return is === 'more' ? order > 0 : order >= 0
}

function valueIn(record: RecordValues, field: Exclude<Field, { kind: 'element' }>): Json | undefined {
  if (field.kind === 'data') return at(record.data, field.path)
  const value = record[field.name]
  // Times as their one spelling, which sorts like the time itself.
  return OWN_FIELDS[field.name] === 'time' ? new Date(String(value)).toISOString() : value
}

function elementValue(element: Json): ValueAt {
  return (field) => (field.kind === 'element' ? at(element, field.path) : undefined)
}

function at(value: Json | undefined, path: readonly string[]): Json | undefined {
  let found = value
  for (const name of path) {
    if (typeof found !== 'object' || found === null || Array.isArray(found) || !Object.hasOwn(found, name))
      return
    found = found[name]
  }
  return found
}
