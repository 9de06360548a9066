import type { FindingOf, Severity } from '@atrium/contract/scan-findings'

export interface SecretRule {
  id: string
  /** What it is, as it reads behind "A". */
  name: string
  /** In lower case: the pattern is tried only where one of these stands. */
  keywords: readonly string[]
  /**
   * With `g` and `d`, every repeat bounded and none within another: it takes time in proportion to the text. The value is
   * the group of that name, else all of it.
   */
  pattern: RegExp
  /** The value is an expression, of which each text in quotation marks is judged. */
  splits?: boolean
  /** In the frontend; elsewhere it is one less. */
  severity: Severity
  confidence: FindingOf<'hardcoded_secrets'>['confidence']
  /** All files when left out. */
  isFor?(path: string): boolean
  /** False where it is none after all; a severity where this one has another. */
  judge?(found: Candidate): boolean | Severity
}

export interface Candidate {
  value: string
  groups: Record<string, string | undefined>
  path: string
  /** Some hundred characters in front of the match and behind it. */
  before: string
  after: string
}

export interface FoundSecret {
  rule: Pick<SecretRule, 'id' | 'name' | 'confidence'>
  /** In the frontend. */
  severity: Severity
  value: string
  /** Where the value begins in the text. */
  start: number
}
