/** What a schema's rules say for one caller: which records, which fields. */
import { put } from '../../../platform/put.ts'
import { ALWAYS, type Condition, type Json, NEVER, type RecordValues } from '../conditions/condition.ts'
import { matches } from '../conditions/matches.ts'
import { bindRule, type MaybeUser, type Rule } from '../conditions/rule.ts'
import {
  type EntitySchema,
  fieldNamed,
  type Properties,
  type Property,
  type RecordOperation,
  ruleFor,
} from '../schemas/entity-schema.ts'

export type FieldOperation = 'create' | 'read' | 'update'

export interface BoundRules {
  row(operation: RecordOperation): Condition
  /** By the nearest rule at or above this place; to read it, also by those of all that it stands in. */
  field(path: readonly string[], operation: FieldOperation): Condition
  /** What must hold of a record for its declared fields to be read. */
  readers: Readers
  /** The places at and inside a field that not everybody may write. */
  guarded(field: string, operation: 'create' | 'update'): readonly GuardedPlace[]
}

/** The same object for the same schema and caller, so that what is made from it is made once. */
export function boundRules(schema: EntitySchema, caller: MaybeUser | 'bypass'): BoundRules {
  const key = caller === null || caller === 'bypass' ? NOBODY[caller ?? 'anonymous'] : caller
  const ofSchema = rulesOf.get(schema) ?? new WeakMap<object, BoundRules>()
  rulesOf.set(schema, ofSchema)
  const rules = ofSchema.get(key) ?? bind(schema, caller)
  ofSchema.set(key, rules)
  return rules
}

const NOBODY = { anonymous: {}, bypass: {} }
const rulesOf = new WeakMap<EntitySchema, WeakMap<object, BoundRules>>()

/** `null` in place of a caller: nobody is signed in. Who bypasses the rules is not asked at all. */
function bind(schema: EntitySchema, caller: MaybeUser | 'bypass'): BoundRules {
  const named = fieldNamed(schema)
  const bound = new Map<Rule, Condition>()
  const conditionOf = (rule: Rule) => {
    if (caller === 'bypass') return ALWAYS
    const condition = bound.get(rule) ?? bindRule(rule, caller, named)
    bound.set(rule, condition)
    return condition
  }
  const nearest: BoundRules['field'] = (path, operation) => conditionOf(nearestRule(schema, path, operation))
  // What is hidden hides all that is inside it, also what is open by a rule of its own.
  const field: BoundRules['field'] = (path, operation) => {
    if (operation !== 'read' || path.length < 2) return nearest(path, operation)
    const all = path.map((_, at) => nearest(path.slice(0, at + 1), operation)).filter((one) => !isAlways(one))
    return { all: [...new Set(all)] }
  }
  const guarded = { create: new Map<string, GuardedPlace[]>(), update: new Map<string, GuardedPlace[]>() }
  return {
    row: (operation) => conditionOf(ruleFor(schema.rls, operation)),
    field,
    guarded(name, operation) {
      const known =
        guarded[operation].get(name) ?? guardedPlaces(schema.properties?.[name], name, operation, field)
      guarded[operation].set(name, known)
      return known
    },
    readers: readersOf(schema.properties ?? {}, [], (path) => nearest(path, 'read')),
  }
}

function nearestRule(schema: EntitySchema, path: readonly string[], operation: FieldOperation): Rule {
  let properties = schema.properties ?? {}
  let nearest: Rule
  for (const name of path) {
    const property: Property | undefined = Object.hasOwn(properties, name) ? properties[name] : undefined
    if (!property) break
    const rule = ruleFor(property.rls, operation)
    if (rule !== undefined && rule !== null) nearest = rule
    properties = property.properties ?? {}
  }
  return nearest
}

/** A place in a record whose rule must allow that it is written. */
export interface GuardedPlace {
  path: readonly string[]
  write: Condition
  /** A value that stays as it is passes if this holds, too. */
  read: Condition
}

export interface Guard extends GuardedPlace {
  /** What is to stand there. */
  value: Json
}

/**
 * What must hold of the record for these fields to be written. A value that stays as it is passes if it can be read;
 * one that can be neither read nor written is refused whenever it is sent, so that nothing can be guessed.
 */
export function writeGuards(
  rules: BoundRules,
  values: { [field: string]: Json },
  operation: 'create' | 'update',
): Guard[] {
  const guards: Guard[] = []
  for (const name of Object.keys(values)) {
    for (const place of rules.guarded(name, operation)) {
      guards.push({ ...place, value: valueAt(values, place.path) })
    }
  }
  return guards
}

