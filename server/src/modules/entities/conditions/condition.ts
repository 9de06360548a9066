/**
 * What a filter or a rule asks of a record: one form with two faces, `matches.ts` in memory and `condition-store.ts` in
 * SQL, which a property test holds equal.
 *
 * Meaning, the same in both: text is compared by code points, numbers by value, different types never; in a field that
 * may hold a list, one element that fits is enough; null and absent are the same; nothing else has a third truth.
 */
import type { TextPattern } from './text-pattern.ts'

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

export type Condition =
  | { all: readonly Condition[] }
  | { any: readonly Condition[] }
  | { not: Condition }
  | { field: Field; test: Test }

/** A place in a record: what the schema declares, what every record has, or a part of a list's element. */
export type Field =
  | { kind: 'data'; path: readonly string[]; mayBeList: boolean }
  | { kind: 'own'; name: OwnField }
  | { kind: 'element'; path: readonly string[] }

export type OwnField = keyof typeof OWN_FIELDS

export const OWN_FIELDS = {
  id: 'text',
  created_by: 'text',
  created_by_id: 'text',
  created_date: 'time',
  updated_date: 'time',
  is_sample: 'boolean',
} as const

export type Test =
  | { is: 'one_of'; values: readonly Json[] }
  | { is: 'less' | 'at_most' | 'more' | 'at_least'; than: string | number }
  | { is: 'there' }
  | { is: 'like'; pattern: TextPattern }
  | { is: 'list_with'; values: readonly Json[] }
  | { is: 'list_of'; size: number }
  | { is: 'list_where'; element: Condition }

/** Tests that a list passes also when one of its elements does. */
export const OF_ELEMENTS: ReadonlySet<Test['is']> = new Set([
  'one_of',
  'less',
  'at_most',
  'more',
  'at_least',
  'like',
])

export const ALWAYS: Condition = { all: [] }
export const NEVER: Condition = { any: [] }

/** Whether no record can fulfil it, as far as that shows without one. */
export function isNever(condition: Condition): boolean {
  if ('all' in condition) return condition.all.some(isNever)
  return 'any' in condition && condition.any.every(isNever)
}

/** A record as rules see it. Times are ISO 8601 in UTC with milliseconds. */
export interface RecordValues {
  id: string
  created_by: string
  created_by_id: string
  created_date: string
  updated_date: string
  is_sample: boolean
  data: { [field: string]: Json }
}

/** The outermost fields that a condition looks at, by their names in a filter. */
export function fieldsOf(condition: Condition): Set<string> {
  if ('all' in condition) return new Set(condition.all.flatMap((one) => [...fieldsOf(one)]))
  if ('any' in condition) return new Set(condition.any.flatMap((one) => [...fieldsOf(one)]))
  if ('not' in condition) return fieldsOf(condition.not)
  const { field } = condition
  if (field.kind === 'own') return new Set([field.name])
  return new Set(field.kind === 'data' ? [field.path.join('.')] : [])
}
