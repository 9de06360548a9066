/** What a security scan finds: one shape for each group, and what all of them share. */
import { type Static, Type } from 'typebox'
import { Described, Nullable, OneOf, Timestamp } from './shared.ts'

/** Of each group; what is more is counted in the summary. */
export const MAX_FINDINGS = 500

export const Fingerprint = Type.String({
  minLength: 1,
  maxLength: 128,
  description: 'Stays the same while the flagged content does, wherever it moves within its file',
})
export const Severity = OneOf(['critical', 'high', 'medium', 'low', 'info'])
export type Severity = Static<typeof Severity>
/** From the worst on. */
export const SEVERITIES: readonly Severity[] = ['critical', 'high', 'medium', 'low', 'info']

const common = {
  fingerprint: Fingerprint,
  rule_id: Type.String({ description: 'Check that found it' }),
  severity: Described(Severity, 'Severity'),
  confidence: OneOf(['high', 'medium', 'low'], { description: 'Confidence that it is a fault' }),
  title: Type.String({ description: 'One line' }),
  description: Type.String({ description: 'What is wrong, and what somebody could do with it' }),
  recommendation: Type.String({ description: 'What to do about it' }),
  references: Type.Array(Type.String(), { description: 'Addresses to read more at' }),
  cwe: Type.Array(Type.String(), { description: 'Weakness classes, such as `CWE-798`' }),
}
const FilePath = Type.String({ description: 'File in the code of the app' })
const place = {
  file_path: FilePath,
  line: Type.Integer({ description: 'From 1' }),
}
const Snippet = Type.String({ description: 'At most 200 characters of the place, secrets masked' })
/** A rule as schemas hold it; null: there is none. */
const StoredRule = Type.Unknown({ description: 'As the schema of the entity holds it; null: none' })

export const RuleFinding = Type.Object(
  {
    ...common,
    entity_name: Type.String({ description: 'Entity whose row-level security is too open' }),
    operations: Type.Array(OneOf(['create', 'read', 'update', 'delete']), {
      description: 'Operations that are too open',
    }),
    current_rule: StoredRule,
    recommended_rule: Type.Unknown({
      description:
        'What `scans.fix_rules` sets; null where only a person can decide. An object with one of: `rls`, the whole row rules of the entity; `fields`, the whole rules of fields by dotted path; `user_fields`, the same for fields of the schema `User`, which is made if there is none',
    }),
    sensitive_fields: Type.Array(Type.String(), {
      description: 'Exposed fields that look confidential',
    }),
  },
  { $id: 'RuleFinding' },
)

export const SecretFinding = Type.Object(
  {
    ...common,
    secret_type: Type.String({ description: 'Kind of secret' }),
    ...place,
    column: Type.Integer({ description: 'From 1' }),
    masked_value: Type.String({ description: 'Never the value itself' }),
    exposure: OneOf(['frontend', 'backend_function', 'config'], { description: 'Where it can be read' }),
  },
  { $id: 'SecretFinding' },
)

export const FunctionFinding = Type.Object(
  { ...common, function_name: Type.String({ description: 'Backend function' }), ...place, snippet: Snippet },
  { $id: 'FunctionFinding' },
)

export const DependencyFinding = Type.Object(
  {
    ...common,
    package_name: Type.String({ description: 'npm package' }),
    installed_version: Type.String({ description: 'Version in use' }),
    vulnerable_range: Type.String({ description: 'Affected versions' }),
    fixed_version: Nullable(Type.String({ description: 'First version without the fault; null: none yet' })),
    advisory_id: Type.String({ description: 'Advisory' }),
    cve_ids: Type.Array(Type.String(), { description: 'CVE ids of the advisory' }),
    cvss_score: Nullable(Type.Number({ description: 'CVSS base score; null when not rated' })),
    is_direct: Type.Boolean({ description: 'Whether the app itself asks for the package' }),
    is_dev: Type.Boolean({ description: 'Whether only development needs it' }),
    paths: Type.Array(Type.String(), {
      maxItems: 5,
      description: 'Dependency paths, such as `express > qs`',
    }),
  },
  { $id: 'DependencyFinding' },
)

export const CodeFinding = Type.Object(
  {
    ...common,
    category: Type.String({ description: 'Kind of fault' }),
    file_path: FilePath,
    start_line: Type.Integer({ description: 'From 1' }),
    start_column: Type.Integer({ description: 'From 1' }),
    end_line: Type.Integer({ description: 'From 1' }),
    end_column: Type.Integer({ description: 'From 1' }),
    snippet: Snippet,
  },
  { $id: 'CodeFinding' },
)

export const HeaderFinding = Type.Object(
  {
    ...common,
    header: Type.String({ description: 'HTTP header of the published app' }),
    issue: OneOf(['missing', 'weak', 'invalid', 'exposes_information'], {
      description: 'What is wrong with the header',
    }),
    current_value: Nullable(Type.String({ description: 'Value now; null when missing' })),
    recommended_value: Type.String({ description: 'Value to send' }),
    url: Type.String({ description: 'Address that was checked' }),
  },
  { $id: 'HeaderFinding' },
)

/** The groups, and the shape of their items. */
export const findingGroups = {
  rls_recommendations: RuleFinding,
  hardcoded_secrets: SecretFinding,
  backend_functions: FunctionFinding,
  dependency_vulnerabilities: DependencyFinding,
  static_code_findings: CodeFinding,
  header_recommendations: HeaderFinding,
} as const
export type FindingGroup = keyof typeof findingGroups
export const FINDING_GROUPS = Object.keys(findingGroups) as FindingGroup[]
export type FindingOf<G extends FindingGroup> = Static<(typeof findingGroups)[G]>
export type Finding = FindingOf<FindingGroup>

export const ScanResult = Type.Object(
  {
    analysis_summary: Type.String({ description: 'In words; also what could not be checked, and why' }),
    rls_recommendations: Type.Array(RuleFinding, {
      description: 'Entities whose row-level security is too open',
    }),
    hardcoded_secrets: Type.Array(SecretFinding, { description: 'Secrets in the app’s own code' }),
    backend_functions: Type.Array(FunctionFinding, { description: 'The app’s own functions' }),
    dependency_vulnerabilities: Type.Array(DependencyFinding, { description: 'npm packages' }),
    static_code_findings: Type.Array(CodeFinding, {
      description: 'From reading code; empty unless static_code_enabled is true',
    }),
    header_recommendations: Type.Array(HeaderFinding, {
      description: 'HTTP headers of the published app',
    }),
    core_integration_recommendation: OneOf(
      ['none', 'restrict_to_signed_in_users', 'restrict_to_roles', 'disable_unused'],
      { description: 'Who should reach the built-in integrations: language model, email, files' },
    ),
    scanned_at: Described(Timestamp, 'When the scan was made'),
  },
  {
    $id: 'ScanResult',
    description: 'Null on `none`, and on `out_of_date` when the last scan came from another scanner version',
  },
)
export type ScanResult = Static<typeof ScanResult>

/** How many there are of each severity. */
export const SeverityCounts = Type.Object(
  Object.fromEntries(SEVERITIES.map((severity) => [severity, Type.Integer()])) as Record<
    Severity,
    ReturnType<typeof Type.Integer>
  >,
)
export type SeverityCounts = Static<typeof SeverityCounts>
