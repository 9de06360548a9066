/** Where a finding stands. Code hosts want a file for each, so what is in none stands at the one that describes it. */
import type { FindingOf } from '@atrium/contract/scan-findings'
import type { Found } from './findings/find-finding.ts'

export interface SarifLocation {
  physicalLocation: {
    artifactLocation: { uri: string }
    region?: { startLine: number; startColumn?: number; endLine?: number; endColumn?: number }
  }
  logicalLocations?: { name: string; fullyQualifiedName: string; kind: string }[]
}

export function locationsOf({ group, finding }: Found): SarifLocation[] {
  const locate = LOCATE[group] as (finding: Found['finding']) => SarifLocation // each is called with its own group
  return [locate(finding)]
}

const LOCATE: { [G in Found['group']]: (finding: FindingOf<G>) => SarifLocation } = {
  rls_recommendations: ({ entity_name }) => ({
    ...inFile(`entities/${entity_name}.json`, { startLine: 1 }),
    logicalLocations: [logical(entity_name, `entities/${entity_name}`, 'type')],
  }),
  hardcoded_secrets: ({ file_path, line, column }) =>
    inFile(file_path, { startLine: atLeast(1, line), startColumn: atLeast(1, column) }),
  backend_functions: ({ file_path, line, function_name }) => ({
    ...inFile(file_path, { startLine: atLeast(1, line) }),
    logicalLocations: [logical(function_name, `functions/${function_name}`, 'function')],
  }),
  dependency_vulnerabilities: ({ package_name, installed_version }) => ({
    ...inFile('package.json', { startLine: 1 }),
    logicalLocations: [logical(package_name, `${package_name}@${installed_version}`, 'module')],
  }),
  static_code_findings: ({ file_path, ...place }) => inFile(file_path, regionOf(place)),
  header_recommendations: ({ url, header }) => ({
    physicalLocation: { artifactLocation: { uri: addressOf(url) } },
    logicalLocations: [logical(header, `headers/${header}`, 'resource')],
  }),
}

type Region = NonNullable<SarifLocation['physicalLocation']['region']>

function inFile(path: string, region: Region): SarifLocation {
  return { physicalLocation: { artifactLocation: { uri: relativeUri(path) }, region } }
}

function logical(name: string, fullyQualifiedName: string, kind: string) {
  return { name: name.toWellFormed(), fullyQualifiedName: fullyQualifiedName.toWellFormed(), kind }
}

/** A region must not end before it begins. */
function regionOf(place: {
  start_line: number
  start_column: number
  end_line: number
  end_column: number
}): Region {
  const startLine = atLeast(1, place.start_line)
  const startColumn = atLeast(1, place.start_column)
  const endLine = atLeast(startLine, place.end_line)
  const endColumn = atLeast(endLine === startLine ? startColumn : 1, place.end_column)
  return { startLine, startColumn, endLine, endColumn }
}

function atLeast(least: number, value: number): number {
  return Math.max(least, value)
}

/** As a reference that stays below the root of the code, whatever the path is. */
function relativeUri(path: string): string {
  const parts = path
    .toWellFormed()
    .split('/')
    .filter((part) => part !== '' && part !== '.' && part !== '..')
  return parts.map(encodeURIComponent).join('/') || '.'
}

/** Without user, query and fragment, which may hold what is not for everybody. */
function addressOf(url: string): string {
  const address = URL.parse(url)
  return address ? `${address.protocol}//${address.host}${address.pathname}` : relativeUri(url)
}
