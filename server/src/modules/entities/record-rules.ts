/** What a schema's rules say for one caller: which records, which fields. */
import { ALWAYS, type Condition, type Json, type RecordValues } from './conditions/condition.ts'
import { matches } from './conditions/matches.ts'
import { bindRule, type MaybeUser, type Rule } from './conditions/rule.ts'
import {
  type EntitySchema,
  fieldNamed,
  type Properties,
  type Property,
  type RecordOperation,
  ruleFor,
} from './entity-schema.ts'

export type FieldOperation = 'create' | 'read' | 'update'

export interface BoundRules {
  row(operation: RecordOperation): Condition
  /** By the nearest rule at or above this place. */
  field(path: readonly string[], operation: FieldOperation): Condition
}

/** `null` in place of a caller: nobody is signed in. Who bypasses the rules is not asked at all. */
export function boundRules(schema: EntitySchema, caller: MaybeUser | 'bypass'): BoundRules {
  if (caller === 'bypass') return { row: () => ALWAYS, field: () => ALWAYS }
  const named = fieldNamed(schema)
  const bound = new Map<Rule, Condition>()
  // Once for a request, however many records and fields it is asked of.
  const bind = (rule: Rule) => {
    const condition = bound.get(rule) ?? bindRule(rule, caller, named)
    bound.set(rule, condition)
    return condition
  }
  return {
    row: (operation) => bind(ruleFor(schema.rls, operation)),
    field: (path, operation) => bind(nearestRule(schema, path, operation)),
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
export interface Guard {
  /** As refusals name it. */
  field: string
  condition: Condition
}

/**
 * What must hold of the record for these fields to be written. A value that stays as it is passes if it can be read;
 * one that can be neither read nor written is refused whenever it is sent, so that nothing can be guessed.
 */
export function writeGuards(
  schema: EntitySchema,
  rules: BoundRules,
  values: { [field: string]: Json },
  operation: 'create' | 'update',
): Guard[] {
  return Object.entries(values).flatMap(([name, value]) =>
    placesWithin(schema.properties?.[name], [name], value).map(({ path, value }) => {
      const write = rules.field(path, operation)
      const unchanged: Condition = {
        field: { kind: 'data', path, mayBeList: false },
        test: { is: 'one_of', values: [value ?? null] },
      }
      const stays: Condition = { all: [rules.field(path, 'read'), unchanged] }
      return {
        field: ['data', ...path].join('.'),
        condition: operation === 'create' || isAlways(write) ? write : { any: [write, stays] },
      }
    }),
  )
}

/** The place itself and every place inside it that has a rule of its own. */
function placesWithin(
  property: Property | undefined,
  path: readonly string[],
  value: Json | undefined,
): { path: readonly string[]; value: Json | undefined }[] {
  const inner = Object.entries(property?.properties ?? {}).flatMap(([name, one]) =>
    placesWithin(one, [...path, name], memberOf(value, name)).filter(
      (place) => place.path.length > path.length + 1 || one.rls,
    ),
  )
  return [{ path, value }, ...inner]
}

/**
 * The record without what this caller may not read. A field that is not declared any more has no rule any more either,
 * so it stays hidden until it is declared again.
 */
export function readableData(
  schema: EntitySchema,
  rules: BoundRules,
  record: RecordValues,
): { [field: string]: Json } {
  const visible = (
    properties: Properties,
    data: { [field: string]: Json },
    path: readonly string[],
  ): { [field: string]: Json } =>
    Object.fromEntries(
      Object.entries(data).flatMap(([name, value]) => {
        const place = [...path, name]
        if (!matches(rules.field(place, 'read'), record)) return []
        const inner = Object.hasOwn(properties, name) ? properties[name]?.properties : undefined
        return [[name, inner && isObject(value) ? visible(inner, value, place) : value]]
      }),
    )
  const properties = schema.properties ?? {}
  const declared = Object.entries(record.data).filter(([name]) => Object.hasOwn(properties, name))
  return visible(properties, Object.fromEntries(declared), [])
}

export function isAlways(condition: Condition): boolean {
  if ('all' in condition) return condition.all.every(isAlways)
  return 'any' in condition && condition.any.some(isAlways)
}

function memberOf(value: Json | undefined, name: string): Json | undefined {
  return value !== undefined && isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
}

function isObject(value: Json): value is { [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
