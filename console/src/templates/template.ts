/** A start for an app: entities with rules, and records to look at. */
import type { EntitySchema } from '../entity-schema.ts'

export interface Template {
  schemas: Record<string, EntitySchema>
  /** In the order in which they are created. */
  examples: readonly { entity_name: string; records: readonly Record<string, unknown>[] }[]
}

/** Those who run the app, as opposed to those who use it. */
export const IS_ADMIN = { user_condition: { role: 'admin' } }
/** What somebody made themselves. */
export const IS_OWN = { created_by_id: '{{user.id}}' }
export const IS_OWN_OR_ADMIN = { $or: [IS_OWN, IS_ADMIN] }
