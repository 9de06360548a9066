import {
  FINDING_GROUPS,
  type Finding,
  type FindingGroup,
  type ScanResult,
} from '@atrium/contract/scan-findings'
import { type FindingType, GROUP_OF_TYPE } from '@atrium/contract/scans'
import { oneLine } from '../../../platform/text/one-line.ts'

export interface Found {
  group: FindingGroup
  finding: Finding
}

/** All findings, in the order of the groups. */
export function findingsIn(result: ScanResult): Found[] {
  return FINDING_GROUPS.flatMap((group) => result[group].map((finding) => ({ group, finding })))
}

export function findFinding(result: ScanResult, fingerprint: string): Found | null {
  return findingsIn(result).find(({ finding }) => finding.fingerprint === fingerprint) ?? null
}

export function typeOfGroup(group: FindingGroup): FindingType {
  const [type] = Object.entries(GROUP_OF_TYPE).find(([, own]) => own === group) ?? []
  return type as FindingType // the groups are exactly those of the table
}

const LONGEST_TITLE = 500
const LONGEST_PATH = 1_024

/** What is kept of a finding that is ignored. Its texts come out of the code of the app, so any character may be in them. */
export function describeFinding({ group, finding }: Found) {
  return {
    finding_type: typeOfGroup(group),
    title: oneLine(finding.title, LONGEST_TITLE),
    file_path: 'file_path' in finding ? oneLine(finding.file_path, LONGEST_PATH) : null,
  }
}
