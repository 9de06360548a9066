import { type Static, Type } from 'typebox'
import { operation, perMinute, personal } from './operation.ts'
import { Fingerprint, type findingGroups, ScanResult, SeverityCounts } from './scan-findings.ts'
import { Described, Id, Nullable, OneOf, Page, PageQuery, Timestamp } from './shared.ts'

export const MAX_IGNORED = 1_000
/** Older scans are deleted. */
export const KEPT_SCANS = 100

export const ScanStatus = OneOf(['up_to_date', 'out_of_date', 'none', 'pending', 'scanning', 'scan_failed'])
export type ScanStatus = Static<typeof ScanStatus>

/** The groups in the order in which they are looked at. */
export const SCAN_STAGES = [
  'rls_recommendations',
  'hardcoded_secrets',
  'backend_functions',
  'dependency_vulnerabilities',
  'static_code_findings',
  'header_recommendations',
] as const satisfies readonly (keyof typeof findingGroups)[]

const Progress = Type.Object(
  {
    stage: OneOf(SCAN_STAGES, { description: 'Group that is checked now' }),
    done: Type.Integer({ description: 'Files checked' }),
    total: Type.Integer({ description: 'Files to check' }),
  },
  { description: 'How far the scan is that runs now: what it looks at, and how many files of how many' },
)

export const FindingType = OneOf(['rls', 'secret', 'backend_function', 'dependency', 'static_code', 'header'])
export type FindingType = Static<typeof FindingType>
/** Which group a type of finding stands in. */
export const GROUP_OF_TYPE = {
  rls: 'rls_recommendations',
  secret: 'hardcoded_secrets',
  backend_function: 'backend_functions',
  dependency: 'dependency_vulnerabilities',
  static_code: 'static_code_findings',
  header: 'header_recommendations',
} as const satisfies Record<FindingType, keyof typeof findingGroups>

/** Where all of it lies. */
export const SCAN = '/api/apps/{app_id}/security/scan'
export const AppPath = Type.Object({ app_id: Id })
export const Done = Type.Object({
  status: Type.Literal('ok', { description: '`ok`, also when nothing had to change' }),
})

const settingsFields = {
  static_code_enabled: Type.Boolean({ description: 'Whether the code is read for faults' }),
  dependency_scan_enabled: Type.Boolean({ description: 'Whether packages are looked up' }),
  on_publish: Type.Boolean({ description: 'Scan whenever the app is published' }),
  nightly: Type.Boolean({ description: 'Scan every night when the app changed or advisories did' }),
  mail: Type.Boolean({ description: 'Write to the owner when something critical is new' }),
}
export const ScanSettings = Type.Object(settingsFields, { $id: 'ScanSettings' })

export const EXAMPLE_RULE_FINDING = {
  fingerprint: '6f1c0de2a9b8473d5e60f7a1c2d3e4f5061728394',
  rule_id: 'rls_missing',
  severity: 'critical',
  confidence: 'high',
  title: 'Everybody can read and change all records of Order',
  description:
    'The entity has no row rules, so every visitor of the app reads and changes all of its records.',
  recommendation: 'Let people reach only the records that they made.',
  references: [],
  cwe: ['CWE-862'],
  entity_name: 'Order',
  operations: ['create', 'read', 'update', 'delete'],
  current_rule: null,
  recommended_rule: {
    rls: { read: { created_by_id: '{{user.id}}' }, write: { created_by_id: '{{user.id}}' } },
  },
  sensitive_fields: [],
}
const EXAMPLE_COUNTS = { critical: 1, high: 0, medium: 2, low: 1, info: 0 }
const EXAMPLE_SETTINGS = {
  static_code_enabled: true,
  dependency_scan_enabled: true,
  on_publish: true,
  nightly: false,
  mail: true,
}

