/** Fields that hold ids of records of another entity: declared by `"x-entity": "Customer"` (G729). */
import type { Property } from '../../entity-schema.ts'

/** The entity that a field refers to, by itself or by its entries; null for every other field. */
export function entityOf(property: Property | null): string | null {
  const named = property?.['x-entity'] ?? property?.items?.['x-entity']
  return typeof named === 'string' && /^\w+$/.test(named) ? named : null
}

/** The ids that stand in such a field. */
export function idsIn(value: unknown): string[] {
  const all = Array.isArray(value) ? value : [value]
  return all.filter((one) => typeof one === 'string' && one !== '')
}
