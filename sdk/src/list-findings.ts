/** The findings of a security scan as one list. */
import {
  FINDING_GROUPS,
  type Finding,
  type FindingGroup,
  type FindingOf,
  SEVERITIES,
} from '@atrium/contract/scan-findings'
import type { SecurityScan } from './resources.ts'

/** A finding that knows its group, so that the group decides which fields it has. */
export type ListedFinding = {
  [G in FindingGroup]: { group: G; finding: FindingOf<G>; isIgnored: boolean }
}[FindingGroup]

/** From the worst on; those of one severity in the order of the groups. */
export function listFindings({ result, ignored_fingerprints }: SecurityScan): ListedFinding[] {
  if (!result) return []
  const ignored = new Set(ignored_fingerprints)
  const listed = FINDING_GROUPS.flatMap((group) =>
    result[group].map((finding: Finding) => {
      // The group and the shape of its items belong together; only the loop cannot say so.
      return { group, finding, isIgnored: ignored.has(finding.fingerprint) } as ListedFinding
    }),
  )
  return SEVERITIES.flatMap((severity) => listed.filter(({ finding }) => finding.severity === severity))
}

/** Where it is, in few words. */
export function placeOf({ group, finding }: ListedFinding): string {
  switch (group) {
    case 'rls_recommendations':
      return `${finding.entity_name}: ${finding.operations.join(', ')}`
    case 'hardcoded_secrets':
      return `${finding.file_path}:${finding.line}:${finding.column}`
    case 'backend_functions':
      return `${finding.file_path}:${finding.line}`
    case 'dependency_vulnerabilities':
      return `${finding.package_name} ${finding.installed_version}`
    case 'static_code_findings':
      return `${finding.file_path}:${finding.start_line}:${finding.start_column}`
    case 'header_recommendations':
      return `${finding.header} of ${finding.url}`
  }
}
