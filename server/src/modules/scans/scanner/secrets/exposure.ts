/** Who sees a file, by where it stands. */
import type { FindingOf, Severity } from '@atrium/contract/scan-findings'
import { SEVERITIES } from '@atrium/contract/scan-findings'

export type Exposure = FindingOf<'hardcoded_secrets'>['exposure']

/** Made by machines, or pictures: full of what looks random. */
const SKIPPED =
  /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|yarn\.lock|bun\.lockb?|deno\.lock|composer\.lock|Cargo\.lock|poetry\.lock|Gemfile\.lock|go\.sum)$|\.(?:svg|map|snap|tsbuildinfo|min\.css)$/i
const CONFIG =
  /(?:^|\/)(?:\.env[\w.-]*|\.npmrc|\.netrc|\.pypirc|Dockerfile[\w.-]*|[\w.-]+\.config\.[cm]?[jt]s|(?:docker-)?compose[\w.-]*\.ya?ml)$|(?:^|\/)\.(?:github|gitlab|circleci|vscode)\/|\.(?:env|ya?ml|toml|ini|conf|cfg|properties|tfvars|sh)$/i
const SERVED = /(?:^|\/)(?:src|public|static|app|pages|components|assets)\//
const TESTS =
  /(?:^|\/)(?:__tests__|__mocks__|tests?|fixtures|mocks|e2e|spec)\/|[._-](?:test|spec|stories|mock|fixture)s?\.\w+$/i

export const isSkipped = (path: string): boolean => SKIPPED.test(path)
export const isConfig = (path: string): boolean => CONFIG.test(path)
export const isTest = (path: string): boolean => TESTS.test(path)
export const isProse = (path: string): boolean => /\.(?:md|mdx|txt|rst|adoc)$/i.test(path)

/** Names that builders put into the code of the browser. */
const BUNDLED =
  /(?:^|\s)(?:VITE|NEXT_PUBLIC|REACT_APP|PUBLIC|NUXT_PUBLIC|EXPO_PUBLIC|GATSBY)_\w{0,60}\s{0,4}[=:]\s{0,4}["'`]?$/

/** `before` is what stands in front of the value on its line. */
export function exposureOf(path: string, functionName: string | null, before: string): Exposure {
  if (functionName !== null || path.startsWith('functions/')) return 'backend_function'
  if (CONFIG.test(path)) return BUNDLED.test(before) ? 'frontend' : 'config'
  return path.endsWith('.json') && !SERVED.test(path) ? 'config' : 'frontend'
}

/** What only the server reads is one less severe than what every visitor can read; so are examples in tests and prose. */
export function severityIn(exposure: Exposure, path: string, severity: Severity): Severity {
  const less = (exposure === 'frontend' ? 0 : 1) + (isTest(path) || isProse(path) ? 1 : 0)
  return SEVERITIES[Math.min(SEVERITIES.indexOf(severity) + less, SEVERITIES.length - 1)] ?? severity
}
