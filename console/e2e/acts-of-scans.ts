/** What is done on the pages of security scans; what the scan found is made up, so that none has to be run. */
import type { FindingOf, SecurityScan } from '@atrium/sdk'
import type { Page } from 'playwright-core'
import { type Act, click, isOf, select } from './act.ts'

export function actsOfScans(workspaceId: string): Act[] {
  const path = `/w/${workspaceId}/apps/app_demo_storefront/security`
  const at = (file: string, sends: string) => ({ at: `security/${file}.tsx`, sends, path })
  return [
    { ...at('ScanState', 'scans.run'), open: click('button', 'Run scan') },
    { ...at('ScanState', 'scans.export'), open: showFindings, press: 'Download SARIF' },
    {
      ...at('FixRules', 'scans.fix_rules'),
      open: async (page) => {
        await showFinding(RULE.title)(page)
        await showChange(page)
        await click('button', `Fix: ${RULE.title}`)(page)
        await page.getByRole('region', { name: 'Change of Review' }).waitFor()
      },
      press: 'Set this rule',
    },
    {
      ...at('IgnoreFinding', 'findings.ignore'),
      open: async (page) => {
        await showFinding(RULE.title)(page)
        await click('button', `Ignore: ${RULE.title}`)(page)
        await select(page, /Why$/, /^The risk is known/)
      },
      typed: { Comment: 'Reviews are public' },
      press: 'Ignore',
    },
    {
      ...at('RestoreButton', 'findings.restore'),
      open: async (page) => {
        await showFindings(page)
        await page.getByRole('switch', { name: 'Show ignored' }).click({ force: true })
        await click('button', `Show details of ${IGNORED.title}`)(page)
      },
      press: `Restore: ${IGNORED.title}`,
    },
    {
      ...at('FindingDetail', 'scans.dismiss_header'),
      open: showFinding('No policy is sent'),
      press: 'Dismiss: No policy is sent',
    },
    {
      ...at('ScanSettingsPart', 'scans.configure'),
      path: `${path}/settings`,
      open: (page) => page.getByRole('switch', { name: 'Every night' }).click({ force: true }),
    },
  ]
}

const common = (fingerprint: string, rule_id: string, title: string) => ({
  ...{ fingerprint, rule_id, title, severity: 'high' as const, confidence: 'high' as const },
  ...{ description: 'It is open.', recommendation: 'Close it.', references: [], cwe: [] },
})
const RULE: FindingOf<'rls_recommendations'> = {
  ...common('finding_1', 'rls_missing', 'Everybody reads Review'),
  ...{ entity_name: 'Review', operations: ['read'], current_rule: null, sensitive_fields: [] },
  recommended_rule: { read: { created_by_id: '{{user.id}}' } },
}
const IGNORED = { ...RULE, ...common('finding_2', 'rls_missing', 'Everybody reads Basket') }
const HEADER: FindingOf<'header_recommendations'> = {
  ...common('finding_3', 'csp_missing', 'No policy is sent'),
  ...{ header: 'Content-Security-Policy', issue: 'missing', current_value: null },
  ...{ recommended_value: "default-src 'self'", url: 'https://shop.example.com/' },
}
const SCAN: SecurityScan = {
  status: 'up_to_date',
  result: {
    analysis_summary: 'Three findings.',
    rls_recommendations: [RULE, IGNORED],
    hardcoded_secrets: [],
    backend_functions: [],
    dependency_vulnerabilities: [],
    static_code_findings: [],
    header_recommendations: [HEADER],
    core_integration_recommendation: 'none',
    scanned_at: '2026-11-16T09:30:00.000Z',
  },
  static_code_enabled: true,
  ignored_fingerprints: [IGNORED.fingerprint],
  progress: null,
  error: null,
}

export async function showFindings(page: Page) {
  await page.route(isScan, (route) =>
    isOf('scans.read', route.request()) ? route.fulfill({ json: SCAN }) : route.fallback(),
  )
  await page.reload()
  await page.getByRole('table', { name: 'Findings' }).waitFor()
}

const showFinding = (title: string) => async (page: Page) => {
  await showFindings(page)
  await click('button', `Show details of ${title}`)(page)
}

/** Only the change itself is refused, not the look at it before. */
async function showChange(page: Page) {
  const changes = [{ entity_name: 'Review', before: null, after: RULE.recommended_rule }]
  await page.route(isScan, (route) => {
    const isPreview =
      isOf('scans.fix_rules', route.request()) && route.request().postDataJSON().preview === true
    return isPreview ? route.fulfill({ json: { status: 'preview', changes } }) : route.fallback()
  })
}

const isScan = (url: URL) => url.pathname.includes('/security/scan')
