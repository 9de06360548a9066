/** Fields that hold ids of records of another entity: declared by `"x-entity": "Customer"` (G729). */
import type { Property } from '../../../entity-schema.ts'

/** The entity that a field refers to, by itself or by its entries; null for every other field. */
export function entityOf(property: Property | null): string | null {
  const named = property?.['x-entity'] ?? property?.items?.['x-entity']
  return typeof named === 'string' && /^\w+$/.test(named) ? named : null
}

/** What records of other entities are called, by `keyOfName`. An id that nobody can read has no name. */
export type RelatedNames = Readonly<Record<string, string>>

export const keyOfName = (entity: string, id: string) => `${entity} ${id}`

/** The value with names in the place of ids, as far as they are known. */
export function withNames(entity: string, value: unknown, names: RelatedNames): unknown {
  if (Array.isArray(value)) return value.map((one) => withNames(entity, one, names))
  return typeof value === 'string' ? (names[keyOfName(entity, value)] ?? value) : value
}

/** The ids that stand in such a field. */
export function idsIn(value: unknown): string[] {
  const all = Array.isArray(value) ? value : [value]
  return all.filter((one) => typeof one === 'string' && one !== '')
}
