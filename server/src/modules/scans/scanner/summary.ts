import { type FindingGroup, MAX_FINDINGS, SEVERITIES, type Severity } from '@atrium/contract/scan-findings'

/** What became of one group. */
export interface GroupReport {
  group: FindingGroup
  counts: ReadonlyMap<Severity, number>
  /** Left out for good reason, as sentences. */
  notes: readonly string[]
  /** What was not checked, and why, without the full stop; null when all was. */
  unchecked: string | null
}

const NAMES: Record<FindingGroup, string> = {
  rls_recommendations: 'rules of entities',
  hardcoded_secrets: 'secrets in the code',
  backend_functions: 'backend functions',
  dependency_vulnerabilities: 'packages',
  static_code_findings: 'faults in the code',
  header_recommendations: 'headers of the published address',
}

/** In plain words, and always the same words for the same findings. */
export function summaryOf(groups: readonly GroupReport[]): string {
  const total = (severity: Severity) => sum(groups.map(({ counts }) => counts.get(severity) ?? 0))
  const more = groups
    .map(({ group, counts }) => ({ group, many: sum([...counts.values()]) - MAX_FINDINGS }))
    .filter(({ many }) => many > 0)
    .map(({ group, many }) => `${numbered(many)} more of ${NAMES[group]}`)
  const unchecked = groups.flatMap(({ group, unchecked }) =>
    unchecked === null ? [] : [`${NAMES[group]} (${unchecked})`],
  )
  return [
    findingsIn(SEVERITIES.map((severity) => [severity, total(severity)])),
    ...(more.length > 0
      ? [`Only counted, since the worst ${MAX_FINDINGS} are listed: ${listed(more)}.`]
      : []),
    ...groups.flatMap(({ notes }) => notes),
    unchecked.length > 0 ? `Not checked: ${unchecked.join('; ')}.` : 'Everything was checked.',
  ].join(' ')
}

function findingsIn(counts: readonly [Severity, number][]): string {
  const there = counts.filter(([, count]) => count > 0)
  if (there.length === 0) return 'No findings.'
  const all = sum(there.map(([, count]) => count))
  const parts = there.map(([severity, count]) => `${numbered(count)} ${severity}`)
  return `${listed(parts)} ${all === 1 ? 'finding' : 'findings'}.`
}

export function numbered(count: number): string {
  return count.toLocaleString('en')
}

export function listed(parts: readonly string[]): string {
  if (parts.length < 2) return parts.join('')
  return `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
