/** Results of security scans, put where a scan would have put them. */
import {
  FINDING_GROUPS,
  type FindingGroup,
  type FindingOf,
  type ScanResult,
} from '@atrium/contract/scan-findings'
import type { SharedApp } from '../../../../test/app.ts'
import type { Person } from '../../../../test/make.ts'
import { makeId } from '../../../platform/ids.ts'
import { scanRuleEngine } from '../../../wiring/scan-rule-engine.ts'
import { fingerprintOf } from '../scanner/fingerprint.ts'
import { scanRules } from '../scanner/rules/scan-rules.ts'
import { SCANNER_VERSION } from '../scanner/scanner-version.ts'
import type { ScannedSchema } from '../scanner/snapshot.ts'
import type { ScanRow } from '../tables.ts'

export type GivenFindings = { [G in FindingGroup]?: readonly FindingOf<G>[] }

/** What is special in each group; the rest is the same for all. */
const SPECIAL: { [G in FindingGroup]: Omit<FindingOf<G>, keyof ReturnType<typeof commonOf>> } = {
  rls_recommendations: {
    entity_name: 'Order',
    operations: ['read'],
    current_rule: null,
    recommended_rule: { read: { created_by_id: '{{user.id}}' } },
    sensitive_fields: [],
  },
  hardcoded_secrets: {
    secret_type: 'stripe',
    file_path: 'src/pay.ts',
    line: 3,
    column: 7,
    masked_value: 'sk_l…cd',
    exposure: 'frontend',
  },
  backend_functions: { function_name: 'pay', file_path: 'functions/pay.ts', line: 9, snippet: 'run(x)' },
  dependency_vulnerabilities: {
    package_name: 'qs',
    installed_version: '6.5.0',
    vulnerable_range: '<6.5.3',
    fixed_version: '6.5.3',
    advisory_id: 'GHSA-hrpp-h998-j3pp',
    cve_ids: [],
    cvss_score: 7.5,
    is_direct: false,
    is_dev: false,
    paths: ['express > qs'],
  },
  static_code_findings: {
    category: 'injection',
    file_path: 'src/app.tsx',
    start_line: 4,
    start_column: 2,
    end_line: 4,
    end_column: 20,
    snippet: 'eval(x)',
  },
  header_recommendations: {
    header: 'Content-Security-Policy',
    issue: 'missing',
    current_value: null,
    recommended_value: "default-src 'self'",
    url: 'https://shop.example.com/',
  },
}

/** A finding of this group; its fingerprint follows from its rule and title. */
export function makeFinding<G extends FindingGroup>(
  group: G,
  fields: Partial<FindingOf<G>> = {},
): FindingOf<G> {
  const common = commonOf(group, fields)
  // The two halves are all fields of this group.
  return { ...common, ...SPECIAL[group], ...fields } as unknown as FindingOf<G>
}

function commonOf(group: FindingGroup, { rule_id, title }: { rule_id?: string; title?: string }) {
  const rule = rule_id ?? `${group}_rule`
  const words = title ?? `Something is wrong with ${group}`
  return {
    fingerprint: fingerprintOf(group, { rule_id: rule, subject: words, content: '' }),
    rule_id: rule,
    severity: 'high' as const,
    confidence: 'high' as const,
    title: words,
    description: 'Somebody could use this.',
    recommendation: 'Do it in another way.',
    references: ['https://example.com/rules'],
    cwe: ['CWE-862'],
  }
}

export function makeResult(findings: GivenFindings = {}, scanned_at = new Date()): ScanResult {
  const groups = Object.fromEntries(FINDING_GROUPS.map((group) => [group, findings[group] ?? []]))
  return {
    analysis_summary: 'Everything was checked.',
    ...(groups as Pick<ScanResult, FindingGroup>),
    core_integration_recommendation: 'none',
    scanned_at: scanned_at.toISOString(),
  }
}

/** Stores a result as that of the app's latest scan. */
export async function storeResult(
  app: SharedApp,
  appId: string,
  findings: GivenFindings = {},
  fields: Partial<Pick<ScanRow, 'status' | 'scanner_version' | 'app_revision'>> = {},
): Promise<ScanResult> {
  const now = app.clock.now()
  const result = makeResult(findings, now)
  const { status = 'completed', scanner_version = SCANNER_VERSION, app_revision = 0 } = fields
  await app.sql`
    insert into security_scans
      (app_id, scan_id, status, started_by, result, scanner_version, app_revision, requested_at, completed_at)
    values (${appId}, ${makeId('scan')}, ${status}, 'person', ${JSON.stringify(result)}, ${scanner_version},
            ${app_revision}, ${now}, ${now})
    on conflict (app_id) do update
      set scan_id = excluded.scan_id, status = excluded.status, result = excluded.result,
          scanner_version = excluded.scanner_version, app_revision = excluded.app_revision,
          requested_at = excluded.requested_at, completed_at = excluded.completed_at`
  return result
}

/** Stores what a scan of the app's rules finds now, and returns it. */
export async function storeRuleFindings(
  app: SharedApp,
  owner: Person,
  at: { app_id: string },
  scanner_version = SCANNER_VERSION,
): Promise<FindingOf<'rls_recommendations'>[]> {
  const { entityNameToSchema } = await app.as(owner).schemas.list(at)
  const schemas = Object.values(entityNameToSchema) as ScannedSchema[]
  const found = await scanRules(scanRuleEngine, { app: { public_settings: 'private_with_login' }, schemas })
  const [row] = await app.sql<{ revision: string }>`
    select revision from app_revisions where app_id = ${at.app_id}`
  const app_revision = Number(row?.revision ?? 0)
  await storeResult(app, at.app_id, { rls_recommendations: found }, { scanner_version, app_revision })
  return found
}
