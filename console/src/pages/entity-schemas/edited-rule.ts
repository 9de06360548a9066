import type { RuleKey } from './with-rule.ts'

/** The rule being edited: of the records, or of the field that the path leads to. */
export interface EditedRule {
  path: readonly string[]
  key: RuleKey
  title: string
}
