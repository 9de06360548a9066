/** A schema as the console reads it: only what it shows is named, everything else is kept. */
import { readJson } from './ui/read-json.ts'

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

export const TYPES = ['string', 'number', 'integer', 'boolean', 'array', 'object', 'null'] as const
export type PropertyType = (typeof TYPES)[number]

export const ROW_OPERATIONS = ['read', 'create', 'update', 'delete'] as const
export type RowOperation = (typeof ROW_OPERATIONS)[number]

export type Rule = boolean | null | undefined | { [key: string]: Json }
export type Rules = { [Operation in RowOperation | 'write']?: Rule }

export interface Property {
  type?: PropertyType | PropertyType[]
  description?: string
  enum?: Json[]
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
  required?: string[]
  rls?: Rules | null
  index?: boolean
  [other: string]: unknown
}

export type Properties = { [name: string]: Property }

export interface EntitySchema {
  name?: string
  description?: string
  properties?: Properties
  required?: string[]
  rls?: Rules | null
  indexes?: string[][]
  [other: string]: unknown
}

/** What every record has, next to what is declared. */
export const OWN_FIELDS = [
  'id',
  'created_by',
  'created_by_id',
  'created_date',
  'updated_date',
  'is_sample',
] as const
export type OwnField = (typeof OWN_FIELDS)[number]

export const isOwnField = (name: string): name is OwnField => OWN_FIELDS.some((own) => own === name)

/** The declared types; null when anything may stand there. */
export function typesOf({ type }: Property): readonly PropertyType[] | null {
  if (type === undefined) return null
  return typeof type === 'string' ? [type] : type
}

/** What is declared at a dotted path; null when nothing is. */
export function propertyAt(properties: Properties, path: string): Property | null {
  const [name = '', ...rest] = path.split('.')
  const property = valueAt(properties, name)
  if (!property) return null
  return rest.length === 0 ? property : propertyAt(property.properties ?? {}, rest.join('.'))
}

/** What stands under a name, as only the object itself has it: every object seems to have a `constructor`. */
export function valueAt<Value>(
  object: { [name: string]: Value } | undefined,
  name: string,
): Value | undefined {
  return object && Object.hasOwn(object, name) ? object[name] : undefined
}

/** The rule that decides: the operation's own, else the one for all writes. */
export function ruleFor(rules: Rules | null | undefined, operation: RowOperation): Rule {
  return rules?.[operation] ?? (operation === 'read' ? undefined : rules?.write)
}

/** Unlike `in`, only what JSON can be. */
export function isObject(value: unknown): value is { [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The object that a text is as JSON; null when it is something else, or no JSON. */
export function readObject(text: string): { [key: string]: Json } | null {
  const value = readJson(text)?.value
  return isObject(value) ? value : null
}
