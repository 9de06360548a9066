import type { Severity } from '@atrium/contract/scan-findings'
import type { Code } from './read-code.ts'
import type { RuleId } from './rule-texts.ts'
import type { Scopes } from './scopes.ts'
import type { Node } from './syntax-tree.ts'
import type { Trust, Values } from './values.ts'

/** What rules see of a file, and how they say what they found. */
export interface Look {
  code: Code
  scopes: Scopes
  values: Values
  report(node: Node, rule: RuleId, severity: Severity, confidence?: 'high' | 'medium' | 'low'): void
}

/** What to do at each kind of node. */
export type Rules = { readonly [type: string]: (node: Node, look: Look) => void }

/** How sure it is that somebody else can choose the value. */
export function confidenceOf(trust: Trust): 'high' | 'medium' {
  return trust === 'tainted' ? 'high' : 'medium'
}
