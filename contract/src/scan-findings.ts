/** What a security scan finds: one shape for each group, and what all of them share. */
import { type Static, Type } from 'typebox'
import { Nullable, OneOf, Timestamp } from './shared.ts'

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
  rule_id: Type.String(),
  severity: Severity,
  confidence: OneOf(['high', 'medium', 'low']),
  title: Type.String(),
  description: Type.String({ description: 'What is wrong, and what somebody could do with it' }),
  recommendation: Type.String(),
  references: Type.Array(Type.String({ description: 'An address to read more at' })),
  cwe: Type.Array(Type.String({ description: 'Such as `CWE-798`' })),
}
const place = {
  file_path: Type.String(),
  line: Type.Integer({ description: 'From 1' }),
}
const Snippet = Type.String({ description: 'At most 200 characters of the place, secrets masked' })
/** A rule as schemas hold it; null: there is none. */
const StoredRule = Type.Unknown({ description: 'As the schema of the entity holds it; null: none' })

export const RuleFinding = Type.Object(
  {
    ...common,
    entity_name: Type.String(),
    operations: Type.Array(OneOf(['create', 'read', 'update', 'delete'])),
    current_rule: StoredRule,
    recommended_rule: Type.Unknown({
      description:
        'What `scans.fix_rules` sets; null where only a person can decide. An object with one of: `rls`, the whole row rules of the entity; `fields`, the whole rules of fields by dotted path; `user_fields`, the same for fields of the schema `User`, which is made if there is none',
    }),
    sensitive_fields: Type.Array(Type.String()),
  },
  { $id: 'RuleFinding' },
)

export const SecretFinding = Type.Object(
  {
    ...common,
    secret_type: Type.String(),
    ...place,
    column: Type.Integer({ description: 'From 1' }),
    masked_value: Type.String({ description: 'Never the value itself' }),
    exposure: OneOf(['frontend', 'backend_function', 'config']),
  },
  { $id: 'SecretFinding' },
)

export const FunctionFinding = Type.Object(
  { ...common, function_name: Type.String(), ...place, snippet: Snippet },
  { $id: 'FunctionFinding' },
)

export const DependencyFinding = Type.Object(
  {
    ...common,
    package_name: Type.String(),
    installed_version: Type.String(),
    vulnerable_range: Type.String(),
    fixed_version: Nullable(Type.String()),
    advisory_id: Type.String(),
    cve_ids: Type.Array(Type.String()),
    cvss_score: Nullable(Type.Number()),
    is_direct: Type.Boolean({ description: 'Whether the app itself asks for the package' }),
    is_dev: Type.Boolean({ description: 'Whether only development needs it' }),
    paths: Type.Array(Type.String({ description: 'How it comes in, such as `express > qs`' }), {
      maxItems: 5,
    }),
  },
  { $id: 'DependencyFinding' },
)

export const CodeFinding = Type.Object(
  {
    ...common,
    category: Type.String(),
    file_path: Type.String(),
    start_line: Type.Integer(),
    start_column: Type.Integer(),
    end_line: Type.Integer(),
    end_column: Type.Integer(),
    snippet: Snippet,
  },
  { $id: 'CodeFinding' },
)

export const HeaderFinding = Type.Object(
  {
    ...common,
    header: Type.String(),
    issue: OneOf(['missing', 'weak', 'invalid', 'exposes_information']),
    current_value: Nullable(Type.String()),
    recommended_value: Type.String(),
    url: Type.String(),
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
    rls_recommendations: Type.Array(RuleFinding),
    hardcoded_secrets: Type.Array(SecretFinding),
    backend_functions: Type.Array(FunctionFinding),
    dependency_vulnerabilities: Type.Array(DependencyFinding),
    static_code_findings: Type.Array(CodeFinding),
    header_recommendations: Type.Array(HeaderFinding),
    core_integration_recommendation: OneOf(
      ['none', 'restrict_to_signed_in_users', 'restrict_to_roles', 'disable_unused'],
      { description: 'Who should reach the built-in integrations: language model, email, files' },
    ),
    scanned_at: Timestamp,
  },
  { $id: 'ScanResult' },
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
