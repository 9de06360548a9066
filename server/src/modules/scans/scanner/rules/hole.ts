/** Something that the rules of an entity let through, and what could close it. */
import type { FindingOf, Severity } from '@atrium/contract/scan-findings'
import type { Operation } from './rule-engine.ts'
import type { Rules } from './stored-rules.ts'

export type RuleId =
  | 'rls_missing'
  | 'rls_always_true'
  | 'rls_anonymous_write'
  | 'rls_missing_owner_check'
  | 'rls_no_policy'
  | 'rls_trusts_user_editable_field'
  | 'rls_movable_row'
  | 'rls_write_wider_than_read'
  | 'sensitive_fields_exposed'

export interface Hole {
  rule_id: RuleId
  /** In an app that strangers can use; in others it is one less. */
  severity: Severity
  confidence: FindingOf<'rls_recommendations'>['confidence']
  operations: Operation[]
  /** The fields of the entity, or of users, that it is about. */
  fields: string[]
  /** What could be set, best first; the first that is proven is recommended. */
  fixes: RuleFix[]
}

/** Rules to set: `rls` and those of `fields` (by dotted path) are whole, as the schema is to hold them. */
export interface RuleFix {
  rls?: Rules
  fields?: { [path: string]: Rules }
  /** The same in the schema `User`, which is made if there is none. */
  user_fields?: { [name: string]: Rules }
}
