/** The findings of a scan as a list: filtered and counted. */
import {
  type FindingGroup,
  type FindingOf,
  type FindingType,
  GROUP_OF_TYPE,
  type ListedFinding,
  type SeverityCounts,
} from '@atrium/sdk'
import type { FindingsView } from '../../paths.ts'

export function matches({ group, finding, isIgnored }: ListedFinding, view: FindingsView): boolean {
  if (isIgnored && view.ignored !== 'on') return false
  return isAmong(finding.severity, view.severity) && isAmong(group, view.group)
}

/** Without those that are ignored. */
export function countOpen(listed: readonly ListedFinding[]): SeverityCounts {
  const counts = { critical: 0, high: 0, medium: 0, low: 0, info: 0 }
  for (const { finding, isIgnored } of listed) if (!isIgnored) counts[finding.severity]++
  return counts
}

/** The findings whose rule can be set by itself; at most as many as are taken at once. */
export function fixableRules(listed: readonly ListedFinding[]): string[] {
  const fixable = listed.filter(
    ({ group, finding, isIgnored }) =>
      group === 'rls_recommendations' && !isIgnored && hasRule(finding as FindingOf<typeof group>),
  )
  return fixable.slice(0, MOST_AT_ONCE).map(({ finding }) => finding.fingerprint)
}

export const hasRule = (finding: FindingOf<'rls_recommendations'>) => finding.recommended_rule !== null

export function typeOf(group: FindingGroup): FindingType {
  const [type] = (Object.entries(GROUP_OF_TYPE) as [FindingType, FindingGroup][]).find(
    ([, each]) => each === group,
  ) ?? ['rls']
  return type
}

/** The file it stands in, if it stands in one. */
export function fileOf(listed: ListedFinding): string | null {
  return 'file_path' in listed.finding ? listed.finding.file_path : null
}

const MOST_AT_ONCE = 100

const isAmong = (value: string, wanted: string | undefined) => !wanted || wanted.split(',').includes(value)
