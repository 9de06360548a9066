import type { RuleId } from '../../scanner/code/rule-texts.ts'

/** Code with one fault in it, or a look-alike without any. */
export interface Sample {
  code: string
  /** Null: nothing is wrong with it. */
  rule: RuleId | null
  /** What kind of file it is; `.tsx` unless it is said. */
  path?: string
}

export const planted = (rule: RuleId, code: string, path?: string): Sample => ({
  code,
  rule,
  ...(path && { path }),
})
export const clean = (code: string, path?: string): Sample => ({ code, rule: null, ...(path && { path }) })
