import { setImmediate as nextTurn } from 'node:timers/promises'
import { type FindingOf, SEVERITIES, type Severity } from '@atrium/contract/scan-findings'
import type { Advisories, Advisory } from '../../../../ports/advisories/port.ts'
import { fingerprintOf } from '../fingerprint.ts'
import type { LockedPackage } from './locked-package.ts'
import { readRange, type VersionRange } from './version-range.ts'

export interface DependencyScan {
  findings: FindingOf<'dependency_vulnerabilities'>[]
  /** What could not be checked, as a sentence; null when all was. */
  unchecked: string | null
}

const RULE = 'vulnerable_dependency'
const MOST_PATHS = 5
const NAMED_VERSIONS = 10
/** Others get their turn after so many comparisons. */
const COMPARISONS_A_TURN = 2_000

/** Looks up packages and says which of their installed versions are known to be vulnerable. */
export async function scanDependencies(
  advisories: Advisories,
  packages: readonly LockedPackage[],
  signal: AbortSignal,
): Promise<DependencyScan> {
  const byName = Map.groupBy(
    packages.filter(({ source }) => source === 'registry'),
    ({ name }) => name,
  )
  const installed = new Map(
    [...byName].map(([name, list]) => [name, new Set(list.map(({ version }) => version))]),
  )
  const found = await advisories.find(installed, signal)
  const findings: DependencyScan['findings'] = []
  let unreadable = 0
  let compared = 0
  for (const advisory of eachOnce(found.advisories)) {
    const range = readRange(advisory.vulnerable_range)
    if (range === null) {
      unreadable++
      continue
    }
    const hit: LockedPackage[] = []
    for (const one of byName.get(advisory.package_name) ?? []) {
      if (range.holds(one.version)) hit.push(one)
      if (++compared % COMPARISONS_A_TURN === 0) await nextTurn(undefined, { signal })
    }
    if (hit.length > 0) findings.push(describe(advisory, range, hit))
  }
  findings.sort((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity))
  const sentences = [found.unchecked, elsewhereSentence(packages), unreadableSentence(unreadable)]
  return { findings, unchecked: sentences.filter((one) => one !== null).join(' ') || null }
}

/** Two sources of one file may have the same advisory: the more severe one stays, with all versions that either names. */
function eachOnce(advisories: readonly Advisory[]): Advisory[] {
  const known = new Map<string, Advisory>()
  for (const advisory of advisories) {
    const key = `${advisory.package_name} ${advisory.id}`
    const before = known.get(key)
    if (!before) known.set(key, advisory)
    else {
      const isWorse = SEVERITIES.indexOf(advisory.severity) < SEVERITIES.indexOf(before.severity)
      const ranges = new Set([before.vulnerable_range, advisory.vulnerable_range])
      known.set(key, { ...(isWorse ? advisory : before), vulnerable_range: [...ranges].join(' || ') })
    }
  }
  return [...known.values()]
}

function describe(
  advisory: Advisory,
  range: VersionRange,
  hit: readonly LockedPackage[],
): DependencyScan['findings'][number] {
  const { id, package_name, title } = advisory
  const versions = hit.map(({ version }) => version)
  const is_dev = hit.every((one) => one.is_dev)
  const is_direct = hit.some((one) => one.is_direct)
  const fixed_version = range.fixedAfter(versions)
  const installed_version = named(versions)
  return {
    fingerprint: fingerprintOf('dependency_vulnerabilities', {
      rule_id: RULE,
      subject: package_name,
      content: id,
    }),
    rule_id: RULE,
    severity: is_dev ? lowered(advisory.severity) : advisory.severity,
    confidence: 'high',
    title: `${package_name}: ${title}`,
    description: [
      `The installed version ${installed_version} of ${package_name} has a known vulnerability: ${title}.`,
      ...(is_dev
        ? [`It is ${advisory.severity}, one step lower here since only development needs the package.`]
        : []),
    ].join(' '),
    recommendation: recommendation(package_name, fixed_version, is_direct),
    references: [...advisory.references],
    cwe: [...advisory.cwe],
    package_name,
    installed_version,
    vulnerable_range: advisory.vulnerable_range,
    fixed_version,
    advisory_id: id,
    cve_ids: [...advisory.cve_ids],
    cvss_score: advisory.cvss_score,
    is_direct,
    is_dev,
    paths: shortest(hit.flatMap(({ paths }) => paths)),
  }
}

function named(versions: readonly string[]): string {
  const more = versions.length - NAMED_VERSIONS
  return versions.slice(0, NAMED_VERSIONS).join(', ') + (more > 0 ? ` and ${more} more` : '')
}

function lowered(severity: Severity): Severity {
  return SEVERITIES[SEVERITIES.indexOf(severity) + 1] ?? 'info'
}

function recommendation(name: string, fixed: string | null, isDirect: boolean): string {
  if (fixed === null)
    return `No fixed version of ${name} is known. Replace it, or keep it away from what others send.`
  if (isDirect) return `Update ${name} to ${fixed} or newer.`
  return `Update the packages that bring in ${name}, until it is ${fixed} or newer; where they do not allow it, override its version in package.json.`
}

function shortest(paths: readonly string[]): string[] {
  const steps = (path: string) => path.split(' > ').length
  return [...new Set(paths)].sort((a, b) => steps(a) - steps(b)).slice(0, MOST_PATHS)
}

function elsewhereSentence(packages: readonly LockedPackage[]): string | null {
  const count = packages.filter(({ source }) => source === 'other').length
  if (count === 0) return null
  const which = count === 1 ? 'One package comes' : `${count} packages come`
  return `${which} from git, a folder or an address, and no advisories are known for such packages.`
}

function unreadableSentence(count: number): string | null {
  return count === 0 ? null : `Advisories whose versions could not be read: ${count}.`
}
