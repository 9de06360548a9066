import { type Condition, type Field, OWN_FIELDS } from './condition.ts'
import type { Effort } from './effort.ts'
import { type Dialect, readCondition } from './read-condition.ts'

/** What a caller asks for in `q` or `query`; throws a ConditionFault that says where it is wrong. */
export function readFilter(json: unknown, fieldNamed: FieldNamed, effort?: Effort): Condition {
  const named: FieldNamed = (name) =>
    Object.hasOwn(OWN_FIELDS, name)
      ? { kind: 'own', name: name as keyof typeof OWN_FIELDS }
      : fieldNamed(name)
  return readFilterOn(json, named, effort)
}

type FieldNamed = (name: string) => Field | null

/** The same where the names are not those of a record's fields. */
export function readFilterOn(json: unknown, fieldNamed: FieldNamed, effort?: Effort): Condition {
  const dialect: Dialect = { operators: FILTER_OPERATORS, fieldNamed, expand: (text) => text }
  return readCondition(json, dialect, effort)
}

const FILTER_OPERATORS = new Set([
  '$eq',
  '$ne',
  '$gt',
  '$gte',
  '$lt',
  '$lte',
  '$in',
  '$nin',
  '$exists',
  '$regex',
  '$all',
  '$size',
  '$elemMatch',
  '$not',
])