export const readScan = operation({
  name: 'scans.read',
  summary: 'Read the latest security scan of an app',
  description:
    'Read `status` before `result`; they are independent. Never starts a scan. `result` is null on `none`, and on `out_of_date` when the last scan came from another version of the scanner. `static_code_findings` is empty unless `static_code_enabled`; an empty group is not evidence of nothing to find, see `analysis_summary`. Poll while it is `pending` or `scanning`. On `out_of_date` the findings are those of before; run a scan before acting on them. Only 200, 401 and 403 are answered.',
  method: 'GET',
  path: SCAN,
  credential: personal('read_only'),
  takes_any_address: true,
  params: Type.Object({ app_id: Type.String() }),
  answer: Type.Object({
    status: Described(ScanStatus, 'Read it before `result`; poll while `pending` or `scanning`'),
    result: Nullable(ScanResult),
    static_code_enabled: Type.Boolean({ description: 'Whether code-reading analysis is on for the app' }),
    ignored_fingerprints: Type.Array(Type.String(), { description: 'Fingerprints of ignored findings' }),
    progress: Nullable(Progress),
    error: Nullable(Type.String({ description: 'Why the last scan failed' })),
  }),
  refuses: ['no_app_access', 'editor_required'],
  example: {
    answer: {
      status: 'up_to_date',
      result: {
        analysis_summary: 'One critical finding. Everything was checked.',
        rls_recommendations: [EXAMPLE_RULE_FINDING],
        hardcoded_secrets: [],
        backend_functions: [],
        dependency_vulnerabilities: [],
        static_code_findings: [],
        header_recommendations: [],
        core_integration_recommendation: 'none',
        scanned_at: '2026-11-16T09:30:00.000Z',
      },
      static_code_enabled: true,
      ignored_fingerprints: [],
      progress: null,
      error: null,
    },
  },
})

export const runScan = operation({
  name: 'scans.run',
  summary: 'Run a security scan',
  description:
    'Nothing is done when the latest scan is up to date: the header `X-Scan-Source` says `cache`, else `async`. While one waits or runs, it is that one.',
  method: 'POST',
  path: SCAN,
  idempotency: 'atomic',
  credential: personal('full_access'),
  limit: perMinute(5, 'caller+app'),
  params: AppPath,
  answer: Type.Object({ status: OneOf(['up_to_date', 'pending', 'scanning']) }),
  refuses: ['app_not_found', 'editor_required'],
  example: { answer: { status: 'pending' } },
})

export const listScans = operation({
  name: 'scans.list',
  summary: 'List the scans of an app: what each found, by severity',
  description: `Newest first; the last ${KEPT_SCANS} are kept.`,
  method: 'GET',
  path: `${SCAN}/history`,
  credential: personal('read_only'),
  params: AppPath,
  query: PageQuery,
  answer: Page(
    Type.Object({
      id: Id,
      status: OneOf(['completed', 'failed']),
      started_by: OneOf(['person', 'publish', 'schedule']),
      counts: SeverityCounts,
      new_count: Type.Integer({ description: 'Findings that the scan before did not have' }),
      fixed_count: Type.Integer({ description: 'Findings of the scan before that are gone' }),
      error: Nullable(Type.String()),
      requested_at: Timestamp,
      completed_at: Timestamp,
    }),
  ),
  refuses: ['app_not_found', 'editor_required'],
  example: {
    answer: {
      items: [
        {
          id: 'scan_06bcz0k3v4n8q1t5w7x9y2a3b4',
          status: 'completed',
          started_by: 'person',
          counts: EXAMPLE_COUNTS,
          new_count: 1,
          fixed_count: 0,
          error: null,
          requested_at: '2026-11-16T09:29:48.000Z',
          completed_at: '2026-11-16T09:30:00.000Z',
        },
      ],
      next_cursor: null,
      has_more: false,
    },
  },
})

