/** Where schemas keep their rules. */
import type { ScannedSchema } from '../snapshot.ts'
import type { Json, Operation } from './rule-engine.ts'
import { isObject } from './rule-terms.ts'

export type Rules = { [operation: string]: Json }

export function rowRules(schema: ScannedSchema): Rules | null {
  return isObject(schema.rls) ? (schema.rls as Rules) : null // it stems from JSON
}

/** The rule that is stated for an operation; undefined: none is. */
export function statedRule(rules: Rules | null | undefined, operation: Operation): Json | undefined {
  return rules?.[operation] ?? (operation === 'read' ? undefined : rules?.write) ?? undefined
}

export interface FieldPlace {
  /** Dotted. */
  path: string
  name: string
  property: Record<string, unknown>
  rls: Rules | null
  /** Whether it is the inside of a list, where no rule can stand; `path` is then that of the list. */
  isInList: boolean
}

const MAX_PLACES = 2_000

/** Every declared field, at any depth. */
export function fieldPlaces(schema: ScannedSchema): FieldPlace[] {
  const places: FieldPlace[] = []
  walk(schema.properties, '', false)
  return places

  function walk(properties: unknown, above: string, isInList: boolean): void {
    if (!isObject(properties)) return
    for (const [name, property] of Object.entries(properties)) {
      if (!isObject(property) || places.length >= MAX_PLACES) continue
      const path = isInList ? above : above === '' ? name : `${above}.${name}`
      const rls = isObject(property.rls) ? (property.rls as Rules) : null
      places.push({ path, name, property, rls, isInList })
      walk(property.properties, path, isInList)
      if (isObject(property.items)) walk(property.items.properties, path, true)
    }
  }
}

export function placeNamed(schema: ScannedSchema, path: string): FieldPlace | undefined {
  return fieldPlaces(schema).find((place) => place.path === path && !place.isInList)
}

/** The same JSON for the same content, whatever the order of keys. */
export function canonical(json: unknown): string {
  return (
    JSON.stringify(json, (_, value) =>
      isObject(value)
        ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
        : value,
    ) ?? 'null'
  )
}
