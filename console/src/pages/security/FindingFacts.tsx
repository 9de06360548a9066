import type { FindingOf } from '@atrium/sdk'
import { type ListedFinding, placeOf } from '@atrium/sdk'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { fill } from '../../language/fill.ts'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { paths } from '../../paths.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { functionPlaceOf } from './code-place.ts'
import { fileOf } from './finding-list.ts'
import { words } from './words.ts'

const EXPOSURES: Record<FindingOf<'hardcoded_secrets'>['exposure'], string> = {
  frontend: words.everybodyWhoOpensThe,
  backend_function: words.inABackendFunction,
  config: words.inTheSettingsOf,
}
const ISSUES: Record<FindingOf<'header_recommendations'>['issue'], string> = {
  missing: words.itIsNotSent,
  weak: words.itAllowsTooMuch,
  invalid: words.browsersDoNotUnderstand,
  exposes_information: words.itSaysMoreThan,
}

/** Where it is and what exactly was found. */
export function FindingFacts({ appId, listed }: { appId: string; listed: ListedFinding }) {
  const { finding } = listed
  return (
    <div className="space-y-3">
      <dl className="grid grid-cols-[6rem_minmax(0,1fr)] gap-x-4 gap-y-0.5 text-sm leading-6 sm:grid-cols-[9rem_minmax(0,1fr)]">
        {fileOf(listed) !== null && <Place appId={appId} listed={listed} />}
        <GroupFacts appId={appId} listed={listed} />
        <Fact name="Rule">
          <span className="font-mono">{finding.rule_id}</span>
          {finding.cwe.length > 0 && <span className="text-ink-3">, {finding.cwe.join(', ')}</span>}
        </Fact>
        <Fact name="How certain">{CONFIDENCE[finding.confidence]}</Fact>
      </dl>
      {'snippet' in finding && finding.snippet !== '' && <Code>{finding.snippet}</Code>}
    </div>
  )
}

const CONFIDENCE = { high: words.certain, medium: words.likely, low: words.possible }

/** The exact place, which leads to the code where the console shows it. */
function Place({ appId, listed }: { appId: string; listed: ListedFinding }) {
  const { id: workspaceId } = useWorkspace()
  const text = placeOf(listed)
  const place = functionPlaceOf(listed)
  return (
    <Fact name="Place">
      {place ? (
        <Link
          to={paths.function(workspaceId, appId, place.name, place.file, place.line)}
          className="font-mono text-accent hover:underline"
        >
          {text}
        </Link>
      ) : (
        <span className="font-mono">{text}</span>
      )}{' '}
      <CopyButton text={text} label={words.copyThePlace} />
    </Fact>
  )
}

function GroupFacts({ appId, listed }: { appId: string; listed: ListedFinding }) {
  const { id: workspaceId } = useWorkspace()
  switch (listed.group) {
    case 'rls_recommendations': {
      const { entity_name, operations, sensitive_fields, current_rule, recommended_rule } = listed.finding
      return (
        <>
          <Fact name="Entity">
            <Link to={paths.rules(workspaceId, appId, entity_name)} className="text-accent hover:underline">
              {fill(words.rulesOfEntityName, { entityName: entity_name })}
            </Link>
          </Fact>
          <Fact name="Who may">{operations.join(', ')}</Fact>
          {sensitive_fields.length > 0 && <Fact name="Fields">{sensitive_fields.join(', ')}</Fact>}
          <Fact name="Rule now">
            <Json value={current_rule} otherwise={words.none} />
          </Fact>
          <Fact name="Better">
            <Json value={recommended_rule} otherwise={words.onlyAPersonCan} />
          </Fact>
        </>
      )
    }
    case 'hardcoded_secrets':
      return (
        <>
          <Fact name="Kind">{listed.finding.secret_type}</Fact>
          <Fact name="Value, masked">
            <span className="font-mono">{listed.finding.masked_value}</span>
          </Fact>
          <Fact name="Who sees it">{EXPOSURES[listed.finding.exposure]}</Fact>
        </>
      )
    case 'backend_functions':
      return <Fact name="Function">{listed.finding.function_name}</Fact>
    case 'dependency_vulnerabilities':
      return <PackageFacts finding={listed.finding} />
    case 'static_code_findings':
      return <Fact name="Kind">{listed.finding.category}</Fact>
    case 'header_recommendations': {
      const { header, url, issue, current_value, recommended_value } = listed.finding
      return (
        <>
          <Fact name="Header">{`${header}: ${ISSUES[issue].toLowerCase()}`}</Fact>
          <Fact name="Address">{url}</Fact>
          <Fact name="Sent now">{current_value ?? words.nothing}</Fact>
          <Fact name="Better">
            <span className="font-mono">{recommended_value}</span>
          </Fact>
        </>
      )
    }
  }
}

function PackageFacts({ finding }: { finding: FindingOf<'dependency_vulnerabilities'> }) {
  const {
    package_name,
    installed_version,
    vulnerable_range,
    fixed_version,
    advisory_id,
    paths: ways,
  } = finding
  const { cve_ids, cvss_score, is_direct, is_dev } = finding
  return (
    <>
      <Fact name="Package">{`${package_name} ${installed_version}`}</Fact>
      <Fact name="Affected">{vulnerable_range}</Fact>
      <Fact name="Fixed in">{fixed_version ?? words.noVersionYet}</Fact>
      <Fact name="Advisory">
        {[advisory_id, ...cve_ids].join(', ')}
        {cvss_score !== null && `, CVSS ${cvss_score}`}
      </Fact>
      <Fact name="Comes in by">
        {is_direct && ways.length === 0 ? words.theAppItself : ways.join('; ')}
        {is_dev && words.onlyForDevelopment}
      </Fact>
    </>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-3">{name}</dt>
      <dd className="min-w-0 break-words [overflow-wrap:anywhere]">{children}</dd>
    </>
  )
}

function Json({ value, otherwise }: { value: unknown; otherwise: string }) {
  if (value === null || value === undefined) return <span className="text-ink-3">{otherwise}</span>
  return <code className="font-mono text-xs break-all">{JSON.stringify(value)}</code>
}

function Code({ children }: { children: string }) {
  return (
    <pre className="max-h-40 overflow-auto rounded-md border border-line bg-surface p-3 font-mono text-xs break-all whitespace-pre-wrap">
      {children}
    </pre>
  )
}
