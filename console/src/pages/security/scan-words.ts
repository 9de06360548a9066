/** What a scan and its findings are called on the screen. */
import type { FindingGroup, IgnoredFinding, SecurityScan, Severity } from '@atrium/sdk'

type Status = SecurityScan['status']

export const SEVERITY_WORDS: Record<
  Severity,
  { label: string; tone: 'danger' | 'caution' | 'accent' | 'neutral'; bar: string }
> = {
  critical: { label: 'Critical', tone: 'danger', bar: 'bg-danger-fill' },
  high: { label: 'High', tone: 'danger', bar: 'bg-danger/60' },
  medium: { label: 'Medium', tone: 'caution', bar: 'bg-caution' },
  low: { label: 'Low', tone: 'neutral', bar: 'bg-control' },
  info: { label: 'Info', tone: 'neutral', bar: 'bg-active' },
}

export const GROUP_WORDS: Record<FindingGroup, { label: string; looking: string }> = {
  rls_recommendations: { label: 'Entity rules', looking: 'Trying the rules of the entities' },
  hardcoded_secrets: { label: 'Secrets in code', looking: 'Looking for secrets in the code' },
  backend_functions: { label: 'Functions', looking: 'Reading the backend functions' },
  dependency_vulnerabilities: { label: 'Packages', looking: 'Looking up the packages' },
  static_code_findings: { label: 'Code', looking: 'Reading the code' },
  header_recommendations: { label: 'Headers', looking: 'Asking the published address' },
}

export const REASONS: Record<NonNullable<IgnoredFinding['reason']>, string> = {
  false_positive: 'Not a problem: the scan is wrong',
  wont_fix: 'Will not be fixed',
  used_in_tests: 'Only used in tests',
  accepted_risk: 'The risk is known and accepted',
}

export const STARTED_BY = { person: 'A person', publish: 'Publishing', schedule: 'The night' } as const

/** Of the built-in integrations: language model, email, files. */
export const INTEGRATION_ADVICE = {
  none: null,
  restrict_to_signed_in_users:
    'Visitors who are not signed in reach the language model, email and files of this app. Let only people who are signed in use them.',
  restrict_to_roles:
    'Everybody who is signed in reaches the language model, email and files of this app. Consider leaving them to some roles.',
  disable_unused: 'The code uses no built-in integration. Consider turning off what nobody needs.',
} as const

export const isUnderWay = (status: Status) => status === 'pending' || status === 'scanning'

interface StateWords {
  title: string
  text: string
  tone: 'good' | 'open' | 'caution' | 'danger'
}

export function stateOf({ status, result, error, progress }: SecurityScan): StateWords {
  switch (status) {
    case 'none':
      return {
        title: 'Never scanned',
        text: 'Run a scan to find rules that are too open, secrets in the code and packages with known problems.',
        tone: 'open',
      }
    case 'pending':
      return {
        title: 'Waiting to begin',
        text: withBefore('The scan begins in a moment.', result),
        tone: 'open',
      }
    case 'scanning':
      return { title: 'Scanning', text: withBefore(stageText(progress), result), tone: 'open' }
    case 'up_to_date':
      return { title: 'Up to date', text: 'The app has not changed since it was scanned.', tone: 'good' }
    case 'out_of_date':
      return {
        title: 'Out of date',
        text: result
          ? 'The app changed since it was scanned. These are the findings of before; run a scan before acting on them.'
          : 'The scanner learned something new since the last scan. Run a scan to see what it finds now.',
        tone: 'caution',
      }
    case 'scan_failed':
      return {
        title: 'The last scan failed',
        text: withBefore(error ?? 'Something went wrong. Run it again.', result),
        tone: 'danger',
      }
  }
}

/** Why nothing can be done about a finding now; undefined when it can. */
export function whyLocked(status: Status): string | undefined {
  if (status === 'up_to_date') return undefined
  if (isUnderWay(status)) return 'A scan is under way; wait for its findings.'
  if (status === 'scan_failed') return 'The last scan failed; run one first.'
  return 'The app changed since this was found; run a scan first.'
}

function stageText(progress: SecurityScan['progress']): string {
  if (!progress) return 'The app is being read.'
  const { stage, done, total } = progress
  const { looking } = GROUP_WORDS[stage]
  return total > 0 ? `${looking}: ${done} of ${total}.` : `${looking}.`
}

function withBefore(text: string, result: SecurityScan['result']): string {
  return result ? `${text} Until then you see the findings of before.` : text
}
