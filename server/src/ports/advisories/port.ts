/** What is known to be wrong with versions of npm packages. */
export interface Advisories {
  /** What concerns these packages, whether or not the very versions are hit. Throws only when the signal is aborted. */
  find(packages: InstalledVersions, signal: AbortSignal): Promise<FoundAdvisories>
}

/** The installed versions of packages, by name. */
export type InstalledVersions = ReadonlyMap<string, ReadonlySet<string>>

export interface FoundAdvisories {
  advisories: readonly Advisory[]
  /** What could not be looked up, as a sentence; null when all was. */
  unchecked: string | null
}

export interface Advisory {
  /** That of GitHub where there is one, since all sources know it. */
  id: string
  package_name: string
  title: string
  severity: AdvisorySeverity
  /** As npm writes ranges. */
  vulnerable_range: string
  cve_ids: readonly string[]
  cvss_score: number | null
  cwe: readonly string[]
  references: readonly string[]
}

export type AdvisorySeverity = 'critical' | 'high' | 'medium' | 'low'

/** How sources name severities; what they do not say counts as medium. */
export function readSeverity(word: unknown): AdvisorySeverity {
  const known = typeof word === 'string' ? word.toLowerCase() : ''
  if (known === 'critical' || known === 'high' || known === 'low') return known
  return known === 'info' ? 'low' : 'medium'
}

/** The id that all sources know, of those that a source names. */
export function chooseId(ids: readonly string[]): string {
  return ids.find((id) => GHSA.test(id)) ?? ids[0] ?? ''
}

export const GHSA = /^GHSA-[0-9a-z]{4}-[0-9a-z]{4}-[0-9a-z]{4}$/i
export const CVE = /^CVE-\d{4}-\d{4,}$/i
