import {
  type FindingGroup,
  type FindingOf,
  MAX_FINDINGS,
  SEVERITIES,
  type Severity,
} from '@atrium/contract/scan-findings'

export interface FindingList<G extends FindingGroup> {
  add(findings: readonly FindingOf<G>[]): void
  /** The worst, in order. */
  worst(): FindingOf<G>[]
  /** Of all, also of those that are too many to keep. */
  counts(): ReadonlyMap<Severity, number>
}

/** Keeps the worst findings of a group, whatever comes. */
export function createFindingList<G extends FindingGroup>(most = MAX_FINDINGS): FindingList<G> {
  let kept: FindingOf<G>[] = []
  const counts = new Map<Severity, number>()
  const trim = () => {
    kept = kept.sort(byWorst).slice(0, most)
  }
  return {
    add(findings) {
      for (const finding of findings) {
        counts.set(finding.severity, (counts.get(finding.severity) ?? 0) + 1)
        kept.push(finding)
        if (kept.length >= 2 * most) trim()
      }
    },
    worst() {
      trim()
      return kept
    },
    counts: () => counts,
  }
}

type Placed = { [Name in 'file_path' | 'entity_name' | 'package_name' | 'header']?: string } & {
  severity: Severity
  rule_id: string
  fingerprint: string
  line?: number
  start_line?: number
}

/** By severity, then by where it is; the same findings always come in the same order. */
function byWorst(one: Placed, other: Placed): number {
  return (
    SEVERITIES.indexOf(one.severity) - SEVERITIES.indexOf(other.severity) ||
    compare(subjectOf(one), subjectOf(other)) ||
    lineOf(one) - lineOf(other) ||
    compare(one.rule_id, other.rule_id) ||
    compare(one.fingerprint, other.fingerprint)
  )
}

const subjectOf = ({ file_path, entity_name, package_name, header }: Placed) =>
  file_path ?? entity_name ?? package_name ?? header ?? ''
const lineOf = ({ line, start_line }: Placed) => line ?? start_line ?? 0
const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)
