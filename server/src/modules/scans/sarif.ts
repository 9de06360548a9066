/** A scan in the form that code hosts and continuous integration read: SARIF 2.1.0. Pure. */
import { type Finding, type ScanResult, SEVERITIES, type Severity } from '@atrium/contract/scan-findings'
import { type Found, findingsIn, typeOfGroup } from './findings/find-finding.ts'
import { locationsOf } from './sarif-locations.ts'
import type { IgnoredRow } from './tables.ts'

export const SARIF_SCHEMA = 'https://json.schemastore.org/sarif-2.1.0.json'

export interface SarifInput {
  app_id: string
  scanner_version: string
  result: ScanResult
  /** Those that are ignored now. */
  ignored: readonly IgnoredRow[]
}

export function sarifOf({ app_id, scanner_version, result, ignored }: SarifInput) {
  const all = findingsIn(result)
  const byRule = [...Map.groupBy(all, ({ finding }) => finding.rule_id)]
  const indexOf = new Map(byRule.map(([id], index) => [id, index]))
  const ignoredBy = new Map(ignored.map((row) => [row.fingerprint, row]))
  const run = {
    tool: {
      driver: {
        name: 'Atrium security scan',
        version: scanner_version,
        rules: byRule.map(([id, found]) => ruleOf(id, found)),
      },
    },
    automationDetails: { id: `atrium-security-scan/${app_id}/` },
    columnKind: 'utf16CodeUnits',
    invocations: [{ executionSuccessful: true, endTimeUtc: result.scanned_at }],
    results: all.map((found) => ({
      ...resultOf(found),
      ruleIndex: indexOf.get(found.finding.rule_id) ?? -1,
      suppressions: suppressionsOf(ignoredBy.get(found.finding.fingerprint)),
    })),
    properties: { analysis_summary: result.analysis_summary },
  }
  return { $schema: SARIF_SCHEMA, version: '2.1.0' as const, runs: [run] }
}

const LEVEL = { critical: 'error', high: 'error', medium: 'warning', low: 'note', info: 'note' } as const
/** In the middle of the ranges by which code hosts name a score. */
const SCORE: Record<Severity, string> = {
  critical: '9.5',
  high: '8.0',
  medium: '5.5',
  low: '2.0',
  info: '0.0',
}
const GROUP_WORDS = {
  rls_recommendations: 'Entity rule',
  hardcoded_secrets: 'Secret in the code',
  backend_functions: 'Backend function',
  dependency_vulnerabilities: 'Vulnerable package',
  static_code_findings: 'Code',
  header_recommendations: 'HTTP header',
} as const

/** Findings of one rule may differ in severity; the rule has the worst. */
function ruleOf(id: string, found: readonly Found[]) {
  const findings = found.map(({ finding }) => finding)
  const severity = SEVERITIES.find((one) => findings.some((finding) => finding.severity === one)) ?? 'info'
  const [first] = found
  const [title, ...others] = new Set(findings.map((finding) => plain(finding.title)))
  const general = `${first ? GROUP_WORDS[first.group] : ''}: ${wordsOf(id).join(' ')}`
  const cwe = [...new Set(findings.flatMap((finding) => finding.cwe))]
  const references = [...new Set(findings.flatMap((finding) => finding.references))].slice(0, 10)
  const helpUri = references.find((address) => URL.parse(address)?.protocol === 'https:')
  return {
    id,
    name: wordsOf(id)
      .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
      .join(''),
    shortDescription: { text: (others.length === 0 && title) || general },
    help: {
      text: plain([findings[0]?.recommendation ?? '', ...references].filter(Boolean).join('\n')) || id,
    },
    ...(helpUri !== undefined && { helpUri: URL.parse(helpUri)?.href ?? helpUri }),
    defaultConfiguration: { level: LEVEL[severity] },
    properties: {
      'security-severity': SCORE[severity],
      tags: ['security', ...cwe.map((one) => `external/cwe/${one.toLowerCase()}`)],
    },
  }
}

/** Without snippets and values: where the code lies they can be read, and elsewhere they have no business. */
function resultOf({ group, finding }: Found) {
  const { rule_id, severity, confidence, fingerprint } = finding
  return {
    ruleId: rule_id,
    level: LEVEL[severity],
    message: { text: messageOf(finding) },
    locations: locationsOf({ group, finding }),
    // The second is the name that code hosts compare by.
    partialFingerprints: { 'atriumFingerprint/v1': fingerprint, primaryLocationLineHash: fingerprint },
    properties: {
      finding_type: typeOfGroup(group),
      severity,
      confidence,
      'security-severity': SCORE[severity],
    },
  }
}

function messageOf({ title, description }: Finding): string {
  const head = plain(title).replace(/[.\s]+$/, '')
  return [head && `${head}.`, plain(description)].filter(Boolean).join(' ') || 'A finding without words.'
}

const REASON_WORDS = {
  false_positive: 'False positive',
  wont_fix: 'Will not be fixed',
  used_in_tests: 'Used in tests',
  accepted_risk: 'Accepted risk',
} as const

/** An empty list says that it is not suppressed; without one nobody would know. */
function suppressionsOf(row: IgnoredRow | undefined) {
  if (!row) return []
  const { reason, comment, expires_at, ignored_by } = row
  const justification = [reason && REASON_WORDS[reason], comment && plain(comment)].filter(Boolean).join(': ')
  return [
    {
      kind: 'external',
      status: 'accepted',
      ...(justification && { justification }),
      properties: { ignored_by, expires_at: expires_at?.toISOString() ?? null },
    },
  ]
}

function wordsOf(id: string): string[] {
  return id.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
}

/** In these texts `[words](place)` is a link, and words of an app must make none. */
function plain(text: string): string {
  return text.toWellFormed().replaceAll('\0', '').replaceAll('](', '] (')
}
