/** A scanner whose findings the tests say: without threads, and held while a test wants it. */
import type { FindingGroup, FindingOf, ScanResult } from '@atrium/contract/scan-findings'
import { scanRuleEngine } from '../../../wiring/scan-rule-engine.ts'
import { proveRules } from '../scanner/rules/prove-rules.ts'
import type { Scanner } from '../scanner/scan-app.ts'
import type { Snapshot } from '../scanner/snapshot.ts'

export type FakeScan = (snapshot: Snapshot, options: Parameters<Scanner['scan']>[1]) => Promise<Found> | Found

type Found = Partial<ScanResult> & { unchecked?: FindingGroup[] }

export interface FakeScanner extends Scanner {
  /** What the next scans do; back to finding nothing with `null`. */
  do(scan: FakeScan | null): void
  /** What was scanned, in order. */
  seen: Snapshot[]
}

export function createFakeScanner(): FakeScanner {
  const nothing: FakeScan = () => ({})
  let next = nothing
  const seen: Snapshot[] = []
  return {
    seen,
    do(scan) {
      next = scan ?? nothing
    },
    async scan(snapshot, options) {
      seen.push(snapshot)
      const { unchecked = [], ...found } = await next(snapshot, options)
      return { result: { ...emptyResult(options.now), ...found }, unchecked }
    },
    proves: (_, input) => proveRules(scanRuleEngine, input),
    async stop() {},
  }
}

export const emptyResult = (now: Date): ScanResult => ({
  analysis_summary: 'Nothing was found.',
  rls_recommendations: [],
  hardcoded_secrets: [],
  backend_functions: [],
  dependency_vulnerabilities: [],
  static_code_findings: [],
  header_recommendations: [],
  core_integration_recommendation: 'none',
  scanned_at: now.toISOString(),
})

const common = {
  severity: 'critical' as const,
  confidence: 'high' as const,
  title: 'Everybody can read it',
  description: 'There is no rule.',
  recommendation: 'Set one.',
  references: [],
  cwe: ['CWE-862'],
}

export const ruleFinding = (
  fingerprint: string,
  fields: Partial<FindingOf<'rls_recommendations'>> = {},
): FindingOf<'rls_recommendations'> => ({
  ...common,
  ...{ fingerprint, rule_id: 'rls_missing', entity_name: 'Order', operations: ['read'] },
  ...{ current_rule: null, recommended_rule: null, sensitive_fields: [] },
  ...fields,
})

export const codeFinding = (fingerprint: string): FindingOf<'static_code_findings'> => ({
  ...common,
  ...{ fingerprint, rule_id: 'eval', severity: 'high', category: 'injection', file_path: 'a.js' },
  ...{ start_line: 1, start_column: 1, end_line: 1, end_column: 2, snippet: 'eval(x)' },
})

export const packageFinding = (fingerprint: string): FindingOf<'dependency_vulnerabilities'> => ({
  ...common,
  ...{ fingerprint, rule_id: 'advisory', severity: 'medium', package_name: 'left', advisory_id: 'GHSA-1' },
  ...{ installed_version: '1.0.0', vulnerable_range: '<2', fixed_version: '2.0.0', cve_ids: [] },
  ...{ cvss_score: null, is_direct: true, is_dev: false, paths: ['left'] },
})
