/** `$set` and the others of records.update_many, on the data of one record. */
import { isDeepStrictEqual } from 'node:util'
import { invalid } from '../../../platform/errors.ts'
import type { Json } from '../conditions/condition.ts'
import { compareText } from '../conditions/matches.ts'
import { type EntitySchema, isAutomatic } from '../schemas/entity-schema.ts'
import { spelling } from '../values/spelling.ts'
import type { Values } from '../values/values.ts'

/** What to do to which field. */
export interface FieldChange {
  field: string
  /** What becomes of it depends on what it is, so it needs the right to read it. */
  isRead: boolean
  /** It must be writable even where it stays as it is. */
  isMoved: boolean
  /** The new value; undefined where the field is to have none. */
  apply(value: Json | undefined, now: Date): Json | undefined
}

type Operator = (given: Json, refuse: (message: string) => never) => FieldChange['apply']

/** Refuses with 422 what is not understood; fields that the schema does not declare are dropped, as in an update. */
export function readOperators(
  schema: EntitySchema,
  data: Record<string, Record<string, unknown>>,
): FieldChange[] {
  const changes = Object.entries(data).flatMap(([name, fields]) =>
    Object.entries(fields).flatMap(([field, given]) => {
      const refuse = (message: string): never => {
        throw invalid(['body', 'data', name, field], 'value_error', message)
      }
      if (name === '$rename') return renamed(schema, field, given, refuse)
      const operator = Object.hasOwn(OPERATORS, name) ? OPERATORS[name] : undefined
      if (!operator) return refuse(`There is no operator "${name}"`)
      if (!isDeclared(schema, field)) return []
      const apply = operator(given as Json, refuse)
      return [{ field, apply, isRead: !BLIND.has(name), isMoved: false }]
    }),
  )
  const twice = changes.find(({ field }, index) => changes.findIndex((one) => one.field === field) < index)
  if (twice) throw invalid(['body', 'data'], 'value_error', `The field "${twice.field}" is changed twice`)
  return changes
}

/** The values of all fields that are named, as if they were sent; null where the field is to have none. */
export function changedValues(data: Values, changes: readonly FieldChange[], now: Date): Values {
  return Object.fromEntries(
    changes.map(({ field, apply }) => {
      const value = Object.hasOwn(data, field) ? data[field] : undefined
      return [field, apply(value, now) ?? null]
    }),
  )
}

/** They put something there, whatever was there before. */
const BLIND = new Set(['$set', '$unset', '$currentDate'])

const OPERATORS: Record<string, Operator> = {
  $set: (given) => () => given,
  $unset: () => () => undefined,
  $inc: (given, refuse) => {
    const by = numberOf(given, refuse)
    return (value) => numberIn(value, 0) + by
  },
  $mul: (given, refuse) => {
    const by = numberOf(given, refuse)
    return (value) => numberIn(value, 0) * by
  },
  $min: (given, refuse) => {
    const bound = orderedOf(given, refuse)
    return (value) => (isBefore(bound, value) ? bound : value)
  },
  $max: (given, refuse) => {
    const bound = orderedOf(given, refuse)
    return (value) => (isBefore(value, bound) || isNone(value) ? bound : value)
  },
  $currentDate: () => (_, now) => now.toISOString(),
  $addToSet: (given) => (value) => {
    const list = listIn(value)
    // Compared by their texts: two by two, a long list would hold up everybody.
    const known = new Set(list.map(spelling))
    const missing = new Map(eachOf(given).map((one) => [spelling(one), one]))
    return [...list, ...[...missing].flatMap(([text, one]) => (known.has(text) ? [] : [one]))]
  },
  $push: (given) => (value) => [...listIn(value), ...eachOf(given)],
  $pull: (given) => (value) =>
    isNone(value) ? value : listIn(value).filter((one) => !isDeepStrictEqual(one, given)),
}

function renamed(
  schema: EntitySchema,
  from: string,
  given: unknown,
  refuse: (message: string) => never,
): FieldChange[] {
  if (typeof given !== 'string' || !isDeclared(schema, given))
    return refuse('The name of a field is wanted here')
  if (!isDeclared(schema, from)) return []
  let moved: Json | undefined
  return [
    {
      field: from,
      isRead: true,
      isMoved: true,
      apply: (value) => {
        moved = value
        return undefined
      },
    },
    { field: given, isRead: false, isMoved: false, apply: () => moved },
  ]
}

function isDeclared(schema: EntitySchema, name: string): boolean {
  return Object.hasOwn(schema.properties ?? {}, name) && !isAutomatic(name)
}

/** `{ $each: […] }` stands for several values. */
function eachOf(given: Json): Json[] {
  const isEach =
    typeof given === 'object' && given !== null && !Array.isArray(given) && Array.isArray(given.$each)
  return isEach ? (given.$each as Json[]) : [given]
}

function isNone(value: Json | undefined): value is null | undefined {
  return value === undefined || value === null
}

function listIn(value: Json | undefined): Json[] {
  if (isNone(value)) return []
  return Array.isArray(value) ? value : [value]
}

function numberIn(value: Json | undefined, none: number): number {
  return isNone(value) ? none : Number(value)
}

function isBefore(a: Json | undefined, b: Json | undefined): boolean {
  if (typeof a === 'number' && typeof b === 'number') return a < b
  if (typeof a === 'string' && typeof b === 'string') return compareText(a, b) < 0
  return isNone(b) && !isNone(a)
}

function numberOf(given: Json, refuse: (message: string) => never): number {
  return typeof given === 'number' ? given : refuse('A number is wanted here')
}

function orderedOf(given: Json, refuse: (message: string) => never): number | string {
  return typeof given === 'number' || typeof given === 'string'
    ? given
    : refuse('A number or text is wanted here')
}