export const exportScan = operation({
  name: 'scans.export',
  summary: 'Export the latest scan as SARIF 2.1.0',
  description:
    'For code hosts and continuous integration. Ignored findings are there as suppressed. Findings without a file stand at the schema of their entity (`entities/NAME.json`), at `package.json` or at the address of the site. A result of another version of the scanner counts as none.',
  method: 'GET',
  path: `${SCAN}/sarif`,
  credential: personal('read_only'),
  params: AppPath,
  answer: Type.Object({
    $schema: Type.String(),
    version: Type.Literal('2.1.0'),
    runs: Type.Array(Type.Unknown()),
  }),
  refuses: ['app_not_found', 'editor_required', 'scan_not_found'],
  example: {
    answer: { $schema: 'https://json.schemastore.org/sarif-2.1.0.json', version: '2.1.0', runs: [] },
  },
})

export const fixRules = operation({
  name: 'scans.fix_rules',
  summary: 'Set the recommended rules of some findings, all or none',
  description:
    'What is set was proven with the rule engine: somebody else is refused, and those who should still get in. It is proven again for all of them together: where that fails it is 409 `rule_needs_decision`. The scan must be of the app as it is; after a fix it is out of date. `preview` shows the difference and changes nothing.',
  method: 'POST',
  path: `${SCAN}/rls/fix`,
  idempotency: 'leased',
  credential: personal('full_access'),
  limit: perMinute(30, 'caller+app'),
  params: AppPath,
  body: Type.Object({
    fingerprints: Type.Array(Fingerprint, { minItems: 1, maxItems: 100 }),
    preview: Type.Optional(Type.Boolean({ default: false })),
  }),
  answer: Type.Object({
    status: OneOf(['fixed', 'preview']),
    changes: Type.Array(
      Type.Object({
        entity_name: Type.String(),
        before: Type.Unknown({
          description: 'All rules of the schema: `rls`, and `fields` by dotted path; null: no such schema',
        }),
        after: Type.Unknown(),
      }),
    ),
  }),
  refuses: [
    'app_not_found',
    'editor_required',
    'scan_not_found',
    'finding_not_found',
    'scan_out_of_date',
    'rule_needs_decision',
  ],
  example: {
    body: { fingerprints: [EXAMPLE_RULE_FINDING.fingerprint] },
    answer: {
      status: 'fixed',
      changes: [{ entity_name: 'Order', before: {}, after: EXAMPLE_RULE_FINDING.recommended_rule }],
    },
  },
})

export const dismissHeader = operation({
  name: 'scans.dismiss_header',
  summary: 'Dismiss what the scan recommends of one header',
  description:
    '`flag` is the `rule_id` of the finding. It is ignored from then on, and `findings.restore` brings it back. Also 200 when there is none.',
  method: 'DELETE',
  path: `${SCAN}/header-recommendations/{flag}`,
  credential: personal('full_access'),
  limit: perMinute(30, 'caller+app'),
  params: Type.Object({ app_id: Id, flag: Type.String({ minLength: 1, maxLength: 128 }) }),
  answer: Done,
  refuses: ['app_not_found', 'editor_required', 'ignore_limit_reached'],
  example: { answer: { status: 'ok' } },
})

export const readScanSettings = operation({
  name: 'scans.read_settings',
  summary: 'Read what is scanned, and when',
  method: 'GET',
  path: `${SCAN}/settings`,
  credential: personal('read_only'),
  params: AppPath,
  answer: Type.Object(settingsFields),
  refuses: ['app_not_found', 'editor_required'],
  example: { answer: EXAMPLE_SETTINGS },
})

export const configureScans = operation({
  name: 'scans.configure',
  summary: 'Set what is scanned, and when',
  description: 'What is not sent stays.',
  method: 'PATCH',
  path: `${SCAN}/settings`,
  credential: personal('full_access'),
  limit: perMinute(30, 'caller+app'),
  params: AppPath,
  body: Type.Partial(Type.Object(settingsFields)),
  answer: Type.Object(settingsFields),
  refuses: ['app_not_found', 'editor_required'],
  example: { body: { nightly: true }, answer: { ...EXAMPLE_SETTINGS, nightly: true } },
})
