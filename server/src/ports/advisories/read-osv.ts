/// <reference path="./semver.d.ts" />
/** One record of the OSV format as what we keep: a row for each npm package that it names. */
import semver from 'semver'
import { cvssScore } from './cvss-score.ts'
import { type AdvisorySeverity, readSeverity } from './port.ts'
import { CWE, fieldsOf, isFields, listOf, textOf, textsOf, WEB_ADDRESS } from './read-fields.ts'
import type { AdvisoryRow } from './tables.ts'

const ID = /^[A-Za-z0-9][\w.:-]{2,99}$/
const MOST_PACKAGES = 1_000
const MOST_EVENTS = 2_000
const MOST_VERSIONS = 10_000
/** A range that is longer is no range but a list, and too slow to match. */
const LONGEST_RANGE = 100_000
/** Every version, those before a release too. */
const ALL = '>=0.0.0-0'

/** What a record says of npm; no rows: nothing (any more). */
export interface OsvAdvisory extends Pick<AdvisoryRow, 'id' | 'modified_at'> {
  rows: AdvisoryRow[]
}

/** Null: no record that can be used. */
export function readOsv(value: unknown, now: Date): OsvAdvisory | null {
  if (!isFields(value)) return null
  const id = textOf(value.id, 100)
  const modified_at = timeOf(value.modified)
  if (!ID.test(id) || modified_at === null) return null
  const withdrawn_at = value.withdrawn === undefined ? null : (timeOf(value.withdrawn) ?? modified_at)
  const ranges = new Map<string, string[]>()
  for (const item of listOf(value.affected, MOST_PACKAGES)) {
    const affected = fieldsOf(item)
    const { ecosystem, name } = fieldsOf(affected.package)
    if (ecosystem !== 'npm' || typeof name !== 'string' || name === '' || name.length > 214) continue
    const found = rangesOf(affected)
    if (found === null) return null
    ranges.set(name, [...(ranges.get(name) ?? []), ...found])
  }
  const own = fieldsOf(value.database_specific)
  const cvss_score = scoreIn(value.severity)
  const shared = {
    id,
    aliases: textsOf(value.aliases, ID, 50),
    title: textOf(value.summary, 300) || textOf(value.details, 300) || id,
    severity: severityOf(id, own.severity, cvss_score),
    cvss_score,
    cwe: textsOf(own.cwe_ids, CWE, 20),
    reference_urls: textsOf(
      listOf(value.references, 50).map((one) => fieldsOf(one).url),
      WEB_ADDRESS,
      10,
    ),
    withdrawn_at,
    modified_at,
    imported_at: now,
  }
  const rows = [...ranges]
    .map(([package_name, found]) => ({
      ...shared,
      package_name,
      vulnerable_range: [...new Set(found)].join(' || '),
    }))
    .filter(({ vulnerable_range: { length } }) => length > 0 && length <= LONGEST_RANGE)
  return { id, modified_at, rows }
}

/** Null when a version in it cannot be read: part of a range would hide what it is about. */
function rangesOf(affected: Readonly<Record<string, unknown>>): string[] | null {
  const found: string[] = []
  for (const item of listOf(affected.ranges, MOST_PACKAGES)) {
    const range = fieldsOf(item)
    if (range.type !== 'SEMVER' && range.type !== 'ECOSYSTEM') continue
    const read = rangesBetween(listOf(range.events, MOST_EVENTS).map(fieldsOf))
    if (read === null) return null
    found.push(...read)
  }
  const within = found.length > 0 ? new semver.Range(found.join(' || '), { includePrerelease: true }) : null
  const single = listOf(affected.versions, MOST_VERSIONS).flatMap((one) => semver.valid(String(one)) ?? [])
  return [...found, ...single.filter((version) => !within?.test(version))]
}

type EventKind = 'introduced' | 'fixed' | 'last_affected'
interface Event {
  kind: EventKind
  version: string
}

/** `introduced` opens a range, `fixed` and `last_affected` close it; they may come in any order. */
function rangesBetween(given: readonly Readonly<Record<string, unknown>>[]): string[] | null {
  const events: Event[] = []
  for (const event of given) {
    for (const kind of ['introduced', 'fixed', 'last_affected'] as const) {
      if (event[kind] === undefined) continue
      const version = event[kind] === '0' ? '0.0.0-0' : semver.valid(String(event[kind]))
      if (version === null) return null
      events.push({ kind, version })
    }
  }
  events.sort((a, b) => semver.compare(a.version, b.version) || ORDER[a.kind] - ORDER[b.kind])
  const found: string[] = []
  let from: string | null = null
  for (const { kind, version } of events) {
    if (kind === 'introduced') from ??= version
    else if (from !== null) {
      found.push(`${lowerBound(from)}${kind === 'fixed' ? '<' : '<='}${version}`)
      from = null
    }
  }
  if (from !== null) found.push(lowerBound(from).trim() || ALL)
  return found
}

/** At the same version an end comes before the next beginning. */
const ORDER: Record<EventKind, number> = { fixed: 0, introduced: 1, last_affected: 2 }

function lowerBound(version: string): string {
  return version === '0.0.0-0' ? '' : `>=${version} `
}

function scoreIn(severities: unknown): number | null {
  const scores = listOf(severities, 20).flatMap((one) => cvssScore(textOf(fieldsOf(one).score, 200)) ?? [])
  return scores.length > 0 ? Math.max(...scores) : null
}

function severityOf(id: string, word: unknown, score: number | null): AdvisorySeverity {
  // Packages that were made to do harm have no score.
  if (id.startsWith('MAL-')) return 'critical'
  if (typeof word === 'string' || score === null) return readSeverity(word)
  if (score >= 9) return 'critical'
  if (score >= 7) return 'high'
  return score >= 4 ? 'medium' : 'low'
}

function timeOf(value: unknown): Date | null {
  const time = typeof value === 'string' ? new Date(value) : null
  return time === null || Number.isNaN(time.getTime()) ? null : time
}
