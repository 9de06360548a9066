import type { FindingOf, Severity } from '@atrium/contract/scan-findings'
import { shorten } from '../../../../platform/text/shorten.ts'

type HeaderFinding = FindingOf<'header_recommendations'>

/** Something about a header that could be better. */
export interface HeaderIssue
  extends Pick<
    HeaderFinding,
    | 'rule_id'
    | 'header'
    | 'issue'
    | 'title'
    | 'description'
    | 'recommendation'
    | 'current_value'
    | 'recommended_value'
    | 'cwe'
  > {
  /** As the HTTP Observatory counts it; severities follow from that. */
  penalty: number
  confidence?: HeaderFinding['confidence']
}

export function severityOf(penalty: number): Severity {
  if (penalty <= -40) return 'critical'
  if (penalty <= -25) return 'high'
  if (penalty <= -10) return 'medium'
  return penalty <= -5 ? 'low' : 'info'
}

const LONGEST_VALUE = 300

/** A value as it may be shown: in one line, not too long, and without what is drawn for one answer only. */
export function shown(value: string | undefined): string | null {
  if (value === undefined) return null
  const clean = value
    .slice(0, LONGEST_VALUE * 4)
    .replace(/\p{Cc}+/gu, ' ')
    .replace(/'nonce-[^'\s]*'/gi, "'nonce-…'")
    .toWellFormed()
    .trim()
  return shorten(clean, LONGEST_VALUE)
}
