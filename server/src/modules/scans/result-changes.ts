/** What a scan found, compared with the scan before it. */
import {
  FINDING_GROUPS,
  type Finding,
  type FindingGroup,
  MAX_FINDINGS,
  type ScanResult,
  SEVERITIES,
  type SeverityCounts,
} from '@atrium/contract/scan-findings'
import { type FindingType, GROUP_OF_TYPE } from '@atrium/contract/scans'
import { type Found, findingsIn } from './findings/find-finding.ts'

export interface Comparison {
  /** By severity, without ignored ones. */
  counts: SeverityCounts
  new_count: number
  fixed_count: number
  /** Critical, new and not ignored. */
  alarming: readonly Found[]
}

export const NO_FINDINGS = Object.fromEntries(SEVERITIES.map((severity) => [severity, 0])) as SeverityCounts

export function compareResults(
  result: ScanResult,
  before: ScanResult | null,
  { ignored, unchecked }: { ignored: ReadonlySet<string>; unchecked: readonly FindingGroup[] },
): Comparison {
  const checked = FINDING_GROUPS.filter((group) => !unchecked.includes(group))
  const all = findingsIn(result)
  const known = new Set(before ? fingerprintsIn(before, FINDING_GROUPS) : [])
  const now = new Set(fingerprintsIn(result, checked))
  const isShown = ({ finding }: Found) => !ignored.has(finding.fingerprint)
  const isNewlyCritical = ({ group, finding: { severity, fingerprint } }: Found) =>
    severity === 'critical' && checked.includes(group) && !known.has(fingerprint)
  const counts = { ...NO_FINDINGS }
  for (const { finding } of all.filter(isShown)) counts[finding.severity] += 1
  return {
    counts,
    new_count: [...now].filter((one) => !known.has(one)).length,
    // A group that could not be looked at has nothing that was fixed.
    fixed_count: new Set(before ? fingerprintsIn(before, checked) : []).difference(now).size,
    alarming: all.filter((one) => isNewlyCritical(one) && isShown(one)),
  }
}

/** The types of findings whose groups were looked at and fit into the result: what is missing there is gone. */
export function completeTypes(result: ScanResult, unchecked: readonly FindingGroup[]): FindingType[] {
  const types = Object.keys(GROUP_OF_TYPE) as FindingType[]
  return types.filter((type) => {
    const group = GROUP_OF_TYPE[type]
    return !unchecked.includes(group) && result[group].length < MAX_FINDINGS
  })
}

export function fingerprintsIn(
  result: ScanResult,
  groups: readonly FindingGroup[] = FINDING_GROUPS,
): string[] {
  return groups.flatMap((group) => result[group].map(({ fingerprint }: Finding) => fingerprint))
}
