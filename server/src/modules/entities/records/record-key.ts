/** A field as something that sorts: what lists go by, what declared indexes are over. */
import { OWN_FIELDS, type OwnField } from '../conditions/condition.ts'
import { type EntitySchema, fieldNamed, placeAt, typesOf } from '../schemas/entity-schema.ts'

export type RecordKey = OwnKey | DataKey

export interface OwnKey {
  kind: 'own'
  name: OwnField
}

/** By the type that is declared: a value of another type has no key. */
export interface DataKey {
  kind: 'data'
  path: readonly string[]
  as: 'text' | 'number' | 'boolean'
}

/** The key of the field of this name; null when there is no such field. */
export function recordKey(schema: EntitySchema, name: string): RecordKey | null {
  if (isOwn(name)) return { kind: 'own', name }
  const field = fieldNamed(schema)(name)
  if (field?.kind !== 'data') return null
  return { kind: 'data', path: field.path, as: keyType(typesAt(schema, field.path)) }
}

/** The declared types of a place; none where anything may stand. */
export function typesAt(schema: EntitySchema, path: readonly string[]): readonly string[] {
  return typesOf(placeAt(schema.properties ?? {}, path) ?? {}) ?? []
}

export function isOwn(name: string): name is OwnField {
  return Object.hasOwn(OWN_FIELDS, name)
}

export function keyType(types: readonly string[]): DataKey['as'] {
  if (types.includes('number') || types.includes('integer')) return 'number'
  return types.includes('boolean') && !types.includes('string') ? 'boolean' : 'text'
}