function guardedPlaces(
  property: Property | undefined,
  name: string,
  operation: 'create' | 'update',
  ruleOf: BoundRules['field'],
): GuardedPlace[] {
  return placesWithin(property, [name]).flatMap((path) => {
    const write = ruleOf(path, operation)
    if (isAlways(write)) return []
    return [{ path, write, read: operation === 'create' ? NEVER : ruleOf(path, 'read') }]
  })
}

/** The places, as refusals name them, that must not be written into this record. */
export function refusedPlaces(guards: readonly Guard[], record: RecordValues): string[] {
  return guards
    .filter(({ path, value, write, read }) => {
      if (matches(write, record)) return false
      const unchanged: Condition = {
        field: { kind: 'data', path, mayBeList: false },
        test: { is: 'one_of', values: [value] },
      }
      return !(matches(read, record) && matches(unchanged, record))
    })
    .map(({ path }) => ['data', ...path].join('.'))
}

/** The place itself and every place inside it that has a rule of its own. */
function placesWithin(property: Property | undefined, path: readonly string[]): (readonly string[])[] {
  const inner = Object.entries(property?.properties ?? {}).flatMap(([name, one]) =>
    placesWithin(one, [...path, name]).filter((place) => place.length > path.length + 1 || one.rls),
  )
  return [path, ...inner]
}

/** Names to what their fields ask of the record before they show themselves. */
export type Readers = ReadonlyMap<string, Reader>

export interface Reader {
  condition: Condition
  /** Null when nothing inside has a rule of its own. */
  inside: Readers | null
}

function readersOf(
  properties: Properties,
  above: readonly string[],
  readRule: (path: readonly string[]) => Condition,
): Readers {
  return new Map(
    Object.entries(properties).map(([name, property]) => {
      const path = [...above, name]
      const inside = property.properties ?? {}
      const isRuledInside = hasReadRule(inside)
      return [
        name,
        { condition: readRule(path), inside: isRuledInside ? readersOf(inside, path, readRule) : null },
      ]
    }),
  )
}

function hasReadRule(properties: Properties): boolean {
  return Object.values(properties).some(
    (one) => ruleFor(one.rls, 'read') !== undefined || hasReadRule(one.properties ?? {}),
  )
}

/**
 * The record without what this caller may not read. A field that is not declared any more has no rule any more either,
 * so it stays hidden until it is declared again.
 */
export function readableData({ readers }: BoundRules, record: RecordValues): { [field: string]: Json } {
  const visible: { [field: string]: Json } = {}
  for (const name in record.data) {
    const reader = readers.get(name)
    if (!reader || !matches(reader.condition, record)) continue
    put(visible, name, readableInside(reader.inside, record.data[name] as Json, record))
  }
  return visible
}

/** The places at and inside a field, as refusals name them, that this caller may not read in this record. */
export function hiddenPlaces({ readers }: BoundRules, field: string, record: RecordValues): string[] {
  return hiddenInside(readers, field, ['data'], record)
}

function hiddenInside(
  readers: Readers,
  name: string,
  above: readonly string[],
  record: RecordValues,
): string[] {
  const reader = readers.get(name)
  if (!reader) return []
  const path = [...above, name]
  if (!matches(reader.condition, record)) return [path.join('.')]
  const { inside } = reader
  return inside === null
    ? []
    : [...inside.keys()].flatMap((inner) => hiddenInside(inside, inner, path, record))
}

/** Inside a field, what is not declared falls under the rule of the field. */
function readableInside(readers: Readers | null, value: Json, record: RecordValues): Json {
  if (readers === null || !isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => {
      const reader = readers.get(name)
      if (!reader) return [[name, inner]]
      return matches(reader.condition, record) ? [[name, readableInside(reader.inside, inner, record)]] : []
    }),
  )
}

export function isAlways(condition: Condition): boolean {
  if ('all' in condition) return condition.all.every(isAlways)
  return 'any' in condition && condition.any.some(isAlways)
}

/** What is not there counts as null. */
function valueAt(values: { [field: string]: Json }, path: readonly string[]): Json {
  let found: Json = values
  for (const name of path)
    found = isObject(found) && Object.hasOwn(found, name) ? (found[name] ?? null) : null
  return found
}

function isObject(value: Json): value is { [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
