import { isDeepStrictEqual } from 'node:util'
import { isFieldName } from '@atrium/contract/field-names'
import { type Field, type Json, OWN_FIELDS } from '../conditions/condition.ts'
import type { Rule } from '../conditions/rule.ts'

/** What the records of an entity look like and who may do what with them. Keys we do not know are kept. */
export interface EntitySchema {
  name: string
  type?: 'object'
  properties?: Properties
  required?: readonly string[]
  rls?: RowRules | null
  indexes?: readonly (readonly string[])[]
  [other: string]: unknown
}

export type Properties = { readonly [name: string]: Property }

/** One field, or what stands in it. */
export interface Property {
  type?: PropertyType | readonly PropertyType[]
  enum?: readonly Json[]
  default?: Json
  format?: string
  minLength?: number
  maxLength?: number
  pattern?: string
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  items?: Property
  properties?: Properties
  required?: readonly string[]
  rls?: RowRules | null
  index?: boolean
  [other: string]: unknown
}

export const PROPERTY_TYPES = ['string', 'number', 'integer', 'boolean', 'array', 'object', 'null'] as const
export type PropertyType = (typeof PROPERTY_TYPES)[number]

/** Of records, or under a property of that field. `write` stands for the three that change something. */
export type RowRules = {
  create?: Rule
  read?: Rule
  update?: Rule
  delete?: Rule
  write?: Rule
}

export type RecordOperation = 'create' | 'read' | 'update' | 'delete'

/** The rule for an operation: its own, else the one for all writes. */
export function ruleFor(rules: RowRules | null | undefined, operation: RecordOperation): Rule {
  return rules?.[operation] ?? (operation === 'read' ? undefined : rules?.write)
}

/** The declared types; null when anything may stand there. */
export function typesOf({ type }: Property): readonly PropertyType[] | null {
  if (type === undefined) return null
  return typeof type === 'string' ? [type] : type
}

/** Finds declared fields by name, and what is inside them by dotted paths. */
export function fieldNamed(schema: EntitySchema): (name: string) => Field | null {
  return (name) => {
    const path = name.split('.', MAX_PATH + 1)
    const place = path.length > MAX_PATH ? null : placeAt(schema.properties ?? {}, path)
    return place && { kind: 'data', path, mayBeList: mayBe('array', place) }
  }
}

/** What is declared at a path: `{}` where nothing is, null when there can be nothing. */
export function placeAt(properties: Properties, path: readonly string[]): Property | null {
  const [name = '', ...rest] = path
  const property = Object.hasOwn(properties, name) ? properties[name] : undefined
  if (!property) return null
  if (rest.length === 0) return property
  if (!mayBe('object', property)) return null
  const inside = property.properties ?? {}
  if (Object.keys(inside).length > 0) return placeAt(inside, rest)
  return rest.every(isFieldName) ? ANYTHING : null
}

/** Lists of fields to be indexed together: those declared as such, and each field with `index: true`. */
export function indexesOf(schema: EntitySchema): (readonly string[])[] {
  const single = indexedIn(schema.properties ?? {}, []).map((path) => [path])
  return [...single, ...(schema.indexes ?? [])]
}

/** Also in the order of the fields, which they are shown in; other keys have no order. */
export function isSameSchema(one: EntitySchema, other: EntitySchema): boolean {
  return isDeepStrictEqual(one, other) && JSON.stringify(one.properties) === JSON.stringify(other.properties)
}

export function isAutomatic(name: string): boolean {
  return Object.hasOwn(OWN_FIELDS, name)
}

/** Deeper than anything is declared; below an object without properties a path could be endless. */
const MAX_PATH = 16

const ANYTHING: Property = {}

function mayBe(type: PropertyType, property: Property): boolean {
  return typesOf(property)?.includes(type) ?? true
}

function indexedIn(properties: Properties, above: readonly string[]): string[] {
  return Object.entries(properties).flatMap(([name, property]) => {
    const path = [...above, name]
    const inner = indexedIn(property.properties ?? {}, path)
    return property.index === true ? [path.join('.'), ...inner] : inner
  })
}
